# German. Persons are addressed with "du". core memory: Kerngedächtnis · archive: Archiv · passage: Eintrag · block: Block

-no-way-back = **Das lässt sich nicht rückgängig machen.**

help =
    Ich bin ein Agent mit Gedächtnis. Erwähne mich, antworte mir oder schreib mir eine Direktnachricht, dann antworte ich. In einem Thread, an dem ich teilnehme, antworte ich auch ohne Erwähnung.

    Während wir reden, schreibe ich auf, was wichtig ist: ins **Kerngedächtnis**, das ich immer vor mir habe, und ins **Archiv**, das ich durchsuche. Jede Änderung steht unter meiner Antwort, mit Vorher und Nachher. Alle, die einen Kanal lesen können, teilen sich dort mein Gedächtnis; Direktnachrichten gehören dir allein.

    `/memory show`, `/memory edit` was ich hier weiß, ansehen und bearbeiten
    `/memory search` in Nachrichten und Archiv suchen und dort löschen
    `/memory add`, `/memory delete` was im Archiv steht
    `/memory history`, `/memory undo` was geändert wurde, und es zurücknehmen
    `/memory export`, `/memory import` mein Gedächtnis mitnehmen
    `/memory reset` mich vergessen lassen
    `/context` wie viel ich im Kopf habe
    `/docs list`, `/docs remove` die Dokumente, die du mir zu lesen gegeben hast
    `/thread` in einem Thread weitermachen, in dem ich ein eigenes Gedächtnis habe
    `/reminders list`, `/reminders add`, `/reminders cancel` woran ich dich erinnere
    `/persona show`, `/persona edit`, `/persona preset`, `/persona import` wer ich hier bin
    `/privacy show` was über dich gespeichert ist, und wie du es löschen lässt
    `/usage` was du verbraucht hast
    `/settings` wie ich mich hier verhalte, und für wen
    `/model` welches Sprachmodell hier antwortet
    `/doctor` warum ich nicht geantwortet habe
    `/stop` die Antwort anhalten, die ich gerade gebe
    `/retry` noch einmal versuchen, was schiefging
    Nachrichten haben *Merk dir das*, *Vergiss das* und *Warum hast du das gesagt?* in ihrem Menü unter Apps.

## Questions before something is taken away

confirm = Löschen
cancel = Behalten
not_yours = Das kann nur beantworten, wer gefragt hat.
question_over = Diese Frage wurde schon beantwortet oder ist abgelaufen. Frag noch einmal.
expired = Niemand hat geantwortet, deshalb wurde nichts gelöscht.
kept = Es wurde nichts gelöscht.
working = Wird gelöscht …
reset_core =
    Das löscht das Kerngedächtnis: Jeder Block kehrt zu seinem Anfang zurück. Der Verlauf der Blöcke bleibt.
    { -no-way-back }
reset_archival =
    Das löscht das Archiv samt seinem Verlauf: { $held }.
    { -no-way-back }
reset_history =
    Das löscht das Gespräch samt seinen Zusammenfassungen: { $messages }. Was ich davon aufgeschrieben habe, bleibt.
    { -no-way-back }
reset_all =
    Das löscht alles: { $held }, { $messages }, was im Kerngedächtnis steht, und den Verlauf aller Änderungen.
    { -no-way-back }
taken_away = Gelöscht: { $what }.
nothing_taken_away = Es gab nichts zu löschen.
removal =
    Das löscht Dokument { $number }, { $name } ({ $pages }).
    { -no-way-back }
removed = Gelöscht: Dokument { $number }, { $name }.
import_asks = Das nimmt { $what } auf.{ $known ->
    [0] {""}
    [one] {" "}Ein Teil davon ist schon da und bleibt, wie er ist.
   *[other] {" "}{ $known } Teile davon sind schon da und bleiben, wie sie sind.
} Umgeschriebene Blöcke lassen sich mit `/memory undo` oder `/memory history` zurückändern.
import_confirm = Aufnehmen
import_cancel = Lassen
import_working = Wird aufgenommen …
import_kept = Nichts wurde aufgenommen.
import_expired = Niemand hat geantwortet, also wurde nichts aufgenommen.
import_nothing = Alles darin ist hier schon vorhanden. Nichts wurde geändert.
imported = Aufgenommen: { $what }.

## Who may do what

reset_needs = Das Gedächtnis dieses Kanals gehört allen hier. Zum Zurücksetzen braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
docs_needs = Diese Dokumente gehören allen hier. Um eines zu löschen, braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
persona_needs = Ich bin in diesem Kanal für alle gleich. Um zu ändern, wer ich bin, braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
memory_needs = Dieses Gedächtnis gehört allen hier. Du darfst den Block über dich ändern und was aus deinen eigenen Worten kam; alles andere braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
forget_needs = Nur wer es gesagt hat, kann es mich vergessen lassen, oder jemand mit der Berechtigung **Kanäle verwalten** oder **Server verwalten**.
export_needs = Dieses Gedächtnis gehört allen hier. Alles davon mitzunehmen braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
undo_needs = Das kann nur rückgängig machen, von wem die Nachricht stammt, oder wer die Berechtigung **Kanäle verwalten** oder **Server verwalten** hat.

## How much there is

messages = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
passages = { $count ->
    [one] { $count } Eintrag
   *[other] { $count } Einträge
}
archived = { $count ->
    [one] { $count } Eintrag im Archiv
   *[other] { $count } Einträge im Archiv
}
documents = { $count ->
    [one] { $count } Dokument
   *[other] { $count } Dokumente
}
pages = { $count ->
    [one] { $count } Seite
   *[other] { $count } Seiten
}
seconds = { $count ->
    [one] { $count } Sekunde
   *[other] { $count } Sekunden
}
blocks_back = { $count ->
    [one] { $count } Block zurück am Anfang
   *[other] { $count } Blöcke zurück am Anfang
}
recorded_changes = { $count ->
    [one] { $count } aufgezeichnete Änderung
   *[other] { $count } aufgezeichnete Änderungen
}
blocks_rewritten = { $count ->
    [one] { $count } Block
   *[other] { $count } Blöcke
}
both = { $one }, { $other }

