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
import_asks = यह { $what } को शामिल करता है।{ $known ->
    [0] {""}
    [one] {" "}इसमें की { $known } चीज़ पहले से यहाँ है और वैसी ही रहेगी।
   *[other] {" "}इसमें की { $known } चीज़ें पहले से यहाँ हैं और वैसी ही रहेंगी।
} दोबारा लिखे गए ब्लॉक `/memory undo` या `/memory history` से वापस बदले जा सकते हैं।
import_confirm = शामिल करें
import_cancel = रहने दें
import_working = शामिल हो रहा है …
import_kept = कुछ भी शामिल नहीं किया गया।
import_expired = किसी ने जवाब नहीं दिया, इसलिए कुछ भी शामिल नहीं किया गया।
import_nothing = इसमें जो कुछ है वह पहले से यहाँ है। कुछ नहीं बदला।
imported = शामिल किया गया: { $what }।

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = यह याददाश्त यहाँ सबकी है। आप अपने बारे में ब्लॉक और जो आपके अपने शब्दों से आया उसे बदल सकते हैं; बाकी के लिए **चैनल प्रबंधित करें** या **सर्वर प्रबंधित करें** की अनुमति चाहिए।
forget_needs = इसे केवल वही भुलवा सकता है जिसने यह कहा, या जिसके पास **चैनल प्रबंधित करें** या **सर्वर प्रबंधित करें** की अनुमति है।
export_needs = यह याददाश्त यहाँ सबकी है। पूरी साथ ले जाने के लिए **चैनल प्रबंधित करें** या **सर्वर प्रबंधित करें** की अनुमति चाहिए।
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
    [one] { $count } ब्लॉक
   *[other] { $count } ब्लॉक
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
choose_found = इनमें से कुछ हटाएँ या भुलाएँ …
delete_choice = हटाएँ #{ $number }: { $text }
forget_choice = भुलाएँ { $who }: { $text }
list_old = यह सूची पन्ने पलटने के लिए बहुत पुरानी है। फिर से खोजें।
page_back = ‹ पीछे
page_on = आगे ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = बदलें
history_button = इतिहास
restore_button = वापस लाएँ
history_title = मेरी याददाश्त में क्या बदला
no_changes = अभी तक कुछ नहीं बदला।
choose_change = कोई बदलाव पूरा देखें …
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

edit_title = { $title } बदलें
edit_label = इसमें क्या लिखा है
edit_part = भाग { $number } / { $count }
no_block = यहाँ ऐसा कोई ब्लॉक नहीं है। `/memory show` बताता है कि कौन से हैं।
block_changed = जब आप लिख रहे थे तब किसी ने इसे बदल दिया, इसलिए आपका लिखा सहेजा नहीं गया। इसे देखें और फिर कोशिश करें।
block_same = इसमें यही लिखा है। कुछ नहीं बदला।
block_too_long_for_form = यह Discord के फ़ॉर्म में आने से लंबा है। यह फ़ाइल के रूप में है: इसे बदलें और `/memory edit` के `file` विकल्प में वापस भेजें।
block_needs_file = यह Discord के फ़ॉर्म में आने से लंबा है। `/memory edit` का उपयोग करें, वह इसे फ़ाइल के रूप में देता है।
block_too_long = इसमें { $limit } अक्षर हो सकते हैं और आपके में { $would } हैं: इसे कम से कम { $over } छोटा करें। कुछ नहीं बदला।
block_empty = परसोना खाली नहीं हो सकता। कुछ नहीं बदला।
not_saved = Here is what you wrote, so that it is not lost:
stands_now = अभी वहाँ यह लिखा है:
restore_same = यह पहले से वैसा ही है। कुछ नहीं बदला।
nothing_to_undo = ऐसा कोई बदलाव नहीं है जिसे आप वापस ले सकें।

## The archive, and messages

