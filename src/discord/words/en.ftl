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
    `/thread` go on in a thread where I have a memory of my own
    `/reminders list`, `/reminders add`, `/reminders cancel` what I remind you of
    `/persona show`, `/persona edit`, `/persona preset`, `/persona import` who I am here
    `/privacy show` what is stored of you, and how to have it removed
    `/usage` what you have used
    `/settings` how I behave here, and for whom
    `/model` which language model answers here
    `/doctor` why I did not answer
    `/stop` stop the answer I am making
    `/retry` answer again what failed
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
seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
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
document_place = { $name }, document { $number }, page { $page }
me = me
nothing_found = Nothing found.
words_only = *Search is degraded at the moment: only words are matched, not meanings.*
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

## Reminders

reminders_title = What I remind people of here
no_reminders = There is nothing. Ask me to remind you of something, or use `/reminders add`.
every_day = every day at { $time }
every_workday = Monday to Friday at { $time }
every_week = every { $day ->
    [0] Monday
    [1] Tuesday
    [2] Wednesday
    [3] Thursday
    [4] Friday
    [5] Saturday
   *[6] Sunday
} at { $time }
reminder_set = Reminder { $number } is set for { $when }: { $text }
reminder_cancelled = Reminder { $number } is cancelled: { $text }
reminder_paused = It could not be delivered and is not sent any more: { $reason }
reminder_late = This was due { $when }.
reminder_time = { $why } It is { $now } now ({ $zone }). I read times like `in 20 minutes`, `tomorrow 9:00`, `friday 17:30`, `2026-05-31 18:30`, `every day 7:30` or `every monday 8:00`. Nothing was set.
time_unreadable = I cannot read that time.
time_past = That time is over.
time_far = That is more than ten years away.
reminder_text = A reminder says something, in at most { $most } characters. Nothing was set.
reminders_of_person = You have { $most } reminders, and that is the most I keep for one person. Cancel one first.
reminders_here = There are { $most } reminders here, and that is the most I keep for one place. One must be cancelled first.
no_reminder = There is no reminder { $number } here. `/reminders list` shows which there are.
reminder_needs = That is somebody else's reminder. Cancelling it needs the permission **Manage Channels** or **Manage Server**.

## Threads with a memory of their own

thread_opened = Go on in { $thread }.
thread_with = In this thread I have a memory of my own. It begins with a copy of what I know of the channel: the blocks of core memory and the summary of what was said, as they are now. I have neither the messages nor the archive of the channel here. What is said here stays here.
thread_without = In this thread I have a memory of my own, which is empty: I know nothing of what was said in the channel. What is said here stays here.
thread_not_here = `/thread` works in a channel of a server: here there is none that a thread could be opened in.
thread_not_in_such = Threads cannot be opened in a channel of this kind.
thread_nameless = A thread has a name. No thread was opened.
thread_needs = Opening a thread here needs the permission **Create Public Threads**, which you do not have.
thread_missing = I cannot open a thread here: I lack the permission { $missing }. Somebody who manages the server can give it to me.
thread_private = What I know here is yours alone, so I do not copy it into a thread that others read. `/thread` with memory `without` works.

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
block_too_long = It may have { $limit } characters and yours has { $would }: shorten it by at least { $over }. Nothing was changed.
block_empty = A persona cannot be empty. Nothing was changed.
not_saved = Here is what you wrote, so that it is not lost:
stands_now = This is what stands there now:
restore_same = It is like that now. Nothing was changed.
nothing_to_undo = There is no change that you could take back.

## The archive, and messages

no_passage = There is no passage { $number } in the archive. `/memory search` shows the numbers.
passage_empty = There are no words in it. Nothing was stored.
passage_too_long = It is { $over ->
    [one] { $over } character
   *[other] { $over } characters
} too long for one passage: store it in parts.
tag_too_long = A tag may have at most { $limit } characters.
too_many_tags = At most { $limit } tags, please.
menu_remember = Remember this
menu_forget = Forget this
menu_why = Why did you say that?
remember_title = Remember this
remember_label = What I shall keep
tags_label = Tags, with commas between them
remember_needs = A message is kept in its own words, so nothing was stored. Other words than those of the message need the permission **Manage Channels** or **Manage Server**.
remembered_as_yours = These are not the words of the message, so I keep them as yours: the message is linked, but not named as where they come from.
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
ctx_left = After { $warning ->
    [one] { $warning } more token
   *[other] { $warning } more tokens
} I am told to save what matters; after { $eviction } the oldest messages leave my mind for the summary. I can still search them.
ctx_warned = I have been told to save what matters; after { $eviction ->
    [one] { $eviction } more token
   *[other] { $eviction } more tokens
} the oldest messages leave my mind for the summary. I can still search them.
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