## Memory that is shown

memory_title = Was ich hier weiß
held = { $messages } und { $archived } seit { $since }.
held_with_documents = { $messages }, { $archived } und { $documents } seit { $since }.
fill = Füllstand
version = Version { $number }
empty_block = (leer)
persona_block = Persona
human_block = Mensch · { $name }
archive = Archiv
search_of_message = Suche · eine Nachricht
no_memory = Hier gibt es noch kein Gedächtnis. Sag erst etwas zu mir.

## Lists and what a search found

search_title = Suche: { $query }
document_place = { $name }, Dokument { $number }, Seite { $page }
me = ich
nothing_found = Nichts gefunden.
words_only = *Die Suche ist zurzeit eingeschränkt: Sie vergleicht nur Wörter, nicht Bedeutungen.*
inexact = *Der genaue Wortlaut steht nirgends; das hier kommt ihm am nächsten.*
open_link = öffnen
score = { $percent } %
choose_found = Etwas davon löschen oder vergessen …
delete_choice = #{ $number } löschen: { $text }
forget_choice = { $who } vergessen: { $text }
list_old = Diese Liste ist zu alt zum Blättern. Such noch einmal.
page_back = ‹ Zurück
page_on = Weiter ›
no_page = Eine Seite { $page } gibt es nicht: Seite { $pages }/{ $pages }, { $total } gefunden.
page_of_found = Seite { $page }/{ $pages } · { $total } gefunden
page_of_all = Seite { $page }/{ $pages } · insgesamt { $total }
next_page = weiter: page:{ $page }
docs_title = Dokumente, die ich hier lesen kann
no_documents = Es gibt keine. Häng ein PDF, eine Text-, Markdown-, HTML-, CSV- oder Quelltextdatei an eine Nachricht an mich, dann lese ich sie.
no_document = Ein Dokument { $number } gibt es hier nicht. `/docs list` zeigt, welche es gibt.

## Reminders

reminders_title = Woran ich hier erinnere
no_reminders = An nichts. Bitte mich, dich an etwas zu erinnern, oder nimm `/reminders add`.
every_day = jeden Tag um { $time }
every_workday = Montag bis Freitag um { $time }
every_week = jeden { $day ->
    [0] Montag
    [1] Dienstag
    [2] Mittwoch
    [3] Donnerstag
    [4] Freitag
    [5] Samstag
   *[6] Sonntag
} um { $time }
reminder_set = Erinnerung { $number } steht für { $when }: { $text }
reminder_cancelled = Erinnerung { $number } ist abgesagt: { $text }
reminder_paused = Sie konnte nicht zugestellt werden und wird nicht mehr geschickt: { $reason }
reminder_late = Das war { $when } fällig.
reminder_time = { $why } Jetzt ist es { $now } ({ $zone }). Ich lese Zeiten wie `in 20 minutes`, `tomorrow 9:00`, `friday 17:30`, `2026-05-31 18:30`, `every day 7:30` oder `every monday 8:00`. Es wurde nichts eingestellt.
time_unreadable = Diese Zeit kann ich nicht lesen.
time_past = Diese Zeit ist vorbei.
time_far = Das ist mehr als zehn Jahre hin.
reminder_text = Eine Erinnerung sagt etwas, mit höchstens { $most } Zeichen. Es wurde nichts eingestellt.
reminders_of_person = Du hast { $most } Erinnerungen, mehr halte ich für eine Person nicht. Sag zuerst eine ab.
reminders_here = Hier gibt es { $most } Erinnerungen, mehr halte ich an einem Ort nicht. Zuerst muss eine abgesagt werden.
no_reminder = Eine Erinnerung { $number } gibt es hier nicht. `/reminders list` zeigt, welche es gibt.
reminder_needs = Das ist die Erinnerung von jemand anderem. Sie abzusagen braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.

## Threads with a memory of their own

thread_opened = Es geht weiter in { $thread }.
thread_with = In diesem Thread habe ich ein eigenes Gedächtnis. Es beginnt mit einer Kopie dessen, was ich vom Kanal weiß: den Blöcken des Kerngedächtnisses und der Zusammenfassung des Gesagten, wie sie jetzt sind. Die Nachrichten und das Archiv des Kanals habe ich hier nicht. Was hier gesagt wird, bleibt hier.
thread_without = In diesem Thread habe ich ein eigenes Gedächtnis, und es ist leer: Ich weiß nichts von dem, was im Kanal gesagt wurde. Was hier gesagt wird, bleibt hier.
thread_not_here = `/thread` geht in einem Kanal eines Servers: Hier gibt es keinen, in dem ein Thread eröffnet werden könnte.
thread_not_in_such = In einem Kanal dieser Art lassen sich keine Threads eröffnen.
thread_nameless = Ein Thread hat einen Namen. Es wurde keiner eröffnet.
thread_needs = Hier einen Thread zu eröffnen braucht die Berechtigung **Öffentliche Threads erstellen** (Create Public Threads), die du nicht hast.
thread_missing = Ich kann hier keinen Thread eröffnen: Mir fehlt die Berechtigung { $missing }. Wer den Server verwaltet, kann sie mir geben.
thread_private = Was ich hier weiß, gehört dir allein, darum kopiere ich es nicht in einen Thread, den andere lesen. `/thread` mit memory `without` geht.

## Changes of memory

