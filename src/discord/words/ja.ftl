# Japanese, in polite style. core memory: コアメモリ · archive: アーカイブ · passage: 項目 · block: ブロック · persona: ペルソナ

-no-way-back = **この操作は取り消せません。**

help =
    私は記憶を持つエージェントです。メンション、返信、ダイレクトメッセージのどれでもお答えします。参加しているスレッドでは、メンションがなくてもお答えします。

    会話をしながら、大切なことを書き留めます。いつも見ている**コアメモリ**と、検索して使う**アーカイブ**です。変更は毎回、返答の下に変更前と変更後を並べてお見せします。チャンネルを読める人は全員、そのチャンネルの記憶を共有します。ダイレクトメッセージの記憶はあなただけのものです。

    `/memory show`、`/memory edit` ここで覚えていることの表示と編集
    `/memory search` メッセージとアーカイブを検索し、そこで削除
    `/memory add`、`/memory delete` アーカイブの内容
    `/memory history`、`/memory undo` 変更の一覧と取り消し
    `/memory export`、`/memory import` 私の記憶を持ち運ぶ
    `/memory reset` 忘れさせる
    `/context` 頭にあることの量
    `/docs list`、`/docs remove` 私に読ませたドキュメント
    `/thread` 私が独自の記憶を持つスレッドで続ける
    `/reminders list`、`/reminders add`、`/reminders cancel` あなたへのリマインダー
    `/persona show`、`/persona edit`、`/persona preset`、`/persona import` ここでの私は誰か
    `/privacy show` あなたについて保存されているものと、その消し方
    `/usage` あなたの利用量
    `/settings` ここでの私の振る舞いと相手
    `/model` ここで答える言語モデル
    `/doctor` 私が答えなかった理由
    `/stop` 作りかけの答えを止める
    `/retry` 失敗した返答をもう一度試す
    メッセージのメニューの「アプリ」（Apps）に、*これを覚えて*、*これを忘れて*、*なぜそう言ったの？* があります。

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

reset_needs = このチャンネルの記憶は全員のものです。リセットするには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
docs_needs = これらのドキュメントは全員のものです。削除するには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
persona_needs = このチャンネルでは、私は誰にとっても同じ存在です。変えるには「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
memory_needs = この記憶はここにいるみんなのものです。あなたについてのブロックと、あなた自身の言葉から生まれたものは変えられます。それ以外には**チャンネルの管理**か**サーバー管理**の権限が必要です。
forget_needs = 忘れさせることができるのは、それを言った本人か、**チャンネルの管理**か**サーバー管理**の権限を持つ人だけです。
export_needs = この記憶はここにいるみんなのものです。すべてを持ち出すには**チャンネルの管理**か**サーバー管理**の権限が必要です。
undo_needs = 元に戻せるのは、メッセージを書いた本人か、「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限を持つ人だけです。

## How much there is

messages = メッセージ{ $count }件
passages = 項目{ $count }件
archived = アーカイブの項目{ $count }件
documents = ドキュメント{ $count }件
pages = { $count }ページ
seconds = { $count }秒
blocks_back = 最初の状態に戻したブロック{ $count }個
recorded_changes = 変更の記録{ $count }件
blocks_rewritten = ブロック{ $count }個
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
words_only = *現在、検索は限定的です。意味ではなく言葉だけを照合しています。*
inexact = *その言葉どおりのものはありませんでした。近いものをお見せします。*
open_link = 開く
score = { $percent } %
choose_found = この中から削除するか忘れる…
delete_choice = 削除 #{ $number }：{ $text }
forget_choice = 忘れる { $who }：{ $text }
list_old = この一覧は古くてめくれません。もう一度検索してください。
page_back = ‹ 前へ
page_on = 次へ ›
no_page = { $page }ページ目はありません：{ $pages }/{ $pages }ページ、{ $total }件。
page_of_found = { $page }/{ $pages }ページ · { $total }件見つかりました
page_of_all = { $page }/{ $pages }ページ · 全{ $total }件
next_page = 次：page:{ $page }
docs_title = ここで読めるドキュメント
no_documents = ありません。PDF、テキスト、Markdown、HTML、CSV、ソースコードのファイルを私宛てのメッセージに添付すると、お読みします。
no_document = ドキュメント{ $number }はここにはありません。`/docs list` で一覧を確認できます。