file_begun = Reading { $name }; this may take a while.
file_read = Read { $name }: { $pages }, document { $number }.
file_not_read = Did not read { $name }. { $why }
-readable = PDF, text, Markdown, HTML, CSV, TSV and source code
refused_kind = Only { -readable } can be read.
refused_binary = It is a binary file, and only { -readable } can be read.
refused_empty = It is empty.
refused_no_pdf = It is named as a PDF but is none.
refused_no_text = There is no text in it.
refused_scan = This PDF has no text in it, only pictures (a scan?): send one with text.
refused_locked = It is protected by a password: send it without one.
refused_damaged_pdf = It is damaged: no program can read this PDF.
refused_damaged_pages = It is damaged: none of its pages can be read.
refused_html = Its HTML cannot be read ({ $why }).
refused_memory = It is damaged, or made in a way that takes too much memory to read.
refused_slow = It took more than { $seconds } to read, and was given up.
refused_out_of_order = It cannot be read at the moment: whoever runs me finds the cause in the log.
refused_bytes = It has { $bytes } bytes, and { $most } are the limit (KEEPSAKE_DOC_MAX_BYTES).
refused_pages = It has { $pages } pages, and { $most } are the limit (KEEPSAKE_DOC_MAX_PAGES).
refused_chars = It has more than { $most } characters, the limit for { $pages } (KEEPSAKE_DOC_MAX_PAGES).
refused_full = As many documents as can be kept here ({ $most }) are here already (KEEPSAKE_DOC_MAX_PER_AGENT): remove one first.
refused_too_large = It has more than { $most } bytes, the limit.
refused_gone = It is no longer in Discord: send it again.
refused_not_fetched = It could not be fetched from Discord: send it again in a moment.
refused_foreign = It does not come from Discord.
refused_no_files = Files cannot be fetched here.

bad_card = I cannot take that character over: { $why }. Nothing was changed.
card_neither = the file is neither a PNG picture nor JSON
card_picture = the picture is damaged
card_no_character = the picture holds no character; some places take it out when pictures are shared
card_unreadable = what it holds is no character card
card_empty = the card has no name, or nothing that describes the character
card_too_large = the card is too large
card_taken = From now on I am **{ $name }**.
card_cut = The card is longer than the { $limit } characters of a persona, so its end was cut.
card_instructions = Its own instructions for the model were left out: only who the character is was taken over.
card_lore = { $count ->
    [one] One entry of its lore was left out; give it to me as a document.
   *[other] { $count } entries of its lore were left out; give them to me as a document.
}

## Settings