undo = Rückgängig
edit_button = Bearbeiten
history_button = Verlauf
restore_button = Wiederherstellen
history_title = Was in meinem Gedächtnis geändert wurde
no_changes = Noch wurde nichts geändert.
choose_change = Eine Änderung ganz ansehen …
why = Warum
learned = Eine Nachricht hier wurde gelöscht, und ich habe vergessen, was darin stand. Das hatte ich daraus gelernt:
hidden = (wird hier nicht noch einmal gezeigt)
tended = Während niemand mit mir sprach, bin ich durchgegangen, was hier gesagt wurde.{ $facts ->
    [0] {""}
    [one] {" "}Eine Nachricht lässt sich jetzt auch mit anderen als ihren eigenen Worten finden.
   *[other] {" "}{ $facts } Nachrichten lassen sich jetzt auch mit anderen als ihren eigenen Worten finden.
}
more_changes = und { $count ->
    [one] { $count } weitere Änderung
   *[other] { $count } weitere Änderungen
}: { $names }
done_by = { $done } · { $who }
created = angelegt
extended = ergänzt
changed = geändert
rewritten = neu geschrieben
reset = zurückgesetzt
taken_back = rückgängig gemacht
restored = wiederhergestellt
no_longer_true = gilt nicht mehr
true_again = gilt wieder
taken_out = entfernt
put_back = zurückgelegt
by_me = durch mich
by_person = durch einen Menschen
by_me_quietly = durch mich, in einer ruhigen Stunde
by_program = durch das Programm
undo_gone = Diese Änderung ist in meinem Gedächtnis hier nicht mehr vorhanden.
undo_changed = Mein Gedächtnis hat sich gerade in diesem Augenblick geändert, deshalb wurde nichts rückgängig gemacht. Bitte versuch es noch einmal.
undo_beginning = Das kann ich nicht rückgängig machen: Davor gibt es nichts, so hat dieser Block angefangen.
undo_already = Das kann ich nicht rückgängig machen: Es ist nichts mehr davon übrig.
undo_conflict = Das kann ich nicht rückgängig machen, spätere Änderungen stehen im Weg: { $lines }.
line_gone = „{ $line }“ steht nicht mehr da

## The persona

persona_title = Wer ich hier bin

## Writing memory anew

edit_title = { $title } bearbeiten
edit_label = Was darin steht
edit_part = Teil { $number } von { $count }
no_block = So einen Block gibt es hier nicht. `/memory show` zeigt, welche es gibt.
block_changed = Jemand hat es geändert, während du geschrieben hast, darum wurde deines nicht gespeichert. Sieh es dir an und versuch es noch einmal.
block_same = Das steht dort schon. Nichts wurde geändert.
block_too_long_for_form = Das ist länger, als ein Formular von Discord fasst. Hier ist es als Datei: Ändere sie und schick sie mit `/memory edit` in der Option `file` zurück.
block_too_long = Es darf { $limit } Zeichen haben und deines hat { $would }: Kürze es um mindestens { $over }. Nichts wurde geändert.
block_empty = Eine Persona kann nicht leer sein. Nichts wurde geändert.
not_saved = Hier ist, was du geschrieben hast, damit es nicht verloren geht:
stands_now = Das steht jetzt dort:
restore_same = So ist es schon. Nichts wurde geändert.
nothing_to_undo = Es gibt keine Änderung, die du zurücknehmen könntest.

## The archive, and messages

no_passage = Im Archiv gibt es keinen Eintrag { $number }. `/memory search` zeigt die Nummern.
passage_empty = Darin stehen keine Worte. Nichts wurde gespeichert.
passage_too_long = Das ist { $over } Zeichen zu lang für einen Eintrag: Speichere es in Teilen.
tag_too_long = Ein Schlagwort darf höchstens { $limit } Zeichen haben.
too_many_tags = Höchstens { $limit } Schlagwörter, bitte.
menu_remember = Merk dir das
menu_forget = Vergiss das
menu_why = Warum hast du das gesagt?
remember_title = Merk dir das
remember_label = Was ich behalten soll
tags_label = Schlagwörter, mit Kommas dazwischen
remember_needs = Eine Nachricht wird in ihren eigenen Worten behalten, deshalb wurde nichts gespeichert. Andere Worte als die der Nachricht brauchen die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
remembered_as_yours = Das sind nicht die Worte der Nachricht, deshalb behalte ich sie als deine: Die Nachricht ist verlinkt, gilt aber nicht als ihre Quelle.
forgotten = Ich vergesse diese Nachricht. Falls ich etwas daraus gelernt hatte, liste ich es dort auf, wo sie steht, mit einem Knopf zum Zurücknehmen für jede Änderung.
forget_unknown = Das hat mir hier niemand gesagt, es gibt also nichts zu vergessen. Was ich selbst geschrieben habe, lässt sich zurücknehmen.
no_turn = Das ist keine Antwort von mir an diesem Ort, oder ich weiß nicht mehr, wie ich darauf kam.
why_title = Wie ich auf diese Antwort kam
why_blocks = Was ich vorher wusste
why_edits = Was ich in meinem Gedächtnis geändert habe
why_footer = { $steps ->
    [one] { $steps } Schritt
   *[other] { $steps } Schritte
} · { $calls ->
    [one] { $calls } Werkzeugaufruf
   *[other] { $calls } Werkzeugaufrufe
} · Trace { $trace }

## What is in the prompt

ctx_title = Was ich hier im Kopf habe
ctx_instructions = Anweisungen
ctx_tools = Werkzeuge
ctx_persona = Persona
ctx_people = Menschen
ctx_summary = Zusammenfassung des Früheren
ctx_queue = Gespräch
ctx_newest = die neuesten Nachrichten
ctx_answer = frei gehalten für meine Antwort
ctx_free = frei
ctx_left = Nach { $warning ->
    [one] { $warning } weiteren Token
   *[other] { $warning } weiteren Tokens
} soll ich sichern, was wichtig ist; nach { $eviction } gehen die ältesten Nachrichten in die Zusammenfassung über. Suchen kann ich sie weiterhin.
ctx_warned = Ich soll schon sichern, was wichtig ist; nach { $eviction ->
    [one] { $eviction } weiteren Token
   *[other] { $eviction } weiteren Tokens
} gehen die ältesten Nachrichten in die Zusammenfassung über. Suchen kann ich sie weiterhin.
ctx_footer = { $percent } % von { $window } Tokens
ctx_alt = Ein Balken, der zu { $percent } % voll ist. Tokens: { $parts }.

