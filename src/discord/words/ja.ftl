# Japanese, in polite style. core memory: コアメモリ · archive: アーカイブ · passage: 項目 · block: ブロック · persona: ペルソナ

-no-way-back = **この操作は取り消せません。**

help =
    私は記憶を持つエージェントです。メンション、返信、ダイレクトメッセージのどれでもお答えします。参加しているスレッドでは、メンションがなくてもお答えします。

    会話をしながら、大切なことを書き留めます。いつも見ている**コアメモリ**と、検索して使う**アーカイブ**です。変更は毎回、返答の下に変更前と変更後を並べてお見せします。チャンネルを読める人は全員、そのチャンネルの記憶を共有します。ダイレクトメッセージの記憶はあなただけのものです。

    `/memory show` ここで覚えていること
    `/memory search` メッセージとアーカイブを検索
    `/memory reset` 忘れさせる
    `/docs list`、`/docs remove` 私に読ませたドキュメント
    `/persona show` ここでの私は誰か
    `/persona edit` 私を別の誰かにする

## Questions before something is taken away

confirm = 削除する
cancel = 残す
not_yours = この質問に答えられるのは、質問した本人だけです。
question_over = この質問はすでに回答済みか、期限が切れています。もう一度お試しください。
expired = 回答がなかったため、何も削除されませんでした。
kept = 何も削除されませんでした。
working = 削除しています…
reset_core =
    コアメモリを削除します。すべてのブロックが最初の状態に戻ります。ブロックの履歴は残ります。
    { -no-way-back }
reset_archival =
    アーカイブとその履歴を削除します：{ $held }。
    { -no-way-back }
reset_history =
    会話とその要約を削除します：{ $messages }。そこから書き留めたことは残ります。
    { -no-way-back }
reset_all =
    すべてを削除します：{ $held }、{ $messages }、コアメモリの内容、そしてすべての変更の履歴。
    { -no-way-back }
taken_away = 削除しました：{ $what }。
nothing_taken_away = 削除するものはありませんでした。
removal =
    ドキュメント{ $number }「{ $name }」（{ $pages }）を削除します。
    { -no-way-back }
removed = 削除しました：ドキュメント{ $number }「{ $name }」。

## Who may do what

reset_needs = このチャンネルの記憶は全員のものです。リセットするには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
docs_needs = これらのドキュメントは全員のものです。削除するには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
persona_needs = このチャンネルでは、私は誰にとっても同じ存在です。変えるには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
undo_needs = 元に戻せるのは、メッセージを書いた本人か、「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限を持つ人だけです。

## How much there is

messages = メッセージ{ $count }件
passages = 項目{ $count }件
archived = アーカイブの項目{ $count }件
documents = ドキュメント{ $count }件
pages = { $count }ページ
blocks_back = 最初の状態に戻したブロック{ $count }個
recorded_changes = 変更の記録{ $count }件
both = { $one }、{ $other }

## Memory that is shown

memory_title = ここで覚えていること
held = { $since } から、{ $messages }と{ $archived }。
held_with_documents = { $since } から、{ $messages }、{ $archived }、{ $documents }。
fill = 使用量
version = バージョン { $number }
empty_block = （空）
persona_block = ペルソナ
human_block = 人物 · { $name }
archive = アーカイブ
search_of_message = 検索 · メッセージ
no_memory = ここにはまだ記憶がありません。まず私に話しかけてください。

## Lists and what a search found

search_title = 検索：{ $query }
document_place = { $name }、ドキュメント{ $number }、{ $page }ページ
me = 私
nothing_found = 見つかりませんでした。
inexact = *その言葉どおりのものはありませんでした。近いものをお見せします。*
open_link = 開く
no_page = { $page }ページ目はありません：{ $pages }/{ $pages }ページ、{ $total }件。
page_of_found = { $page }/{ $pages }ページ · { $total }件見つかりました
page_of_all = { $page }/{ $pages }ページ · 全{ $total }件
next_page = 次：page:{ $page }
docs_title = ここで読めるドキュメント
no_documents = ありません。PDF、テキスト、Markdown、HTML、CSV、ソースコードのファイルを私宛てのメッセージに添付すると、お読みします。
no_document = ドキュメント{ $number }はここにはありません。`/docs list` で一覧を確認できます。

## Changes of memory