settings_of_guild = Settings of this server
settings_of_channel = Settings of this channel
settings_legend = 🔹 set here · ▫️ as it is above, or as usual
settings_need_guild = Settings of the whole server need the permission **Manage Server**.
settings_need_channel = Settings of this channel need the permission **Manage Channels** or **Manage Server**.
pick_setting = What to change
audit_button = Who changed what
back_button = Back
clear_button = Unset
change_button = Change
audit_title = Who changed what
audit_empty = Nothing was changed yet.
audit_total = { $count ->
    [one] { $count } change in all
   *[other] { $count } changes in all
}
everywhere = whole server
not_set = (not set)
none_set = none
on = on
off = off
everybody = everybody
all_but = { $allowed }, but not { $denied }
usual_model = the usual one
for_good = for good
days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
set_heard = Answering
set_triggers = What calls me
set_keywords = Keywords
set_bots = Other bots
set_access = Whom I answer
set_display = Memory shown
set_agents = Whose memory
set_apart = Own memory for this thread
set_quiet = Quiet hours
set_zone = Time zone
set_model = Model
set_retention = Messages kept
set_budgets = Limits a day
about_heard = Off: I answer nobody here, not even by name.
about_triggers = Direct messages always call me; @everyone and @here never do.
about_keywords = Words that call me when “a keyword” is among what calls me. Whole words, capital or small.
about_bots = On: I also answer other bots and webhooks, at most four times before a person speaks again.
about_access = Roles and people I answer, and those I do not. Whoever is chosen below is added, or taken away again. With none named I answer everybody; people go before roles.
about_display = How a change of my memory is shown below an answer.
about_agents = One memory for everybody in a channel, or one for each person in the whole server.
about_apart = On: what is said in this thread stays in it, and I know nothing of the channel here.
about_quiet = Hours in which I send nothing unasked. Reminders wait until they are over.
about_zone = By which clock quiet hours and reminders go, for example Europe/Berlin.
about_model = Which language model answers here, by the name its provider gives it.
about_retention = Older messages are forgotten, in history and index. 0 keeps them for good. What I wrote down of them stays.
about_budgets = What one person and the whole server may cost from midnight to midnight (UTC). An empty field is no limit.
trigger_mention = my name
trigger_reply = a reply to me
trigger_thread = a thread I take part in
trigger_always = every message
trigger_keyword = a keyword
display_full = full
display_compact = in one line
display_reaction = as a reaction
display_off = not at all
agents_channel = one per channel
agents_member = one per person
allow_roles = Roles I answer
allow_people = People I answer
deny_roles = Roles I do not answer
deny_people = People I do not answer
budget_person_messages = { $most ->
    [one] { $most } message per person
   *[other] { $most } messages per person
}
budget_person_tokens = { $tokens } per person
budget_guild_messages = { $most ->
    [one] { $most } message on the server
   *[other] { $most } messages on the server
}
budget_guild_tokens = { $tokens } on the server
label_keywords = Keywords, with commas between
label_zone = Time zone, like Europe/Berlin
label_retention = Days, 0 for good
label_from = From, like 22:00
label_to = To, like 07:00
label_person_messages = Messages of one person
label_person_tokens = Tokens of one person
label_guild_messages = Messages on the server
label_guild_tokens = Tokens on the server
no_number = “{ $text }” is not a number that fits here. Nothing was changed.
no_zone = “{ $text }” is no time zone I know; one is called Europe/Berlin, for example. Nothing was changed.
no_clock = “{ $text }” is no time of day like 22:00. Nothing was changed.
bad_keywords = There may be 25 keywords of 1 to 50 characters. Nothing was changed.
bad_names = At most 100 roles and people can be named. Nothing was changed.
bad_quiet = Quiet hours must begin and end at different times of the day. Nothing was changed.
bad_model = “{ $name }” is not among the models that can be chosen. Nothing was changed. `/model` shows which there are.
bad_retention = Messages are kept for 1 to 3650 days, or with 0 for good. Nothing was changed.
bad_triggers = Something must call me. To have me answer nobody, switch answering off.
model_answers = **{ $name }** answers here.
model_from_here = It was chosen here.
model_from_channel = It was chosen for { $channel }.
model_from_server = It was chosen for the whole server.
model_is_usual = It is the usual one; no other was chosen.
model_gone = **{ $name }** was chosen, but whoever runs me does not offer it any more.
model_choose = Can be chosen: { $names }.
model_alone = There is no other to choose.

## What is kept of people, and what they cost

notice = -# What you say to me is stored, so that I can remember it. `/privacy` shows you what, hands it out, removes it, or opts you out.
limit_person_messages = I answer { $most ->
    [one] one message
   *[other] { $most } messages
} of each person a day, and you have said more. Yours is kept; write again { $until }.
limit_person_tokens = What you asked of me today has reached the limit of { $tokens } for each person. Your message is kept; write again { $until }.
limit_guild_messages = I answer { $most ->
    [one] one message
   *[other] { $most } messages
} a day on this server, and there were more. Yours is kept; write again { $until }.
limit_guild_tokens = This server has reached its limit of { $tokens } a day. Your message is kept; write again { $until }.
privacy_title = What is stored of you
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = Where it is
kept_in = Kept in: { $database }; found by: { $index }.
seen_by = What you say to me is read by the language model at { $host }.
embedded_by = It is made findable by { $host }.
usage_kept = Counted over the last 30 days: { $messages }, { $tokens }.
nothing_held = Nothing is stored of you.
is_opted_out = You have opted out: I take in nothing that you say.
characters_about = { $count ->
    [one] { $count } character about you
   *[other] { $count } characters about you
}
changes_caused = { $count ->
    [one] { $count } change by you or because of your messages
   *[other] { $count } changes by you or because of your messages
}
kept_for = messages kept: { $time }
place_dm = direct messages
place_member = a server where I remember you apart from others
own_exported = All that is stored of you and is yours, part { $number }.
forget_question =
    This makes me forget you in **all** places: what you said, what I answered you, what I wrote down because of it, your documents and reminders, what you stored yourself, our direct messages as a whole. What others said of you in their own words stays theirs; what you, managing a place, wrote into its persona or into blocks of others stays there without your name.
    { -no-way-back }