## Files

exported = { $files ->
    [one] Alles, woran ich mich hier erinnere, in einer Datei.
   *[other] Alles, woran ich mich hier erinnere, in { $files } Dateien, die zusammengehören.
} `/memory import` nimmt es wieder auf.
import_wrong = Das kann nicht aufgenommen werden: { $why }. Nichts wurde geändert.
file_refused = { $name } kann nicht verwendet werden: { $why }
file_too_large = Sie darf höchstens { $kilobytes } KiB haben.
not_text = Sie ist kein Text in UTF-8.
file_begun = Ich lese { $name }; das kann etwas dauern.
file_read = { $name } gelesen: { $pages }, Dokument { $number }.
file_not_read = { $name } nicht gelesen. { $why }
-readable = PDF, Text, Markdown, HTML, CSV, TSV und Quellcode
refused_kind = Gelesen werden nur { -readable }.
refused_binary = Das ist eine Binärdatei, und gelesen werden nur { -readable }.
refused_empty = Die Datei ist leer.
refused_no_pdf = Dem Namen nach ist es ein PDF, dem Inhalt nach keines.
refused_no_text = Darin steht kein Text.
refused_scan = In diesem PDF steht kein Text, es enthält nur Bilder (ein Scan?): Schick eines mit Text.
refused_locked = Die Datei ist mit einem Passwort geschützt: Schick sie ohne.
refused_damaged_pdf = Die Datei ist beschädigt: Kein Programm kann dieses PDF lesen.
refused_damaged_pages = Die Datei ist beschädigt: Keine ihrer Seiten lässt sich lesen.
refused_html = Ihr HTML lässt sich nicht lesen ({ $why }).
refused_memory = Die Datei ist beschädigt oder so gemacht, dass das Lesen zu viel Speicher braucht.
refused_slow = Das Lesen hat länger als { $seconds } gedauert und wurde abgebrochen.
refused_out_of_order = Sie lässt sich gerade nicht lesen: Wer mich betreibt, findet den Grund im Protokoll.
refused_bytes = Sie hat { $bytes } Bytes, erlaubt sind { $most } (KEEPSAKE_DOC_MAX_BYTES).
refused_pages = Sie hat { $pages } Seiten, erlaubt sind { $most } (KEEPSAKE_DOC_MAX_PAGES).
refused_chars = Sie hat mehr als { $most } Zeichen, die Grenze bei { $pages } (KEEPSAKE_DOC_MAX_PAGES).
refused_full = Hier liegen schon so viele Dokumente, wie aufbewahrt werden können ({ $most }, KEEPSAKE_DOC_MAX_PER_AGENT): Lösch erst eines.
refused_too_large = Sie hat mehr als { $most } Bytes, die Grenze.
refused_gone = Sie ist nicht mehr in Discord: Schick sie noch einmal.
refused_not_fetched = Sie ließ sich nicht von Discord holen: Schick sie gleich noch einmal.
refused_foreign = Sie kommt nicht von Discord.
refused_no_files = Dateien lassen sich hier nicht holen.
bad_card = Diese Figur kann ich nicht übernehmen: { $why }. Nichts wurde geändert.
card_neither = die Datei ist weder ein PNG-Bild noch JSON
card_picture = das Bild ist beschädigt
card_no_character = das Bild enthält keine Figur; manche Orte entfernen sie, wenn Bilder geteilt werden
card_unreadable = was sie enthält, ist keine Charakterkarte
card_empty = die Karte hat keinen Namen oder nichts, was die Figur beschreibt
card_too_large = die Karte ist zu groß
card_taken = Von jetzt an bin ich **{ $name }**.
card_cut = Die Karte ist länger als die { $limit } Zeichen einer Persona, deshalb wurde ihr Ende abgeschnitten.
card_instructions = Ihre eigenen Anweisungen an das Modell blieben weg: Übernommen wurde nur, wer die Figur ist.
card_lore = { $count ->
    [one] Ein Eintrag ihres Weltwissens blieb weg; gib ihn mir als Dokument.
   *[other] { $count } Einträge ihres Weltwissens blieben weg; gib sie mir als Dokument.
}

## Settings