## Reminders

reminders_title = ここでのリマインダー
no_reminders = ありません。思い出させてほしいことを私に頼むか、`/reminders add` を使ってください。
every_day = 毎日 { $time }
every_workday = 月曜から金曜の { $time }
every_week = 毎週{ $day ->
    [0] 月曜
    [1] 火曜
    [2] 水曜
    [3] 木曜
    [4] 金曜
    [5] 土曜
   *[6] 日曜
} { $time }
reminder_set = リマインダー { $number } を { $when } に設定しました: { $text }
reminder_cancelled = リマインダー { $number } を取り消しました: { $text }
reminder_paused = 届けられなかったため、もう送りません: { $reason }
reminder_late = これは { $when } の予定でした。
reminder_time = { $why } 今は { $now } ({ $zone }) です。`in 20 minutes`、`tomorrow 9:00`、`friday 17:30`、`2026-05-31 18:30`、`every day 7:30`、`every monday 8:00` のような時刻を読めます。何も設定していません。
time_unreadable = その時刻は読めません。
time_past = その時刻は過ぎています。
time_far = 10年以上先です。
reminder_text = リマインダーには { $most } 文字以内の言葉が要ります。何も設定していません。
reminders_of_person = あなたのリマインダーは { $most } 件あり、一人につきこれ以上は持てません。先に一つ取り消してください。
reminders_here = ここには { $most } 件のリマインダーがあり、一か所につきこれ以上は持てません。先に一つ取り消す必要があります。
no_reminder = ここにリマインダー { $number } はありません。`/reminders list` で一覧を見られます。
reminder_needs = それはほかの人のリマインダーです。取り消すには **チャンネルの管理** (Manage Channels) または **サーバー管理** (Manage Server) の権限が必要です。

## Threads with a memory of their own

thread_opened = 続きは { $thread } で。
thread_with = このスレッドでは私は独自の記憶を持ちます。それはチャンネルについて知っていることの写し、つまり今のコア記憶のブロックと会話の要約から始まります。チャンネルのメッセージとアーカイブはここにはありません。ここで話したことはここにとどまります。
thread_without = このスレッドでは私は独自の記憶を持ち、それは空です。チャンネルで話されたことは何も知りません。ここで話したことはここにとどまります。
thread_not_here = `/thread` はサーバーのチャンネルで使えます。ここにはスレッドを開けるチャンネルがありません。
thread_not_in_such = この種類のチャンネルではスレッドを開けません。
thread_nameless = スレッドには名前が要ります。スレッドは開いていません。
thread_needs = ここでスレッドを開くには **公開スレッドの作成** (Create Public Threads) の権限が必要ですが、あなたにはありません。
thread_missing = ここではスレッドを開けません。私に { $missing } の権限がありません。サーバーを管理する人が与えられます。
thread_private = ここで知っていることはあなただけのものなので、ほかの人が読むスレッドには写しません。memory を `without` にした `/thread` は使えます。

## Changes of memory

undo = 元に戻す
edit_button = 編集
history_button = 履歴
restore_button = 復元
history_title = 私の記憶で変わったこと
no_changes = まだ何も変わっていません。
choose_change = 変更の全体を見る…
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

## Writing memory anew

