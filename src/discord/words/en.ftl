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
import_asks = This takes in { $what }.{ $known ->
    [0] {""}
    [one] {" "}One thing in it is here already and stays as it is.
   *[other] {" "}{ $known } things in it are here already and stay as they are.
} Blocks that are rewritten can be changed back with `/memory undo` or `/memory history`.
import_confirm = Take it in
import_cancel = Leave it
import_working = Taking it in …
import_kept = Nothing was taken in.
import_expired = Nobody answered, so nothing was taken in.
import_nothing = All that is in it is here already. Nothing was changed.
imported = Taken in: { $what }.

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = This memory belongs to everybody here. You may change the block about you and what came from your own words; the rest needs the permission **Manage Channels** or **Manage Server**.
forget_needs = Only the person who said it can let me forget it, or somebody with the permission **Manage Channels** or **Manage Server**.
export_needs = This memory belongs to everybody here. Taking all of it along needs the permission **Manage Channels** or **Manage Server**.
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
    [one] { $count } block
   *[other] { $count } blocks
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
choose_found = Delete or forget something of this …
delete_choice = Delete #{ $number }: { $text }
forget_choice = Forget { $who }: { $text }
list_old = This list is too old to be turned. Search again.
page_back = ‹ Back
page_on = On ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = Edit
history_button = History
restore_button = Restore
history_title = What was changed in my memory
no_changes = Nothing was changed yet.
choose_change = See a change whole …
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

edit_title = Edit { $title }
edit_label = What it says
edit_part = Part { $number } of { $count }
no_block = There is no such block here. `/memory show` shows which there are.
block_changed = Somebody changed it while you were writing, so yours was not saved. Look at it and try again.
block_same = It says that already. Nothing was changed.
block_too_long_for_form = This is longer than a Discord form can hold. Here it is as a file: change it and send it back with `/memory edit` in the option `file`.
block_needs_file = This is longer than a Discord form can hold. Use `/memory edit`, which gives it to you as a file.
block_too_long = It may have { $limit } characters and yours has { $would }: shorten it by at least { $over }. Nothing was changed.
block_empty = A persona cannot be empty. Nothing was changed.
not_saved = Here is what you wrote, so that it is not lost:
stands_now = This is what stands there now:
restore_same = It is like that now. Nothing was changed.
nothing_to_undo = There is no change that you could take back.

## The archive, and messages

no_passage = There is no passage { $number } in the archive. `/memory search` shows the numbers.
passage_empty = There are no words in it. Nothing was stored.
passage_too_long = It is { $over } characters too long for one passage: store it in parts.
tag_too_long = A tag may have at most { $limit } characters.
too_many_tags = At most { $limit } tags, please.
menu_remember = Remember this
menu_forget = Forget this
menu_why = Why did you say that?
remember_title = Remember this
remember_label = What I shall keep
tags_label = Tags, with commas between them
forgotten = I forget that message. If I had learned something from it, I list that where the message stands, with an Undo for each change.
forget_unknown = Nobody said that to me here, so there is nothing to forget. What I wrote myself can be taken back with Undo.
no_turn = That is no answer of mine in this place, or I no longer know how I came to it.
why_title = How I came to that answer
why_blocks = What I knew before
why_edits = What I changed in my memory
why_footer = { $steps ->
    [one] { $steps } step
   *[other] { $steps } steps
} · { $calls ->
    [one] { $calls } tool call
   *[other] { $calls } tool calls
} · trace { $trace }

## What is in the prompt

ctx_title = What I have in mind here
ctx_instructions = instructions
ctx_tools = tools
ctx_persona = persona
ctx_people = people
ctx_summary = summary of what came before
ctx_queue = conversation
ctx_newest = the newest messages
ctx_answer = kept free for my answer
ctx_free = free
ctx_left = After { $warning } more tokens I am told to save what matters; after { $eviction } the oldest messages leave my mind for the summary. I can still search them.
ctx_warned = I have been told to save what matters; after { $eviction } more tokens the oldest messages leave my mind for the summary. I can still search them.
ctx_footer = { $percent } % of { $window } tokens
ctx_alt = A bar that is { $percent } % full. Tokens: { $parts }.

## Files

exported = { $files ->
    [one] Everything I remember here, in one file.
   *[other] Everything I remember here, in { $files } files that belong together.
} `/memory import` takes it in again.
import_wrong = That cannot be taken in: { $why }. Nothing was changed.
file_refused = { $name } cannot be used: { $why }
file_too_large = it may have at most { $kilobytes } KiB.
not_text = it is not text in UTF-8.

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
cmd-memory-show = Show what I remember here
    .block = Which block; all without it
cmd-memory-edit = Write a block anew
    .block = Which block
    .file = The block as a text file, where it is too long for a form
cmd-memory-history = Show what was changed in my memory, and take it back
    .block = Of which block; of everything without it
cmd-memory-add = Store something in the archive
    .text = What I shall keep
    .tags = Words to find it by, with commas between them
cmd-memory-delete = Delete a passage of the archive
    .number = The number of the passage
cmd-memory-undo = Take the newest change of my memory back
cmd-memory-export = Give me everything you remember here as a file
cmd-memory-import = Take in what was exported, here or elsewhere
    .file = A file that /memory export made
    .file2 = The second file of the same export
    .file3 = The third file of the same export
    .file4 = The fourth file of the same export
    .file5 = The fifth file of the same export
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
cmd-context = Show what I have in mind here and how much room is left
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