settings_of_guild = Einstellungen dieses Servers
settings_of_channel = Einstellungen dieses Kanals
settings_legend = 🔹 hier gesetzt · ▫️ wie darüber oder wie üblich
settings_need_guild = Einstellungen des ganzen Servers brauchen die Berechtigung **Server verwalten**.
settings_need_channel = Einstellungen dieses Kanals brauchen die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
pick_setting = Was geändert werden soll
audit_button = Wer was geändert hat
back_button = Zurück
clear_button = Nicht mehr setzen
change_button = Ändern
audit_title = Wer was geändert hat
audit_empty = Noch wurde nichts geändert.
audit_total = { $count ->
    [one] insgesamt { $count } Änderung
   *[other] insgesamt { $count } Änderungen
}
everywhere = ganzer Server
not_set = (nicht gesetzt)
none_set = keine
on = an
off = aus
everybody = alle
all_but = { $allowed }, aber nicht { $denied }
usual_model = das übliche
for_good = für immer
days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
set_heard = Antworten
set_triggers = Was mich ruft
set_keywords = Stichwörter
set_bots = Andere Bots
set_access = Wem ich antworte
set_display = Gezeigtes Gedächtnis
set_agents = Wessen Gedächtnis
set_apart = Eigenes Gedächtnis für diesen Thread
set_quiet = Ruhezeiten
set_zone = Zeitzone
set_model = Modell
set_retention = Aufbewahrte Nachrichten
set_budgets = Grenzen pro Tag
about_heard = Aus: Ich antworte hier niemandem, auch nicht, wenn man mich beim Namen nennt.
about_triggers = Direktnachrichten rufen mich immer, @everyone und @here nie.
about_keywords = Wörter, die mich rufen, wenn „ein Stichwort“ zu dem gehört, was mich ruft. Ganze Wörter, groß oder klein geschrieben.
about_bots = An: Ich antworte auch anderen Bots und Webhooks, höchstens viermal, bevor wieder ein Mensch spricht.
about_access = Rollen und Menschen, denen ich antworte, und solche, denen ich nicht antworte. Wer unten gewählt wird, kommt dazu oder wird wieder entfernt. Ist niemand genannt, antworte ich allen; Menschen gehen vor Rollen.
about_display = Wie eine Änderung meines Gedächtnisses unter einer Antwort gezeigt wird.
about_agents = Ein Gedächtnis für alle in einem Kanal oder eines für jeden Menschen auf dem ganzen Server.
about_apart = An: Was in diesem Thread gesagt wird, bleibt darin, und vom Kanal weiß ich hier nichts.
about_quiet = Stunden, in denen ich nichts ungefragt schicke. Erinnerungen warten, bis sie vorbei sind.
about_zone = Nach welcher Uhr sich Ruhezeiten und Erinnerungen richten, zum Beispiel Europe/Berlin.
about_model = Welches Sprachmodell hier antwortet, mit dem Namen, den sein Anbieter ihm gibt.
about_retention = Ältere Nachrichten werden vergessen, im Verlauf und im Index. 0 behält sie für immer. Was ich davon aufgeschrieben habe, bleibt.
about_budgets = Was ein Mensch und der ganze Server von Mitternacht bis Mitternacht (UTC) verbrauchen dürfen. Ein leeres Feld heißt: keine Grenze.
trigger_mention = mein Name
trigger_reply = eine Antwort an mich
trigger_thread = ein Thread, an dem ich teilnehme
trigger_always = jede Nachricht
trigger_keyword = ein Stichwort
display_full = ganz
display_compact = in einer Zeile
display_reaction = als Reaktion
display_off = gar nicht
agents_channel = eines je Kanal
agents_member = eines je Mensch
allow_roles = Rollen, denen ich antworte
allow_people = Menschen, denen ich antworte
deny_roles = Rollen, denen ich nicht antworte
deny_people = Menschen, denen ich nicht antworte
budget_person_messages = { $most ->
    [one] { $most } Nachricht pro Mensch
   *[other] { $most } Nachrichten pro Mensch
}
budget_person_tokens = { $tokens } pro Mensch
budget_guild_messages = { $most ->
    [one] { $most } Nachricht auf dem Server
   *[other] { $most } Nachrichten auf dem Server
}
budget_guild_tokens = { $tokens } auf dem Server
label_keywords = Stichwörter, mit Kommas dazwischen
label_zone = Zeitzone, etwa Europe/Berlin
label_retention = Tage, 0 für immer
label_from = Von, etwa 22:00
label_to = Bis, etwa 07:00
label_person_messages = Nachrichten eines Menschen
label_person_tokens = Tokens eines Menschen
label_guild_messages = Nachrichten auf dem Server
label_guild_tokens = Tokens auf dem Server
no_number = „{ $text }“ ist keine Zahl, die hier passt. Nichts wurde geändert.
no_zone = „{ $text }“ ist keine Zeitzone, die ich kenne; eine heißt zum Beispiel Europe/Berlin. Nichts wurde geändert.
no_clock = „{ $text }“ ist keine Uhrzeit wie 22:00. Nichts wurde geändert.
bad_keywords = Es darf 25 Stichwörter von 1 bis 50 Zeichen geben. Nichts wurde geändert.
bad_names = Höchstens 100 Rollen und Menschen können genannt werden. Nichts wurde geändert.
bad_quiet = Ruhezeiten müssen zu verschiedenen Uhrzeiten beginnen und enden. Nichts wurde geändert.
bad_model = „{ $name }“ gehört nicht zu den Modellen, die zur Wahl stehen. Nichts wurde geändert. `/model` zeigt, welche es gibt.
bad_retention = Nachrichten werden 1 bis 3650 Tage aufbewahrt, oder mit 0 für immer. Nichts wurde geändert.
bad_triggers = Etwas muss mich rufen. Damit ich niemandem antworte, schalte das Antworten aus.
model_answers = Hier antwortet **{ $name }**.
model_from_here = Das wurde hier so gewählt.
model_from_channel = Das wurde für { $channel } so gewählt.
model_from_server = Das wurde für den ganzen Server so gewählt.
model_is_usual = Es ist das übliche Modell; ein anderes wurde nicht gewählt.
model_gone = Gewählt wurde **{ $name }**, aber wer mich betreibt, bietet es nicht mehr an.
model_choose = Zur Wahl stehen: { $names }.
model_alone = Ein anderes steht nicht zur Wahl.

## What is kept of people, and what they cost