edit_title = { $title }を編集
edit_label = 書かれていること
edit_part = { $number }／{ $count }
no_block = そのようなブロックはここにありません。`/memory show`で一覧が見られます。
block_changed = あなたが書いている間に誰かが変えたので、あなたの文は保存されませんでした。確かめてからもう一度どうぞ。
block_same = すでにそう書かれています。何も変わっていません。
block_too_long_for_form = Discordのフォームに収まらない長さです。ファイルでお渡しします。書き換えて`/memory edit`の`file`で送り返してください。
block_too_long = { $limit }文字までで、今は{ $would }文字です。少なくとも{ $over }文字減らしてください。何も変わっていません。
block_empty = ペルソナを空にすることはできません。何も変わっていません。
not_saved = 失われないように、書いていただいた内容をここに残します：
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
remember_needs = メッセージはそのままの言葉で覚えるため、何も保存していません。メッセージと違う言葉で保存するには、**チャンネルの管理**または**サーバー管理**の権限が必要です。
remembered_as_yours = メッセージの言葉とは違うため、あなたの言葉として覚えます。メッセージへのリンクは付けますが、出どころとはしません。
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
file_begun = { $name }を読んでいます。少し時間がかかるかもしれません。
file_read = { $name }を読みました：{ $pages }、ドキュメント{ $number }。
file_not_read = { $name }は読めませんでした。{ $why }
-readable = PDF、テキスト、Markdown、HTML、CSV、TSV、ソースコード
refused_kind = 読めるのは{ -readable }だけです。
refused_binary = バイナリファイルです。読めるのは{ -readable }だけです。
refused_empty = 中身が空です。
refused_no_pdf = 名前はPDFですが、PDFではありません。
refused_no_text = テキストが含まれていません。
refused_scan = このPDFにはテキストがなく、画像だけです（スキャンでしょうか）。テキストのあるものを送ってください。
refused_locked = パスワードで保護されています。パスワードなしで送ってください。
refused_damaged_pdf = 壊れています。このPDFはどのプログラムでも読めません。
refused_damaged_pages = 壊れています。読めるページがありません。
refused_html = HTMLを読み取れません（{ $why }）。
refused_memory = 壊れているか、読むのにメモリが足りなくなる作りになっています。
refused_slow = 読むのに{ $seconds }以上かかったため、中止しました。
refused_out_of_order = 今は読めません。原因は私を運用している人がログで確認できます。
refused_bytes = { $bytes }バイトあります。上限は{ $most }バイトです（KEEPSAKE_DOC_MAX_BYTES）。
refused_pages = { $pages }ページあります。上限は{ $most }ページです（KEEPSAKE_DOC_MAX_PAGES）。
refused_chars = { $pages }分の上限である{ $most }文字を超えています（KEEPSAKE_DOC_MAX_PAGES）。
refused_full = ここに保存できるドキュメントの数（{ $most }）に達しています（KEEPSAKE_DOC_MAX_PER_AGENT）。先にどれかを削除してください。
refused_too_large = 上限の{ $most }バイトを超えています。
refused_gone = もうDiscordにありません。もう一度送ってください。
refused_not_fetched = Discordから取得できませんでした。少し待ってからもう一度送ってください。
refused_foreign = Discordのものではありません。
refused_no_files = ここではファイルを取得できません。
bad_card = そのキャラクターにはなれません：{ $why }。何も変わっていません。
card_neither = ファイルがPNG画像でもJSONでもありません
card_picture = 画像が壊れています
card_no_character = 画像にキャラクターが入っていません（画像を共有するときに取り除く場所もあります）
card_unreadable = 中身がキャラクターカードではありません
card_empty = カードに名前がないか、キャラクターの説明がありません
card_too_large = カードが大きすぎます
card_taken = これから私は**{ $name }**です。
card_cut = カードがペルソナの上限の{ $limit }文字より長いため、終わりを切り取りました。
card_instructions = カードに書かれたモデルへの指示は取り込まず、どんなキャラクターかだけを取り込みました。
card_lore = キャラクターの世界についての記述{ $count }件は取り込みませんでした。ドキュメントとして渡してください。

## Settings