forgotten_person = Forgotten: { $what }.
forgotten_checked = I have looked again: neither the database nor the index holds anything that you said, that was learned from you or that is kept under your number. What others said of you in their own words stays theirs.
forgotten_unchecked = The search index has not confirmed all of it yet. It does so by itself as soon as it answers; nothing more is for you to do.
answers_gone = { $count ->
    [one] { $count } answer of mine
   *[other] { $count } answers of mine
}
quotes_gone = { $count ->
    [one] { $count } quote of you
   *[other] { $count } quotes of you
}
blocks_gone = { $count ->
    [one] { $count } block about you
   *[other] { $count } blocks about you
}
summaries_gone = { $count ->
    [one] { $count } summary
   *[other] { $count } summaries
}
reminders_count = { $count ->
    [one] { $count } reminder
   *[other] { $count } reminders
}
agents_gone = { $count ->
    [one] { $count } memory that was yours alone
   *[other] { $count } memories that were yours alone
}
waiting_gone = { $count ->
    [one] { $count } message that was waiting
   *[other] { $count } messages that were waiting
}
records_gone = { $count ->
    [one] { $count } record of usage or settings
   *[other] { $count } records of usage or settings
}
opted_out = Done: from now on I take in nothing that you say, answer none of it, and leave your words out of what others quote. Commands still work, and `/privacy opt-in` lets me listen again.
opted_out_already = You had opted out already: I take in nothing that you say.
opted_in = Done: I listen to you again.
not_remembered = Whoever wrote that has opted out: I keep nothing that they say.
opted_in_already = You had not opted out; I listen to you.
usage_title = What you have used
usage_footer = A day goes from midnight to midnight UTC.
usage_today = You, today
usage_month = You, in 30 days
usage_guild_today = This server, today
usage_guild_month = This server, in 30 days
usage_top = Who used most in 30 days:
tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}

## Why there was no answer

doctor_title = How I am here
doctor_heard = I answer in this channel.
doctor_not_heard = I was switched off here: `/settings`, Answering.
doctor_permitted = I may answer you.
doctor_not_permitted = You are not among those I may answer here: `/settings`, Whom I answer.
doctor_permissions = I have all the permissions I need in this channel.
doctor_missing = I lack permissions in this channel: **{ $names }**. Whoever manages the server can give them to my role, or to me in the channel's settings.
doctor_content = I can read messages that do not address me.
doctor_no_content = I cannot read messages that do not address me: **Message Content Intent** is off. Mentions, replies that ping me, direct messages and commands work; whoever runs me can switch it on at https://discord.com/developers/applications under Bot.
doctor_triggers = What calls me here: { $triggers }.
doctor_search = Search is degraded: until the index works again, only words are matched. Waiting to be indexed: { $count }.
doctor_dm = In direct messages I answer everything.
doctor_opted_out = You have opted out: I take in nothing that you say. `/privacy opt-in` lets me listen again.
doctor_person_limit = What one person may use a day is used up: I answer you again { $until }. `/usage` shows it.
doctor_guild_limit = What this server may use a day is used up: I answer here again { $until }. `/usage` shows it.
doctor_ignored = { $link } was not answered: { $why }.
doctor_not_ignored = Nothing speaks against answering { $link }. If no answer came, I may still be at it, or it failed; whoever runs me finds the cause in the log.
doctor_no_number = Give me the link of a message (Copy Message Link) or its number.
doctor_no_message = There is no such message in this channel, or I may not read it: that needs **View Channels** and **Read Message History**. Ask in the channel of the message.
ignored_own = it is my own
ignored_bot = a bot wrote it, and I do not answer bots here (`/settings`, Other bots)
ignored_webhook = a webhook wrote it, and I do not answer webhooks here (`/settings`, Other bots)
ignored_system = Discord wrote it and nobody said it
ignored_not_addressed = nothing in it called me
ignored_everyone = it called everybody, and not me in particular
ignored_switched_off = I am switched off here (`/settings`, Answering)
ignored_not_permitted = its author is not among those I may answer here (`/settings`, Whom I answer)
ignored_opted_out = its author has opted out (`/privacy opt-in` lets me listen again)
ignored_bot_loop = I had answered bots four times in a row; a person must speak first
ignored_crowded = more was waiting there than I could answer, so I did not take it in
ignored_unreadable = there was nothing in it that I can read; without **Message Content Intent** I see only what addresses me
ignored_cannot_answer = I may not answer there; missing: **{ $missing }**