notice = -# Was du mir sagst, wird gespeichert, damit ich mich daran erinnern kann. `/privacy` zeigt dir, was es ist, gibt es dir als Datei, löscht es oder nimmt dich ganz davon aus.
limit_person_messages = Ich beantworte am Tag { $most ->
    [one] eine Nachricht
   *[other] { $most } Nachrichten
} von jeder Person, und du hast mehr geschrieben. Deine Nachricht bleibt erhalten; schreib { $until } wieder.
limit_person_tokens = Was du heute von mir wolltest, hat die Grenze von { $tokens } pro Person erreicht. Deine Nachricht bleibt erhalten; schreib { $until } wieder.
limit_guild_messages = Ich beantworte auf diesem Server am Tag { $most ->
    [one] eine Nachricht
   *[other] { $most } Nachrichten
}, und es waren mehr. Deine Nachricht bleibt erhalten; schreib { $until } wieder.
limit_guild_tokens = Dieser Server hat seine Grenze von { $tokens } am Tag erreicht. Deine Nachricht bleibt erhalten; schreib { $until } wieder.
privacy_title = Was über dich gespeichert ist
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = Wo es liegt
kept_in = Aufbewahrt in: { $database }; gefunden durch: { $index }.
seen_by = Was du mir sagst, liest das Sprachmodell bei { $host }.
embedded_by = Auffindbar gemacht wird es durch { $host }.
usage_kept = Gezählt in den letzten 30 Tagen: { $messages }, { $tokens }.
nothing_held = Über dich ist nichts gespeichert.
is_opted_out = Du hast widersprochen: Ich nehme nichts auf, was du sagst.
characters_about = { $count } Zeichen über dich
changes_caused = { $count ->
    [one] { $count } Änderung durch dich oder deine Nachrichten
   *[other] { $count } Änderungen durch dich oder deine Nachrichten
}
kept_for = Nachrichten aufbewahrt: { $time }
place_dm = Direktnachrichten
place_member = ein Server, auf dem ich mich an dich getrennt von anderen erinnere
own_exported = Alles, was über dich gespeichert ist und dir gehört, Teil { $number }.
forget_question =
    Damit vergesse ich dich an **allen** Orten: was du gesagt hast, was ich dir geantwortet habe, was ich deshalb aufgeschrieben habe, deine Dokumente und Erinnerungen, was du selbst abgelegt hast, unsere Direktnachrichten als Ganzes. Was andere mit eigenen Worten über dich gesagt haben, bleibt ihres; was du beim Verwalten eines Orts in dessen Persona oder in die Blöcke anderer geschrieben hast, bleibt dort ohne deinen Namen.
    { -no-way-back }
forgotten_person = Vergessen: { $what }.
forgotten_checked = Ich habe noch einmal nachgesehen: Weder die Datenbank noch der Suchindex hält noch etwas, das du gesagt hast, das ich von dir gelernt habe oder das unter deiner Nummer steht. Was andere mit eigenen Worten über dich gesagt haben, bleibt ihres.
forgotten_unchecked = Der Suchindex hat noch nicht alles bestätigt. Er tut es von selbst, sobald er antwortet; du musst nichts weiter tun.
answers_gone = { $count ->
    [one] { $count } Antwort von mir
   *[other] { $count } Antworten von mir
}
quotes_gone = { $count ->
    [one] { $count } Zitat von dir
   *[other] { $count } Zitate von dir
}
blocks_gone = { $count ->
    [one] { $count } Block über dich
   *[other] { $count } Blöcke über dich
}
summaries_gone = { $count ->
    [one] { $count } Zusammenfassung
   *[other] { $count } Zusammenfassungen
}
reminders_count = { $count ->
    [one] { $count } Erinnerung
   *[other] { $count } Erinnerungen
}
agents_gone = { $count ->
    [one] { $count } Gedächtnis, das dir allein gehörte
   *[other] { $count } Gedächtnisse, die dir allein gehörten
}
waiting_gone = { $count ->
    [one] { $count } wartende Nachricht
   *[other] { $count } wartende Nachrichten
}
records_gone = { $count ->
    [one] { $count } Eintrag über Verbrauch oder Einstellungen
   *[other] { $count } Einträge über Verbrauch oder Einstellungen
}
opted_out = Erledigt: Ab jetzt nehme ich nichts auf, was du sagst, beantworte nichts davon und lasse deine Worte aus dem weg, was andere zitieren. Befehle gehen weiterhin, und mit `/privacy opt-in` höre ich dir wieder zu.
opted_out_already = Du hattest schon widersprochen: Ich nehme nichts auf, was du sagst.
opted_in = Erledigt: Ich höre dir wieder zu.
not_remembered = Wer das geschrieben hat, hat widersprochen: Ich behalte nichts von dem, was diese Person sagt.
opted_in_already = Du hattest nicht widersprochen; ich höre dir zu.
usage_title = Was du verbraucht hast
usage_footer = Ein Tag geht von Mitternacht bis Mitternacht UTC.
usage_today = Du, heute
usage_month = Du, in 30 Tagen
usage_guild_today = Dieser Server, heute
usage_guild_month = Dieser Server, in 30 Tagen
usage_top = Wer in 30 Tagen am meisten verbraucht hat:
tokens = { $count } Token

## Why there was no answer