settings_of_guild = このサーバーの設定
settings_of_channel = このチャンネルの設定
settings_legend = 🔹 ここで設定 · ▫️ 上の設定か、いつもどおり
settings_need_guild = サーバー全体の設定には「**サーバー管理**」（**Manage Server**）の権限が必要です。
settings_need_channel = このチャンネルの設定には「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限が必要です。
pick_setting = 変更するもの
audit_button = 誰が何を変えたか
back_button = 戻る
clear_button = 設定を外す
change_button = 変更
audit_title = 誰が何を変えたか
audit_empty = まだ何も変わっていません。
audit_total = 全{ $count }件の変更
everywhere = サーバー全体
not_set = （未設定）
none_set = なし
on = オン
off = オフ
everybody = 全員
all_but = { $allowed }（ただし{ $denied }を除く）
usual_model = いつものモデル
for_good = 無期限
days = { $count }日
set_heard = 返答
set_triggers = 私を呼ぶもの
set_keywords = キーワード
set_bots = ほかのボット
set_access = 返答する相手
set_display = 記憶の表示
set_agents = 誰の記憶か
set_apart = このスレッドだけの記憶
set_quiet = 静かな時間
set_zone = タイムゾーン
set_model = モデル
set_retention = メッセージの保存期間
set_budgets = 1日の上限
about_heard = オフ：ここでは、名前を呼ばれても誰にも返答しません。
about_triggers = ダイレクトメッセージではいつも呼ばれます。@everyoneと@hereでは呼ばれません。
about_keywords = 「私を呼ぶもの」に「キーワード」があるときに、私を呼ぶ言葉です。単語全体で見分け、大文字と小文字は区別しません。
about_bots = オン：ほかのボットやWebhookにも返答します。ただし人が話すまでに4回までです。
about_access = 返答するロールと人、返答しないロールと人です。下で選ぶと追加され、もう一度選ぶと外れます。誰も指定しなければ全員に返答します。ロールより人の指定が優先されます。
about_display = 記憶の変更を返答の下にどう表示するか。
about_agents = チャンネルの全員で一つの記憶にするか、サーバー全体で一人に一つの記憶にするか。
about_apart = オン：このスレッドで話されたことはここだけに残り、ここではチャンネルのことを何も知りません。
about_quiet = 頼まれていないものを送らない時間です。リマインダーはこの時間が終わるまで待ちます。
about_zone = 静かな時間とリマインダーが従う時計です（例：Asia/Tokyo）。
about_model = ここで返答する言語モデルです。提供元での名前で指定します。
about_retention = これより古いメッセージは、履歴からも索引からも忘れます。0なら無期限に残します。そこから書き留めたことは残ります。
about_budgets = 一人とサーバー全体が、0時から翌0時まで（UTC）に使える量です。空欄なら上限はありません。
trigger_mention = 私の名前
trigger_reply = 私への返信
trigger_thread = 参加しているスレッド
trigger_always = すべてのメッセージ
trigger_keyword = キーワード
display_full = すべて
display_compact = 1行で
display_reaction = リアクションで
display_off = 表示しない
agents_channel = チャンネルごとに一つ
agents_member = 人ごとに一つ
allow_roles = 返答するロール
allow_people = 返答する人
deny_roles = 返答しないロール
deny_people = 返答しない人
budget_person_messages = 一人につきメッセージ{ $most }件
budget_person_tokens = 一人につき{ $tokens }
budget_guild_messages = サーバー全体でメッセージ{ $most }件
budget_guild_tokens = サーバー全体で{ $tokens }
label_keywords = キーワード（カンマ区切り）
label_zone = タイムゾーン（例：Asia/Tokyo）
label_retention = 日数（0なら無期限）
label_from = 開始（例：22:00）
label_to = 終了（例：07:00）
label_person_messages = 一人のメッセージ数
label_person_tokens = 一人のトークン数
label_guild_messages = サーバー全体のメッセージ数
label_guild_tokens = サーバー全体のトークン数
no_number = 「{ $text }」はここで使える数ではありません。何も変わっていません。
no_zone = 「{ $text }」というタイムゾーンは分かりません。たとえばAsia/Tokyoのように書いてください。何も変わっていません。
no_clock = 「{ $text }」は22:00のような時刻ではありません。何も変わっていません。
bad_keywords = キーワードは1〜50文字のものを25個までです。何も変わっていません。
bad_names = 指定できるロールと人は合わせて100までです。何も変わっていません。
bad_quiet = 静かな時間の開始と終了は、別の時刻にしてください。何も変わっていません。
bad_model = 「{ $name }」は選べるモデルの中にありません。何も変わっていません。`/model`で選べるモデルが分かります。
bad_retention = メッセージの保存期間は1〜3650日、または0で無期限です。何も変わっていません。
bad_triggers = 私を呼ぶものが一つは必要です。誰にも返答させないときは、「返答」をオフにしてください。
model_answers = ここでは**{ $name }**が返答します。
model_from_here = ここで選ばれたモデルです。
model_from_channel = { $channel }で選ばれたモデルです。
model_from_server = サーバー全体で選ばれたモデルです。
model_is_usual = いつものモデルです。ほかのモデルは選ばれていません。
model_gone = **{ $name }**が選ばれていましたが、私を運用している人はもう提供していません。
model_choose = 選べるモデル：{ $names }
model_alone = ほかに選べるモデルはありません。

## What is kept of people, and what they cost