## Answers under way

stopped = -# Stopped.
stop_button = Stop
stop_done = I have stopped.
stop_nothing = I am not answering anything here at the moment.
stop_not_yours = Only the person whose message I am answering can stop me, or somebody with the permission **Manage Channels** or **Manage Server**.
retry_button = Try again
retry_done = I am trying again.
retry_nothing = There is nothing here to try again: no answer failed, and none waits.
retry_running = I am already working on the answer.
retry_not_yours = Only somebody who waits for that answer can have me try again, or somebody with the permission **Manage Channels** or **Manage Server**.
automod = I have an answer, but this server's AutoMod does not let it through.
not_showable = I have an answer, but Discord does not let me show it here.
no_embeds = -# What I changed in my memory cannot be shown here: I lack the permission Embed Links. `/memory show` shows it.
memory_line = -# 📝 { $changes }
in_file = -# This answer is long: all of it is in the attached file.

## When something goes wrong

with_trace = { $sentence } (trace { $trace })
failed = Something went wrong on my side, and nothing was changed. Please try again.
not_taken_in = I could not take that message in. Please send it again in a moment.
no_room = More is waiting for me than I can answer just now, so I did not take that message in. Please send it again in a while. What comes before I have caught up is not taken in either.
memory_away = My memory cannot be reached just now. What is said to me waits, and I answer when it is back; nobody has to say it again.
slow = My memory did not answer in time. Please try again in a moment.
unreadable = I cannot read that: { $cause }.
model_silent = The model gave me no answer. Your message is kept; please say it again in a moment.
lost_in_memory = I got lost in my own memory and found no answer. Your message is kept; please ask again.
model_busy = The model is asked too much at the moment. Your message is kept; please try again in a minute.
too_much_to_read = That was more than the model can read at once. Your message is kept; please say it in a shorter way.
model_refuses = The model does not accept my requests; whoever runs me has to look at its settings. Your message is kept.
model_away = I cannot reach the model at the moment. Your message is kept; please try again later.
model_slow = The model took too long to answer. Your message is kept; please try again later.
waits_away = I cannot reach the model just now. I will try again and answer then.
waits_busy = The model is asked too much just now. I will try again and answer then.
waits_slow = The model takes too long to answer just now. I will try again and answer then.
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
cmd-reminders = What I remind people of here
cmd-reminders-list = List what I remind people of here
cmd-reminders-add = Have me remind you of something here
    .when = When: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = What I shall say then
cmd-reminders-cancel = Cancel a reminder
    .number = The number of the reminder, as /reminders list shows it
cmd-thread = Go on in a new thread, where I have a memory of my own
    .name = What the thread is called
    .memory = Whether I know there what I know here; without, if you do not say
    .memory-with = with
    .memory-without = without
cmd-context = Show what I have in mind here and how much room is left
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
cmd-persona-preset = Make me one of a few who are ready
    .who = Who I shall be
    .who-companion = companion
    .who-assistant = assistant
    .who-tutor = tutor
    .who-storyteller = storyteller
    .who-coach = coach
cmd-persona-import = Make me a character from a card
    .card = A character card (V2 or V3), as a PNG picture or JSON
cmd-settings = How I behave here, and for whom
    .of = Of the whole server, or of this channel or thread only
    .of-server = server
    .of-channel = channel
cmd-privacy = What is stored of you, and what you can have done with it
cmd-privacy-show = Show what is stored of you, in all places, and where
cmd-privacy-export = Get all that is yours of it as a file
cmd-privacy-forget-me = Have me forget you, in all places
cmd-privacy-opt-out = From now on I take in nothing that you say
cmd-privacy-opt-in = I may listen to you again
cmd-usage = What you have cost today and this month
cmd-model = Which language model answers here, and how to choose another
    .name = The model that answers from now on; without it I say which one does
    .where = For this channel or thread only, or for the whole server; here, if you do not say
    .where-here = here
    .where-server = server
cmd-doctor = Why I did not answer here
    .message = The link of the message, or its number
cmd-stop = Stop the answer I am making
cmd-retry = Answer again what failed or still waits for the model
