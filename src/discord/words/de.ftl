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
persona_label = Persona
persona_changed = Während du geschrieben hast, hat jemand anderes die Persona geändert, deshalb wurde deine nicht gespeichert. Öffne `/persona edit` noch einmal.
persona_same = Genau das steht schon in der Persona. Es wurde nichts geändert.
persona_too_long_for_form = Die Persona ist länger als die 4000 Zeichen, die in ein Formular von Discord passen, deshalb lässt sie sich hier nicht bearbeiten.
persona_too_long = Die Persona darf { $limit } Zeichen haben und deine hat { $would }: Kürze sie um mindestens { $over }. Es wurde nichts geändert.
persona_empty = Eine Persona darf nicht leer sein. Es wurde nichts geändert.
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
cmd-memory-show = Zeigen, was ich hier weiß
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