notice = -# お話の内容は、覚えておくために保存されます。`/privacy` で、その表示、書き出し、削除、または一切保存しない設定ができます。
limit_person_messages = お答えするのは1人につき1日{ $most }件までで、それを超えました。メッセージは残っています。{ $until }にもう一度お書きください。
limit_person_tokens = 今日のご利用が、1人あたりの上限{ $tokens }に達しました。メッセージは残っています。{ $until }にもう一度お書きください。
limit_guild_messages = このサーバーでお答えするのは1日{ $most }件までで、それを超えました。メッセージは残っています。{ $until }にもう一度お書きください。
limit_guild_tokens = このサーバーは1日の上限{ $tokens }に達しました。メッセージは残っています。{ $until }にもう一度お書きください。
privacy_title = あなたについて保存されているもの
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = 保存場所
kept_in = 保存先：{ $database }、検索：{ $index }。
seen_by = お話の内容は { $host } の言語モデルが読みます。
embedded_by = 検索用の処理は { $host } が行います。
usage_kept = 過去30日間の集計：{ $messages }、{ $tokens }。
nothing_held = あなたについて保存されているものはありません。
is_opted_out = 保存しない設定になっています。お話の内容は一切取り込みません。
characters_about = あなたについて{ $count }文字
changes_caused = あなた、またはあなたのメッセージによる変更{ $count }件
kept_for = メッセージの保存期間：{ $time }
place_dm = ダイレクトメッセージ
place_member = あなたのことを他の人と分けて覚えているサーバー
own_exported = あなたについて保存されている、あなたのもののすべて（{ $number }）です。
forget_question =
    あなたのことを**すべて**の場所で忘れます。あなたの発言、それへの返答、それによって書き留めたこと、ドキュメントとリマインダー、あなたが自分で保存したもの、ダイレクトメッセージのすべてです。ほかの人が自分の言葉であなたについて話したことは、その人のものとして残ります。場所の管理者としてペルソナやほかの人のブロックに書いたことは、あなたの名前なしでそこに残ります。
    { -no-way-back }
forgotten_person = 忘れました：{ $what }。
forgotten_checked = もう一度確かめました。あなたが話したこと、あなたから知ったこと、あなたの番号で保存されたものは、データベースにも検索インデックスにも残っていません。ほかの人が自分の言葉であなたについて話したことは、その人のものとして残ります。
forgotten_unchecked = 検索インデックスの確認がまだすべては済んでいません。応答があり次第、自動で行われます。ほかにしていただくことはありません。
answers_gone = 私の返答{ $count }件
quotes_gone = あなたの引用{ $count }件
blocks_gone = あなたについてのブロック{ $count }個
summaries_gone = 要約{ $count }件
reminders_count = リマインダー{ $count }件
agents_gone = あなただけの記憶{ $count }個
waiting_gone = 待っていたメッセージ{ $count }件
records_gone = 利用量や設定の記録{ $count }件
opted_out = 承知しました。これからは、あなたのお話を一切取り込まず、お答えもせず、ほかの人が引用したあなたの言葉も省きます。コマンドは引き続き使えます。`/privacy opt-in` でまたお話を聞けるようになります。
opted_out_already = すでに保存しない設定になっています。お話の内容は一切取り込みません。
opted_in = 承知しました。またお話をお聞きします。
not_remembered = それを書いた方は保存しない設定にしています。その方の発言は残しません。
opted_in_already = 保存しない設定にはなっていませんでした。お話をお聞きしています。
usage_title = あなたの利用量
usage_footer = 1日は協定世界時（UTC）の0時から24時までです。
usage_today = あなた、今日
usage_month = あなた、30日間
usage_guild_today = このサーバー、今日
usage_guild_month = このサーバー、30日間
usage_top = 30日間で利用の多い人：
tokens = { $count }トークン

## Why there was no answer