doctor_title = Wie es mir hier geht
doctor_heard = Ich antworte in diesem Kanal.
doctor_not_heard = Ich wurde hier ausgeschaltet: `/settings`, Antworten.
doctor_permitted = Dir darf ich antworten.
doctor_not_permitted = Du gehörst nicht zu denen, denen ich hier antworten darf: `/settings`, Wem ich antworte.
doctor_permissions = Ich habe alle Berechtigungen, die ich in diesem Kanal brauche.
doctor_missing = Mir fehlen Berechtigungen in diesem Kanal: **{ $names }**. Wer den Server verwaltet, kann sie meiner Rolle geben, oder mir in den Einstellungen des Kanals.
doctor_content = Ich kann Nachrichten lesen, die nicht an mich gerichtet sind.
doctor_no_content = Ich kann keine Nachrichten lesen, die nicht an mich gerichtet sind: **Message Content Intent** ist aus. Erwähnungen, Antworten mit Ping an mich, Direktnachrichten und Befehle funktionieren; wer mich betreibt, kann es unter https://discord.com/developers/applications bei Bot einschalten.
doctor_triggers = Was mich hier ruft: { $triggers }.
doctor_search = Die Suche ist eingeschränkt: Bis der Index wieder arbeitet, werden nur Wörter verglichen. Noch aufzunehmen: { $count }.
doctor_dm = In Direktnachrichten antworte ich auf alles.
doctor_opted_out = Du hast widersprochen: Ich nehme nichts auf, was du sagst. Mit `/privacy opt-in` höre ich dir wieder zu.
doctor_person_limit = Was eine Person am Tag verbrauchen darf, ist verbraucht: Ich antworte dir { $until } wieder. `/usage` zeigt es.
doctor_guild_limit = Was dieser Server am Tag verbrauchen darf, ist verbraucht: Ich antworte hier { $until } wieder. `/usage` zeigt es.
doctor_ignored = { $link } wurde nicht beantwortet: { $why }.
doctor_not_ignored = Nichts spricht dagegen, { $link } zu beantworten. Wenn keine Antwort kam, bin ich vielleicht noch dabei, oder sie ist gescheitert; wer mich betreibt, findet die Ursache im Log.
doctor_no_number = Gib mir den Link einer Nachricht (Nachrichtenlink kopieren) oder ihre Nummer.
doctor_no_message = So eine Nachricht gibt es in diesem Kanal nicht, oder ich darf sie nicht lesen: Dafür braucht es **Kanäle ansehen** (**View Channels**) und **Nachrichtenverlauf anzeigen** (**Read Message History**). Frag im Kanal der Nachricht.
ignored_own = sie ist von mir selbst
ignored_bot = ein Bot hat sie geschrieben, und Bots antworte ich hier nicht (`/settings`, Andere Bots)
ignored_webhook = ein Webhook hat sie geschrieben, und Webhooks antworte ich hier nicht (`/settings`, Andere Bots)
ignored_system = Discord hat sie geschrieben, und niemand hat sie gesagt
ignored_not_addressed = nichts darin hat mich gerufen
ignored_everyone = sie hat alle gerufen und nicht mich im Besonderen
ignored_switched_off = ich bin hier ausgeschaltet (`/settings`, Antworten)
ignored_not_permitted = wer sie geschrieben hat, gehört nicht zu denen, denen ich hier antworten darf (`/settings`, Wem ich antworte)
ignored_opted_out = wer sie geschrieben hat, hat widersprochen (mit `/privacy opt-in` höre ich wieder zu)
ignored_bot_loop = ich hatte Bots viermal hintereinander geantwortet; erst muss wieder ein Mensch sprechen
ignored_crowded = dort wartete mehr, als ich beantworten konnte, deshalb habe ich sie nicht aufgenommen
ignored_unreadable = es stand nichts darin, was ich lesen kann; ohne **Message Content Intent** sehe ich nur, was an mich gerichtet ist
ignored_cannot_answer = ich darf dort nicht antworten; es fehlt: **{ $missing }**

## Answers under way

stopped = -# Gestoppt.
stop_button = Stopp
stop_done = Ich habe aufgehört.
stop_nothing = Ich antworte hier gerade auf nichts.
stop_not_yours = Nur der Mensch, auf dessen Nachricht ich antworte, kann mich stoppen, oder jemand mit der Berechtigung **Kanäle verwalten** oder **Server verwalten**.
retry_button = Noch einmal
retry_done = Ich versuche es noch einmal.
retry_nothing = Hier gibt es nichts, was ich noch einmal versuchen könnte: Keine Antwort ist gescheitert, und keine steht aus.
retry_running = Ich bin schon an der Antwort.
retry_not_yours = Nur wer auf diese Antwort wartet, kann es mich noch einmal versuchen lassen, oder jemand mit der Berechtigung **Kanäle verwalten** oder **Server verwalten**.
automod = Ich habe eine Antwort, aber AutoMod lässt sie auf diesem Server nicht durch.
not_showable = Ich habe eine Antwort, aber Discord lässt sie mich hier nicht zeigen.
no_embeds = -# Was ich in meinem Gedächtnis geändert habe, kann hier nicht gezeigt werden: Mir fehlt die Berechtigung Links einbetten (Embed Links). `/memory show` zeigt es.
memory_line = -# 📝 { $changes }
in_file = -# Diese Antwort ist lang: Ganz steht sie in der angehängten Datei.

## When something goes wrong

with_trace = { $sentence } (Trace { $trace })
failed = Bei mir ist etwas schiefgegangen, und es wurde nichts geändert. Bitte versuch es noch einmal.
not_taken_in = Ich konnte diese Nachricht nicht aufnehmen. Bitte schick sie gleich noch einmal.
no_room = Es wartet gerade mehr auf mich, als ich beantworten kann, deshalb habe ich diese Nachricht nicht aufgenommen. Bitte schick sie in einer Weile noch einmal. Auch was kommt, bevor ich aufgeholt habe, nehme ich nicht auf.
memory_away = Mein Gedächtnis ist gerade nicht zu erreichen. Was mir gesagt wird, wartet, und ich antworte, sobald es wieder da ist; niemand muss es noch einmal sagen.
slow = Mein Gedächtnis hat nicht rechtzeitig geantwortet. Bitte versuch es gleich noch einmal.
unreadable = Das kann ich nicht lesen: { $cause }.
model_silent = Das Modell hat mir keine Antwort gegeben. Deine Nachricht ist aufgehoben; bitte sag es gleich noch einmal.
lost_in_memory = Ich habe mich in meinem eigenen Gedächtnis verirrt und keine Antwort gefunden. Deine Nachricht ist aufgehoben; bitte frag noch einmal.
model_busy = Das Modell wird gerade zu oft gefragt. Deine Nachricht ist aufgehoben; bitte versuch es in einer Minute noch einmal.
too_much_to_read = Das war mehr, als das Modell auf einmal lesen kann. Deine Nachricht ist aufgehoben; bitte sag es kürzer.
model_refuses = Das Modell nimmt meine Anfragen nicht an; wer mich betreibt, muss die Einstellungen prüfen. Deine Nachricht ist aufgehoben.
model_away = Ich kann das Modell gerade nicht erreichen. Deine Nachricht ist aufgehoben; bitte versuch es später noch einmal.
model_slow = Das Modell hat zu lange für die Antwort gebraucht. Deine Nachricht ist aufgehoben; bitte versuch es später noch einmal.
waits_away = Ich kann das Modell gerade nicht erreichen. Ich versuche es wieder und antworte dann.
waits_busy = Das Modell wird gerade zu oft gefragt. Ich versuche es wieder und antworte dann.
waits_slow = Das Modell braucht gerade zu lange für die Antwort. Ich versuche es wieder und antworte dann.
model_unclear = Das Modell hat eine Antwort gegeben, die ich nicht lesen kann. Deine Nachricht ist aufgehoben; bitte versuch es noch einmal.
broken_inside = In mir ist etwas schiefgegangen. Deine Nachricht ist aufgehoben; bitte versuch es noch einmal.