no_passage = संग्रह में { $number } नंबर का कोई अंश नहीं है। `/memory search` नंबर दिखाता है।
passage_empty = इसमें कोई शब्द नहीं हैं। कुछ नहीं रखा गया।
passage_too_long = यह एक अंश के लिए { $over } अक्षर ज़्यादा लंबा है: इसे हिस्सों में रखें।
tag_too_long = एक टैग में ज़्यादा से ज़्यादा { $limit } अक्षर हो सकते हैं।
too_many_tags = कृपया ज़्यादा से ज़्यादा { $limit } टैग दें।
menu_remember = इसे याद रखो
menu_forget = इसे भूल जाओ
menu_why = तुमने ऐसा क्यों कहा?
remember_title = इसे याद रखो
remember_label = मुझे क्या रखना है
tags_label = टैग, बीच में अल्पविराम
forgotten = मैं उस संदेश को भूल रहा हूँ। अगर मैंने उससे कुछ सीखा था, तो मैं उसे वहीं सूचीबद्ध करूँगा जहाँ संदेश है, हर बदलाव के लिए वापस लेने के बटन के साथ।
forget_unknown = यहाँ मुझसे यह किसी ने नहीं कहा, इसलिए भूलने को कुछ नहीं है। जो मैंने खुद लिखा उसे वापस लिया जा सकता है।
no_turn = यह इस जगह मेरा जवाब नहीं है, या मुझे अब नहीं पता कि मैं उस तक कैसे पहुँचा।
why_title = मैं इस जवाब तक कैसे पहुँचा
why_blocks = मुझे पहले क्या पता था
why_edits = मैंने अपनी याददाश्त में क्या बदला
why_footer = { $steps ->
    [one] { $steps } कदम
   *[other] { $steps } कदम
} · { $calls ->
    [one] { $calls } टूल कॉल
   *[other] { $calls } टूल कॉल
} · ट्रेस { $trace }

## What is in the prompt

ctx_title = यहाँ मेरे ध्यान में क्या है
ctx_instructions = निर्देश
ctx_tools = टूल
ctx_persona = परसोना
ctx_people = लोग
ctx_summary = पहले की बातों का सार
ctx_queue = बातचीत
ctx_newest = सबसे नए संदेश
ctx_answer = मेरे जवाब के लिए खाली
ctx_free = खाली
ctx_left = { $warning } और टोकन के बाद मुझसे ज़रूरी बातें सहेजने को कहा जाएगा; { $eviction } के बाद सबसे पुराने संदेश सार में चले जाएँगे। मैं उन्हें फिर भी खोज सकता हूँ।
ctx_warned = मुझसे ज़रूरी बातें सहेजने को कहा जा चुका है; { $eviction } और टोकन के बाद सबसे पुराने संदेश सार में चले जाएँगे। मैं उन्हें फिर भी खोज सकता हूँ।
ctx_footer = { $window } टोकन का { $percent } %
ctx_alt = { $percent } % भरी हुई पट्टी। टोकन: { $parts }।

## Files

exported = { $files ->
    [one] जो कुछ मुझे यहाँ याद है, एक फ़ाइल में।
   *[other] जो कुछ मुझे यहाँ याद है, { $files } फ़ाइलों में जो साथ की हैं।
} `/memory import` इसे फिर से शामिल करता है।
import_wrong = इसे शामिल नहीं किया जा सकता: { $why }। कुछ नहीं बदला।
file_refused = { $name } का उपयोग नहीं हो सकता: { $why }
file_too_large = यह ज़्यादा से ज़्यादा { $kilobytes } KiB की हो सकती है।
not_text = यह UTF-8 में टेक्स्ट नहीं है।

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
cmd-memory-show = दिखाएँ कि मुझे यहाँ क्या याद है
    .block = कौन सा ब्लॉक; न देने पर सभी
cmd-memory-edit = कोई ब्लॉक नए सिरे से लिखें
    .block = कौन सा ब्लॉक
    .file = टेक्स्ट फ़ाइल के रूप में ब्लॉक, जब वह फ़ॉर्म के लिए बहुत लंबा हो
cmd-memory-history = दिखाएँ कि मेरी याददाश्त में क्या बदला, और उसे वापस लें
    .block = किस ब्लॉक का; न देने पर सबका
cmd-memory-add = संग्रह में कुछ रखें
    .text = मुझे क्या रखना है
    .tags = इसे खोजने के शब्द, बीच में अल्पविराम
cmd-memory-delete = संग्रह का कोई अंश हटाएँ
    .number = अंश का नंबर
cmd-memory-undo = मेरी याददाश्त का सबसे नया बदलाव वापस लें
cmd-memory-export = जो कुछ तुम्हें यहाँ याद है, फ़ाइल में दो
cmd-memory-import = यहाँ या कहीं और से निर्यात किया हुआ शामिल करें
    .file = /memory export की बनाई फ़ाइल
    .file2 = उसी निर्यात की दूसरी फ़ाइल
    .file3 = उसी निर्यात की तीसरी फ़ाइल
    .file4 = उसी निर्यात की चौथी फ़ाइल
    .file5 = उसी निर्यात की पाँचवीं फ़ाइल
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
cmd-context = दिखाएँ कि यहाँ मेरे ध्यान में क्या है और कितनी जगह बची है
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