undo = 元に戻す
why = 理由
learned = ここのメッセージが削除されたので、その内容を忘れました。そこから学んでいたのは次のことです：
hidden = （ここでは再表示しません）
tended = 誰も話しかけていない間に、ここで話されたことを見直しました。{ $facts ->
    [0] {""}
   *[other] { $facts }件のメッセージが、書かれた言葉以外でも見つかるようになりました。
}
more_changes = ほか{ $count }件の変更：{ $names }
done_by = { $done } · { $who }
created = 作成
extended = 追記
changed = 変更
rewritten = 書き直し
reset = リセット
taken_back = 取り消し
restored = 復元
no_longer_true = もう正しくない
true_again = ふたたび正しい
taken_out = 削除
put_back = 元に戻す
by_me = 私
by_person = 人
by_me_quietly = 私（静かな時間に）
by_program = プログラム
undo_gone = その変更は、この場所の記憶にはもうありません。
undo_changed = ちょうど今、記憶が変わったため、何も元に戻していません。もう一度お試しください。
undo_beginning = 元に戻せません。これはこのブロックの始まりで、それより前はありません。
undo_already = 元に戻せません。その変更はもう何も残っていません。
undo_conflict = 元に戻せません。後の変更が妨げています：{ $lines }。
line_gone = 「{ $line }」はもうありません

## The persona

persona_title = ここでの私は誰か
not_saved = 失われないように、書いていただいた内容をここに残します：

## When something goes wrong

with_trace = { $sentence }（トレース { $trace }）
failed = こちらで問題が起きました。何も変更されていません。もう一度お試しください。
not_taken_in = そのメッセージを受け取れませんでした。少ししてからもう一度送ってください。
slow = 記憶が時間内に応答しませんでした。少ししてからもう一度お試しください。
unreadable = 読み取れません：{ $cause }。
model_silent = モデルから答えがありませんでした。メッセージは保存してあります。少ししてからもう一度話しかけてください。
lost_in_memory = 自分の記憶の中で迷ってしまい、答えが見つかりませんでした。メッセージは保存してあります。もう一度お尋ねください。
model_busy = 今、モデルへの問い合わせが多すぎます。メッセージは保存してあります。1分ほどしてからもう一度お試しください。
too_much_to_read = モデルが一度に読める量を超えていました。メッセージは保存してあります。もう少し短くお話しください。
model_refuses = モデルが私のリクエストを受け付けません。私を運用している人が設定を確認する必要があります。メッセージは保存してあります。
model_away = 今、モデルに接続できません。メッセージは保存してあります。しばらくしてからもう一度お試しください。
model_slow = モデルの応答に時間がかかりすぎました。メッセージは保存してあります。しばらくしてからもう一度お試しください。
model_unclear = モデルの答えを読み取れませんでした。メッセージは保存してあります。もう一度お試しください。
broken_inside = 内部で問題が起きました。メッセージは保存してあります。もう一度お試しください。

## What Discord shows of the commands

cmd-help = 私について、そして私に頼めること
cmd-memory = ここで覚えていること
cmd-memory-show = ここで覚えていることを表示
    .block = どのブロックか。省くと全部
cmd-memory-search = ここで話されたこととアーカイブを検索します
    .text = 検索する内容
    .page = 結果の何ページ目か（1から）
cmd-memory-reset = ここで覚えていることを忘れさせます
    .what = 忘れさせるもの
    .what-core = コアメモリ
    .what-archival = アーカイブ
    .what-history = 会話の履歴
    .what-all = すべて
cmd-docs = ここで受け取ったドキュメント
cmd-docs-list = ここで受け取ったドキュメントを一覧表示します
    .page = 一覧の何ページ目か（1から）
cmd-docs-remove = ドキュメントを完全に削除します
    .number = ドキュメントの番号（/docs list に表示されるもの）
cmd-persona = ここでの私は誰か
cmd-persona-show = ここでの私が誰かを表示します
cmd-persona-edit = 私を別の誰かにします

## Questions before something is taken away

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

memory_needs = この記憶はここにいるみんなのものです。あなたについてのブロックと、あなた自身の言葉から生まれたものは変えられます。それ以外には**チャンネルの管理**か**サーバー管理**の権限が必要です。
forget_needs = 忘れさせることができるのは、それを言った本人か、**チャンネルの管理**か**サーバー管理**の権限を持つ人だけです。
export_needs = この記憶はここにいるみんなのものです。すべてを持ち出すには**チャンネルの管理**か**サーバー管理**の権限が必要です。

## How much there is

blocks_rewritten = ブロック{ $count }個

## Lists and what a search found

score = { $percent } %
choose_found = この中から削除するか忘れる…
delete_choice = 削除 #{ $number }：{ $text }
forget_choice = 忘れる { $who }：{ $text }
list_old = この一覧は古くてめくれません。もう一度検索してください。
page_back = ‹ 前へ
page_on = 次へ ›

## Changes of memory

edit_button = 編集
history_button = 履歴
restore_button = 復元
history_title = 私の記憶で変わったこと
no_changes = まだ何も変わっていません。
choose_change = 変更の全体を見る…

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

## What Discord shows of the commands

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
cmd-context = ここで頭にあることと残りの空きを表示