## What Discord shows of the commands

cmd-help = Was ich bin und was du mich fragen kannst
cmd-memory = Was ich hier weiß
cmd-memory-show = Zeigen, woran ich mich hier erinnere
    .block = Welcher Block; ohne Angabe alle
cmd-memory-edit = Einen Block neu schreiben
    .block = Welcher Block
    .file = Der Block als Textdatei, wo er zu lang für ein Formular ist
cmd-memory-history = Zeigen, was in meinem Gedächtnis geändert wurde, und es zurücknehmen
    .block = Von welchem Block; ohne Angabe von allem
cmd-memory-add = Etwas im Archiv speichern
    .text = Was ich behalten soll
    .tags = Wörter, unter denen es zu finden ist, mit Kommas dazwischen
cmd-memory-delete = Einen Eintrag des Archivs löschen
    .number = Die Nummer des Eintrags
cmd-memory-undo = Die neueste Änderung meines Gedächtnisses zurücknehmen
cmd-memory-export = Gib mir alles, woran du dich hier erinnerst, als Datei
cmd-memory-import = Aufnehmen, was hier oder anderswo exportiert wurde
    .file = Eine Datei, die /memory export gemacht hat
    .file2 = Die zweite Datei desselben Exports
    .file3 = Die dritte Datei desselben Exports
    .file4 = Die vierte Datei desselben Exports
    .file5 = Die fünfte Datei desselben Exports
cmd-memory-search = Durchsuchen, was hier gesagt wurde und was ich im Archiv habe
    .text = Wonach gesucht wird
    .page = Welche Seite der Ergebnisse, ab 1
cmd-memory-reset = Mich vergessen lassen, was ich hier weiß
    .what = Was ich vergessen soll
    .what-core = Kerngedächtnis
    .what-archival = Archiv
    .what-history = Gesprächsverlauf
    .what-all = alles
cmd-docs = Die Dokumente, die ich hier bekommen habe
cmd-docs-list = Die Dokumente auflisten, die ich hier bekommen habe
    .page = Welche Seite der Liste, ab 1
cmd-docs-remove = Ein Dokument endgültig löschen
    .number = Die Nummer des Dokuments, wie /docs list sie zeigt
cmd-reminders = Woran ich hier erinnere
cmd-reminders-list = Auflisten, woran ich hier erinnere
cmd-reminders-add = Mich dich hier an etwas erinnern lassen
    .when = Wann: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = Was ich dann sagen soll
cmd-reminders-cancel = Eine Erinnerung absagen
    .number = Die Nummer der Erinnerung, wie /reminders list sie zeigt
cmd-thread = In einem neuen Thread weitermachen, in dem ich ein eigenes Gedächtnis habe
    .name = Wie der Thread heißt
    .memory = Ob ich dort weiß, was ich hier weiß; ohne Angabe: nein
    .memory-with = mit
    .memory-without = ohne
cmd-context = Zeigen, was ich hier im Kopf habe und wie viel Platz noch ist
cmd-persona = Wer ich hier bin
cmd-persona-show = Zeigen, wer ich hier bin
cmd-persona-edit = Mich zu jemand anderem machen
cmd-persona-preset = Mich zu einem von einigen machen, die bereitstehen
    .who = Wer ich sein soll
    .who-companion = Gefährte
    .who-assistant = Assistent
    .who-tutor = Lehrer
    .who-storyteller = Erzähler
    .who-coach = Coach
cmd-persona-import = Mich zu einer Figur von einer Karte machen
    .card = Eine Charakterkarte (V2 oder V3), als PNG-Bild oder JSON
cmd-settings = Wie ich mich hier verhalte, und wem gegenüber
    .of = Vom ganzen Server, oder nur von diesem Kanal oder Thread
    .of-server = Server
    .of-channel = Kanal
cmd-privacy = Was über dich gespeichert ist, und was du damit tun lassen kannst
cmd-privacy-show = Zeigen, was an allen Orten über dich gespeichert ist, und wo
cmd-privacy-export = Alles davon, was dir gehört, als Datei bekommen
cmd-privacy-forget-me = Mich dich an allen Orten vergessen lassen
cmd-privacy-opt-out = Ab jetzt nehme ich nichts auf, was du sagst
cmd-privacy-opt-in = Ich darf dir wieder zuhören
cmd-usage = Was du heute und in diesem Monat verbraucht hast
cmd-model = Welches Sprachmodell hier antwortet, und wie man ein anderes wählt
    .name = Das Modell, das von nun an antwortet; ohne Angabe sage ich, welches es tut
    .where = Nur für diesen Kanal oder Thread, oder für den ganzen Server; ohne Angabe nur hier
    .where-here = hier
    .where-server = Server
cmd-doctor = Warum ich hier nicht geantwortet habe
    .message = Der Link der Nachricht, oder ihre Nummer
cmd-stop = Die Antwort stoppen, an der ich gerade bin
cmd-retry = Noch einmal beantworten, was gescheitert ist oder auf das Modell wartet
