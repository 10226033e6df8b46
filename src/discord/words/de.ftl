# German. Persons are addressed with "du". core memory: Kerngedächtnis · archive: Archiv · passage: Eintrag · block: Block

-no-way-back = **Das lässt sich nicht rückgängig machen.**

help =
    Ich bin ein Agent mit Gedächtnis. Erwähne mich, antworte mir oder schreib mir eine Direktnachricht, dann antworte ich. In einem Thread, an dem ich teilnehme, antworte ich auch ohne Erwähnung.

    Während wir reden, schreibe ich auf, was wichtig ist: ins **Kerngedächtnis**, das ich immer vor mir habe, und ins **Archiv**, das ich durchsuche. Jede Änderung steht unter meiner Antwort, mit Vorher und Nachher. Alle, die einen Kanal lesen können, teilen sich dort mein Gedächtnis; Direktnachrichten gehören dir allein.

    `/memory show` was ich hier weiß
    `/memory search` Nachrichten und Archiv durchsuchen
    `/memory reset` mich vergessen lassen
    `/docs list`, `/docs remove` die Dokumente, die du mir zu lesen gegeben hast
    `/persona show` wer ich hier bin
    `/persona edit` mich zu jemand anderem machen

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

## Who may do what

reset_needs = Das Gedächtnis dieses Kanals gehört allen hier. Zum Zurücksetzen braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
docs_needs = Diese Dokumente gehören allen hier. Um eines zu löschen, braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
persona_needs = Ich bin in diesem Kanal für alle gleich. Um zu ändern, wer ich bin, braucht man die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
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
blocks_back = { $count ->
    [one] { $count } Block zurück am Anfang
   *[other] { $count } Blöcke zurück am Anfang
}
recorded_changes = { $count ->
    [one] { $count } aufgezeichnete Änderung
   *[other] { $count } aufgezeichnete Änderungen
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
inexact = *Der genaue Wortlaut steht nirgends; das hier kommt ihm am nächsten.*
open_link = öffnen
no_page = Eine Seite { $page } gibt es nicht: Seite { $pages }/{ $pages }, { $total } gefunden.
page_of_found = Seite { $page }/{ $pages } · { $total } gefunden
page_of_all = Seite { $page }/{ $pages } · insgesamt { $total }
next_page = weiter: page:{ $page }
docs_title = Dokumente, die ich hier lesen kann
no_documents = Es gibt keine. Häng ein PDF, eine Text-, Markdown-, HTML-, CSV- oder Quelltextdatei an eine Nachricht an mich, dann lese ich sie.
no_document = Ein Dokument { $number } gibt es hier nicht. `/docs list` zeigt, welche es gibt.

## Changes of memory

undo = Rückgängig
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
not_saved = Hier ist, was du geschrieben hast, damit es nicht verloren geht:

## When something goes wrong

with_trace = { $sentence } (Trace { $trace })
failed = Bei mir ist etwas schiefgegangen, und es wurde nichts geändert. Bitte versuch es noch einmal.
not_taken_in = Ich konnte diese Nachricht nicht aufnehmen. Bitte schick sie gleich noch einmal.
slow = Mein Gedächtnis hat nicht rechtzeitig geantwortet. Bitte versuch es gleich noch einmal.
unreadable = Das kann ich nicht lesen: { $cause }.
model_silent = Das Modell hat mir keine Antwort gegeben. Deine Nachricht ist aufgehoben; bitte sag es gleich noch einmal.
lost_in_memory = Ich habe mich in meinem eigenen Gedächtnis verirrt und keine Antwort gefunden. Deine Nachricht ist aufgehoben; bitte frag noch einmal.
model_busy = Das Modell wird gerade zu oft gefragt. Deine Nachricht ist aufgehoben; bitte versuch es in einer Minute noch einmal.
too_much_to_read = Das war mehr, als das Modell auf einmal lesen kann. Deine Nachricht ist aufgehoben; bitte sag es kürzer.
model_refuses = Das Modell nimmt meine Anfragen nicht an; wer mich betreibt, muss die Einstellungen prüfen. Deine Nachricht ist aufgehoben.
model_away = Ich kann das Modell gerade nicht erreichen. Deine Nachricht ist aufgehoben; bitte versuch es später noch einmal.
model_slow = Das Modell hat zu lange für die Antwort gebraucht. Deine Nachricht ist aufgehoben; bitte versuch es später noch einmal.
model_unclear = Das Modell hat eine Antwort gegeben, die ich nicht lesen kann. Deine Nachricht ist aufgehoben; bitte versuch es noch einmal.
broken_inside = In mir ist etwas schiefgegangen. Deine Nachricht ist aufgehoben; bitte versuch es noch einmal.

## What Discord shows of the commands

cmd-help = Was ich bin und was du mich fragen kannst
cmd-memory = Was ich hier weiß
cmd-memory-show = Zeigen, woran ich mich hier erinnere
    .block = Welcher Block; ohne Angabe alle
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
cmd-persona = Wer ich hier bin
cmd-persona-show = Zeigen, wer ich hier bin
cmd-persona-edit = Mich zu jemand anderem machen

## Questions before something is taken away

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

memory_needs = Dieses Gedächtnis gehört allen hier. Du darfst den Block über dich ändern und was aus deinen eigenen Worten kam; alles andere braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
forget_needs = Nur wer es gesagt hat, kann es mich vergessen lassen, oder jemand mit der Berechtigung **Kanäle verwalten** oder **Server verwalten**.
export_needs = Dieses Gedächtnis gehört allen hier. Alles davon mitzunehmen braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.

## How much there is

blocks_rewritten = { $count ->
    [one] { $count } Block
   *[other] { $count } Blöcke
}

## Lists and what a search found

score = { $percent } %
choose_found = Etwas davon löschen oder vergessen …
delete_choice = #{ $number } löschen: { $text }
forget_choice = { $who } vergessen: { $text }
list_old = Diese Liste ist zu alt zum Blättern. Such noch einmal.
page_back = ‹ Zurück
page_on = Weiter ›

## Changes of memory

edit_button = Bearbeiten
history_button = Verlauf
restore_button = Wiederherstellen
history_title = Was in meinem Gedächtnis geändert wurde
no_changes = Noch wurde nichts geändert.
choose_change = Eine Änderung ganz ansehen …

## Writing memory anew

edit_title = { $title } bearbeiten
edit_label = Was darin steht
edit_part = Teil { $number } von { $count }
no_block = So einen Block gibt es hier nicht. `/memory show` zeigt, welche es gibt.
block_changed = Jemand hat es geändert, während du geschrieben hast, darum wurde deines nicht gespeichert. Sieh es dir an und versuch es noch einmal.
block_same = Das steht dort schon. Nichts wurde geändert.
block_too_long_for_form = Das ist länger, als ein Formular von Discord fasst. Hier ist es als Datei: Ändere sie und schick sie mit `/memory edit` in der Option `file` zurück.
block_needs_file = Das ist länger, als ein Formular von Discord fasst. Nimm `/memory edit`, das gibt es dir als Datei.
block_too_long = Es darf { $limit } Zeichen haben und deines hat { $would }: Kürze es um mindestens { $over }. Nichts wurde geändert.
block_empty = Eine Persona kann nicht leer sein. Nichts wurde geändert.
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
} · Spur { $trace }

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
ctx_left = Nach weiteren { $warning } Tokens soll ich sichern, was wichtig ist; nach { $eviction } gehen die ältesten Nachrichten in die Zusammenfassung über. Suchen kann ich sie weiterhin.
ctx_warned = Ich soll schon sichern, was wichtig ist; nach weiteren { $eviction } Tokens gehen die ältesten Nachrichten in die Zusammenfassung über. Suchen kann ich sie weiterhin.
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

## What Discord shows of the commands

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
cmd-context = Zeigen, was ich hier im Kopf habe und wie viel Platz noch ist