doctor_title = ここでの私の状態
doctor_heard = このチャンネルで返答します。
doctor_not_heard = ここではオフにされています：`/settings`の「返答」。
doctor_permitted = あなたに返答できます。
doctor_not_permitted = あなたは、ここで返答できる相手に含まれていません：`/settings`の「返答する相手」。
doctor_permissions = このチャンネルで必要な権限はすべてあります。
doctor_missing = このチャンネルで権限が足りません：**{ $names }**。サーバーを管理している人が、私のロールか、チャンネルの設定で私に与えられます。
doctor_content = 私宛てではないメッセージも読めます。
doctor_no_content = 私宛てではないメッセージは読めません。**Message Content Intent**がオフです。メンション、私に通知する返信、ダイレクトメッセージ、コマンドは使えます。私を運用している人が https://discord.com/developers/applications のBotでオンにできます。
doctor_triggers = ここで私を呼ぶもの：{ $triggers }。
doctor_search = 検索は限定的です。索引が復旧するまで、言葉だけを照合します。索引待ち: { $count } 件。
doctor_dm = ダイレクトメッセージではすべてに返答します。
doctor_opted_out = 保存しない設定になっています。お話の内容は一切取り込みません。`/privacy opt-in` でまたお話を聞けるようになります。
doctor_person_limit = 1人が1日に使える分を使い切りました。{ $until }からまたお答えします。`/usage` で確かめられます。
doctor_guild_limit = このサーバーが1日に使える分を使い切りました。{ $until }からまたここでお答えします。`/usage` で確かめられます。
doctor_ignored = { $link } には返答しませんでした：{ $why }。
doctor_not_ignored = { $link } に返答しない理由はありません。返答がなければ、まだ作業中か、失敗したのかもしれません。私を運用している人がログで原因を確認できます。
doctor_no_number = メッセージのリンク（「メッセージリンクをコピー」）か番号を教えてください。
doctor_no_message = このチャンネルにそのようなメッセージはないか、読むことができません。読むには「**チャンネルを見る**」（**View Channels**）と「**メッセージ履歴を読む**」（**Read Message History**）が必要です。メッセージのあるチャンネルでお尋ねください。
ignored_own = 私自身のメッセージです
ignored_bot = ボットが書いたもので、ここではボットに返答しません（`/settings`の「ほかのボット」）
ignored_webhook = Webhookが書いたもので、ここではWebhookに返答しません（`/settings`の「ほかのボット」）
ignored_system = Discordが書いたもので、誰かの発言ではありません
ignored_not_addressed = 私を呼ぶものがありませんでした
ignored_everyone = 全員を呼んだもので、私だけを呼んだものではありません
ignored_switched_off = ここではオフになっています（`/settings`の「返答」）
ignored_not_permitted = 書いた人は、ここで返答できる相手に含まれていません（`/settings`の「返答する相手」）
ignored_opted_out = 書いた方が保存しない設定にしています（`/privacy opt-in` でまた聞けるようになります）
ignored_bot_loop = ボットに4回続けて返答していました。まず人が話す必要があります
ignored_crowded = そこに答えきれないほどのメッセージがたまっていたため、受け取りませんでした
ignored_unreadable = 読めるものがありませんでした。**Message Content Intent**がないと、私宛てのものしか見えません
ignored_cannot_answer = そこでは返答できません。足りない権限：**{ $missing }**

## Answers under way

stopped = -# 停止しました。
stop_button = 停止
stop_done = 停止しました。
stop_nothing = 今、ここで返答しているものはありません。
stop_not_yours = 私を止められるのは、返答中のメッセージを書いた本人か、「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限を持つ人だけです。
retry_button = もう一度試す
retry_done = もう一度試しています。
retry_nothing = ここには、もう一度試すものがありません。失敗した返答も、待っている返答もありません。
retry_running = その返答はすでに作成中です。
retry_not_yours = もう一度試すよう頼めるのは、その返答を待っている人か、「**チャンネルの管理**」（**Manage Channels**）または「**サーバー管理**」（**Manage Server**）の権限を持つ人だけです。
automod = 返答はありますが、このサーバーのAutoModに止められました。
not_showable = 返答はありますが、Discordの制限でここに表示できません。
no_embeds = -# 記憶の変更をここに表示できません。「埋め込みリンク」（Embed Links）の権限がありません。`/memory show`で見られます。
memory_line = -# 📝 { $changes }
in_file = -# この返答は長いので、全文を添付ファイルに入れました。

## When something goes wrong

