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
import_asks = { $what }を取り込みます。{ $known ->
    [0] {""}
   *[other] そのうち{ $known }件はすでにここにあり、そのまま残ります。
}書き直されたブロックは`/memory undo`や`/memory history`で元に戻せます。
import_confirm = 取り込む
import_cancel = やめる
import_working = 取り込み中…
import_kept = 何も取り込みませんでした。
import_expired = 返事がなかったので、何も取り込みませんでした。
import_nothing = 中身はすべてここにあります。何も変わっていません。
imported = 取り込みました：{ $what }。

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = この記憶はここにいるみんなのものです。あなたについてのブロックと、あなた自身の言葉から生まれたものは変えられます。それ以外には**チャンネルの管理**か**サーバー管理**の権限が必要です。
forget_needs = 忘れさせることができるのは、それを言った本人か、**チャンネルの管理**か**サーバー管理**の権限を持つ人だけです。
export_needs = この記憶はここにいるみんなのものです。すべてを持ち出すには**チャンネルの管理**か**サーバー管理**の権限が必要です。
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
blocks_rewritten = ブロック{ $count }個
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
choose_found = この中から削除するか忘れる…
delete_choice = 削除 #{ $number }：{ $text }
forget_choice = 忘れる { $who }：{ $text }
list_old = この一覧は古くてめくれません。もう一度検索してください。
page_back = ‹ 前へ
page_on = 次へ ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = 編集
history_button = 履歴
restore_button = 復元
history_title = 私の記憶で変わったこと
no_changes = まだ何も変わっていません。
choose_change = 変更の全体を見る…
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

edit_title = { $title }を編集
edit_label = 書かれていること
edit_part = { $number }／{ $count }
no_block = そのようなブロックはここにありません。`/memory show`で一覧が見られます。
block_changed = あなたが書いている間に誰かが変えたので、あなたの文は保存されませんでした。確かめてからもう一度どうぞ。
block_same = すでにそう書かれています。何も変わっていません。
block_too_long_for_form = Discordのフォームに収まらない長さです。ファイルでお渡しします。書き換えて`/memory edit`の`file`で送り返してください。
block_needs_file = Discordのフォームに収まらない長さです。`/memory edit`を使うとファイルでお渡しします。
block_too_long = { $limit }文字までで、今は{ $would }文字です。少なくとも{ $over }文字減らしてください。何も変わっていません。
block_empty = ペルソナを空にすることはできません。何も変わっていません。
not_saved = Here is what you wrote, so that it is not lost:
stands_now = 今書かれているのはこれです：
restore_same = すでにその状態です。何も変わっていません。
nothing_to_undo = あなたが取り消せる変更はありません。

## The archive, and messages

no_passage = アーカイブに{ $number }番はありません。番号は`/memory search`で分かります。
passage_empty = 言葉がありません。何も保存しませんでした。
passage_too_long = 一つの項目には{ $over }文字長すぎます。分けて保存してください。
tag_too_long = タグは{ $limit }文字までです。
too_many_tags = タグは{ $limit }個までです。
menu_remember = これを覚えて
menu_forget = これを忘れて
menu_why = なぜそう言ったの？
remember_title = これを覚えて
remember_label = 覚えておくこと
tags_label = タグ（カンマ区切り）
forgotten = そのメッセージを忘れます。そこから学んだことがあれば、メッセージのある場所に、変更ごとの取り消しボタンとともに並べます。
forget_unknown = それはここで誰からも聞いていないので、忘れるものがありません。私が書いたものは取り消しで戻せます。
no_turn = それはこの場所での私の答えではないか、どう答えに至ったかがもう分かりません。
why_title = この答えに至った経緯
why_blocks = 前から知っていたこと
why_edits = 記憶で変えたこと
why_footer = { $steps }ステップ · ツール呼び出し{ $calls }回 · トレース { $trace }

## What is in the prompt

ctx_title = ここで頭にあること
ctx_instructions = 指示
ctx_tools = ツール
ctx_persona = ペルソナ
ctx_people = 人々
ctx_summary = それまでの要約
ctx_queue = 会話
ctx_newest = 最新のメッセージ
ctx_answer = 答えのための空き
ctx_free = 空き
ctx_left = あと{ $warning }トークンで大事なことを保存するよう告げられ、{ $eviction }トークンで最も古いメッセージが要約に移ります。その後も検索はできます。
ctx_warned = 大事なことを保存するよう告げられています。あと{ $eviction }トークンで最も古いメッセージが要約に移ります。その後も検索はできます。
ctx_footer = { $window }トークンの{ $percent } %
ctx_alt = { $percent } %埋まった棒。トークン：{ $parts }。

## Files

exported = { $files ->
    [1] ここで覚えていることすべて、ファイル1つです。
   *[other] ここで覚えていることすべて、ひと組のファイル{ $files }つです。
}`/memory import`でまた取り込めます。
import_wrong = 取り込めません：{ $why }。何も変わっていません。
file_refused = { $name }は使えません：{ $why }
file_too_large = { $kilobytes } KiBまでです。
not_text = UTF-8のテキストではありません。

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
cmd-memory-show = ここで覚えていることを表示
    .block = どのブロックか。省くと全部
cmd-memory-edit = ブロックを書き直す
    .block = どのブロックか
    .file = フォームに収まらないときの、テキストファイルのブロック
cmd-memory-history = 記憶の変更を表示し、取り消す
    .block = どのブロックか。省くと全部
cmd-memory-add = アーカイブに保存
    .text = 覚えておくこと
    .tags = 見つけるための言葉（カンマ区切り）
cmd-memory-delete = アーカイブの項目を削除
    .number = 項目の番号
cmd-memory-undo = 記憶の一番新しい変更を取り消す
cmd-memory-export = ここで覚えていることすべてをファイルで渡す
cmd-memory-import = ここか別の場所で書き出したものを取り込む
    .file = /memory exportが作ったファイル
    .file2 = 同じ書き出しの2番目のファイル
    .file3 = 同じ書き出しの3番目のファイル
    .file4 = 同じ書き出しの4番目のファイル
    .file5 = 同じ書き出しの5番目のファイル
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
cmd-context = ここで頭にあることと残りの空きを表示
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
