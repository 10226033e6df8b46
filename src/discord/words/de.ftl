# What the Discord side says, in English. Every language file has the same messages with the same variables.
# Names of commands and their options stay English everywhere; so do `core`, `page` and the like in code.

-no-way-back = **It cannot be undone.**

help =
    I am an agent that remembers. Mention me, reply to me or write me a direct message and I answer. In a thread that I take part in I answer without being mentioned.

    While we talk I write down what matters: in **core memory**, which I always see, and in the **archive**, which I search. Each change is shown below my answer, with before and after. Everybody who can read a channel shares my memory of it; direct messages are yours alone.

    `/memory show`, `/memory edit` what I remember here
    `/memory search` find it in messages and the archive, and delete it there
    `/memory add`, `/memory delete` what stands in the archive
    `/memory history`, `/memory undo` what was changed, and take it back
    `/memory export`, `/memory import` take my memory along
    `/memory reset` make me forget
    `/context` how much I have in mind
    `/docs list`, `/docs remove` the files you gave me to read
    `/persona show` who I am here
    `/persona edit` make me somebody else
    Messages have *Remember this*, *Forget this* and *Why did you say that?* in their menu under Apps.

## Questions before something is taken away

confirm = Take it away
cancel = Keep it
not_yours = Only the person who asked can answer this.
question_over = This question was already answered or has expired. Ask again.
expired = Nobody answered, so nothing was taken away.
kept = Nothing was taken away.
working = Taking it away …
reset_core =
    This takes away core memory: every block goes back to its beginning. Their history stays.
    { -no-way-back }
reset_archival =
    This takes away the archive, with its history: { $held }.
    { -no-way-back }
reset_history =
    This takes away the conversation, with its summaries: { $messages }. What I wrote down of it stays.
    { -no-way-back }
reset_all =
    This takes away everything: { $held }, { $messages }, what stands in core memory, and the history of every change.
    { -no-way-back }
taken_away = Taken away: { $what }.
nothing_taken_away = There was nothing to take away.
removal =
    This takes away document { $number }, { $name } ({ $pages }).
    { -no-way-back }
removed = Taken away: document { $number }, { $name }.
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

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = Dieses Gedächtnis gehört allen hier. Du darfst den Block über dich ändern und was aus deinen eigenen Worten kam; alles andere braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
forget_needs = Nur wer es gesagt hat, kann es mich vergessen lassen, oder jemand mit der Berechtigung **Kanäle verwalten** oder **Server verwalten**.
export_needs = Dieses Gedächtnis gehört allen hier. Alles davon mitzunehmen braucht die Berechtigung **Kanäle verwalten** oder **Server verwalten**.
undo_needs = Only the person whose message it was can take this back, or somebody with the permission **Manage Channels** or **Manage Server**.

## How much there is

messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
passages = { $count ->
    [one] { $count } passage
   *[other] { $count } passages
}
archived = { $count ->
    [one] { $count } passage in the archive
   *[other] { $count } passages in the archive
}
documents = { $count ->
    [one] { $count } document
   *[other] { $count } documents
}
pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
blocks_back = { $count ->
    [one] { $count } block back to its beginning
   *[other] { $count } blocks back to their beginnings
}
recorded_changes = { $count ->
    [one] { $count } recorded change
   *[other] { $count } recorded changes
}
blocks_rewritten = { $count ->
    [one] { $count } Block
   *[other] { $count } Blöcke
}
both = { $one }, { $other }

## Memory that is shown

memory_title = What I remember here
held = { $messages } and { $archived } since { $since }.
held_with_documents = { $messages }, { $archived } and { $documents } since { $since }.
fill = Fill
version = version { $number }
empty_block = (empty)
persona_block = persona
human_block = human · { $name }
archive = archive
search_of_message = search · a message
no_memory = There is no memory here yet. Say something to me first.

## Lists and what a search found

search_title = Search: { $query }
nothing_found = Nothing found.
inexact = *The exact words stand nowhere; these come nearest.*
open_link = open
score = { $percent } %
choose_found = Etwas davon löschen oder vergessen …
delete_choice = #{ $number } löschen: { $text }
forget_choice = { $who } vergessen: { $text }
list_old = Diese Liste ist zu alt zum Blättern. Such noch einmal.
page_back = ‹ Zurück
page_on = Weiter ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = Bearbeiten
history_button = Verlauf
restore_button = Wiederherstellen
history_title = Was in meinem Gedächtnis geändert wurde
no_changes = Noch wurde nichts geändert.
choose_change = Eine Änderung ganz ansehen …
why = Why
learned = A message here was deleted, and I have forgotten what it said. This is what I had learned from it:
hidden = (not shown again here)
tended = While nobody talked to me I went through what was said here.{ $facts ->
    [0] {""}
    [one] {" "}One message is found by more than its own words now.
   *[other] {" "}{ $facts } messages are found by more than their own words now.
}
more_changes = and { $count ->
    [one] { $count } more change
   *[other] { $count } more changes
}: { $names }
done_by = { $done } by { $who }
created = created
extended = extended
changed = changed
rewritten = rewritten
reset = reset
taken_back = taken back
restored = restored
no_longer_true = no longer true
true_again = true again
taken_out = removed
put_back = put back
by_me = me
by_person = a person
by_me_quietly = me, in a quiet hour
by_program = the program
undo_gone = That change is not in my memory of this place any more.
undo_changed = My memory changed at this very moment, so nothing was taken back. Please try again.
undo_beginning = I cannot take that back: there is nothing before it: it is how this block began.
undo_already = I cannot take that back: nothing is left of it to take back.
undo_conflict = I cannot take that back: later changes stand in the way: { $lines }.
line_gone = “{ $line }” is not there any more

## The persona

persona_title = Who I am here

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
not_saved = Here is what you wrote, so that it is not lost:
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

## When something goes wrong

with_trace = { $sentence } (trace { $trace })
failed = Something went wrong on my side, and nothing was changed. Please try again.
not_taken_in = I could not take that message in. Please send it again in a moment.
slow = My memory did not answer in time. Please try again in a moment.
unreadable = I cannot read that: { $cause }.
model_silent = The model gave me no answer. Your message is kept; please say it again in a moment.
lost_in_memory = I got lost in my own memory and found no answer. Your message is kept; please ask again.
model_busy = The model is asked too much at the moment. Your message is kept; please try again in a minute.
too_much_to_read = That was more than the model can read at once. Your message is kept; please say it in a shorter way.
model_refuses = The model does not accept my requests; whoever runs me has to look at its settings. Your message is kept.
model_away = I cannot reach the model at the moment. Your message is kept; please try again later.
model_slow = The model took too long to answer. Your message is kept; please try again later.
model_unclear = The model gave an answer that I cannot read. Your message is kept; please try again.
broken_inside = Something went wrong inside me. Your message is kept; please try again.

## What Discord shows of the commands

cmd-help = What I am and what you can ask me
cmd-memory = What I remember here
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
cmd-memory-search = Search what was said here and what I keep in the archive
    .text = What to look for
    .page = Which page of the results, from 1
cmd-memory-reset = Make me forget what I remember here
    .what = What I shall forget
    .what-core = core
    .what-archival = archival
    .what-history = history
    .what-all = all
cmd-docs = The documents I was given here
cmd-docs-list = List the documents I was given here
    .page = Which page of the list, from 1
cmd-docs-remove = Take a document away for good
    .number = The number of the document, as /docs list shows it
cmd-context = Zeigen, was ich hier im Kopf habe und wie viel Platz noch ist
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