with_trace = { $sentence }（トレース { $trace }）
failed = こちらで問題が起きました。何も変更されていません。もう一度お試しください。
not_taken_in = そのメッセージを受け取れませんでした。少ししてからもう一度送ってください。
no_room = 今、答えきれないほどのメッセージがたまっているため、そのメッセージは受け取りませんでした。しばらくしてからもう一度送ってください。たまった分に追いつくまでに届いたものも受け取りません。
memory_away = 今、記憶にアクセスできません。話しかけられたことは待たせておき、記憶が戻りしだい返答します。もう一度言う必要はありません。
slow = 記憶が時間内に応答しませんでした。少ししてからもう一度お試しください。
unreadable = 読み取れません：{ $cause }。
model_silent = モデルから答えがありませんでした。メッセージは保存してあります。少ししてからもう一度話しかけてください。
lost_in_memory = 自分の記憶の中で迷ってしまい、答えが見つかりませんでした。メッセージは保存してあります。もう一度お尋ねください。
model_busy = 今、モデルへの問い合わせが多すぎます。メッセージは保存してあります。1分ほどしてからもう一度お試しください。
too_much_to_read = モデルが一度に読める量を超えていました。メッセージは保存してあります。もう少し短くお話しください。
model_refuses = モデルが私のリクエストを受け付けません。私を運用している人が設定を確認する必要があります。メッセージは保存してあります。
model_away = 今、モデルに接続できません。メッセージは保存してあります。しばらくしてからもう一度お試しください。
model_slow = モデルの応答に時間がかかりすぎました。メッセージは保存してあります。しばらくしてからもう一度お試しください。
waits_away = 今、モデルに接続できません。もう一度試して、つながりしだいお答えします。
waits_busy = 今、モデルへの問い合わせが多すぎます。もう一度試して、できしだいお答えします。
waits_slow = 今、モデルの応答に時間がかかりすぎています。もう一度試して、できしだいお答えします。
model_unclear = モデルの答えを読み取れませんでした。メッセージは保存してあります。もう一度お試しください。
broken_inside = 内部で問題が起きました。メッセージは保存してあります。もう一度お試しください。

## What Discord shows of the commands

cmd-help = 私について、そして私に頼めること
cmd-memory = ここで覚えていること
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
cmd-reminders = ここでのリマインダー
cmd-reminders-list = ここでのリマインダーを一覧にします
cmd-reminders-add = ここで思い出させるよう私に頼みます
    .when = いつ: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = そのとき私が言うこと
cmd-reminders-cancel = リマインダーを取り消します
    .number = /reminders list が示すリマインダーの番号
cmd-thread = 私が独自の記憶を持つ新しいスレッドで続けます
    .name = スレッドの名前
    .memory = ここで知っていることをそこでも知るか。指定がなければ知りません
    .memory-with = あり
    .memory-without = なし
cmd-context = ここで頭にあることと残りの空きを表示
cmd-persona = ここでの私は誰か
cmd-persona-show = ここでの私が誰かを表示します
cmd-persona-edit = 私を別の誰かにします
cmd-persona-preset = 私を、用意された誰かにします
    .who = 誰になるか
    .who-companion = 話し相手
    .who-assistant = アシスタント
    .who-tutor = 先生
    .who-storyteller = 語り手
    .who-coach = コーチ
cmd-persona-import = 私をカードのキャラクターにします
    .card = キャラクターカード（V2かV3）。PNG画像かJSON
cmd-settings = ここでの私のふるまいと、その相手
    .of = サーバー全体か、このチャンネルやスレッドだけか
    .of-server = サーバー
    .of-channel = チャンネル
cmd-privacy = あなたについて保存されているものと、その扱い
cmd-privacy-show = すべての場所で保存されているものと、その場所を表示します
cmd-privacy-export = あなたのものをすべてファイルで受け取ります
cmd-privacy-forget-me = すべての場所であなたのことを忘れさせます
cmd-privacy-opt-out = これからはあなたのお話を一切取り込みません
cmd-privacy-opt-in = またお話を聞けるようにします
cmd-usage = 今日と今月の利用量
cmd-model = ここで返答する言語モデルと、別のモデルの選び方
    .name = これから返答するモデル。指定がなければ、今のモデルを答えます
    .where = このチャンネルやスレッドだけか、サーバー全体か。指定がなければここだけ
    .where-here = ここ
    .where-server = サーバー
cmd-doctor = ここで返答しなかった理由
    .message = メッセージのリンクか番号
cmd-stop = 作成中の返答を停止します
cmd-retry = 失敗した返答や、モデルを待っている返答をもう一度試します
