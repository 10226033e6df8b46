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
import_asks = Isto incorpora { $what }.{ $known ->
    [0] {""}
    [one] {" "}{ $known } item já está aqui e fica como está.
   *[other] {" "}{ $known } itens já estão aqui e ficam como estão.
} Blocos reescritos podem voltar atrás com `/memory undo` ou `/memory history`.
import_confirm = Incorporar
import_cancel = Deixar
import_working = Incorporando …
import_kept = Nada foi incorporado.
import_expired = Ninguém respondeu, então nada foi incorporado.
import_nothing = Tudo o que há nele já está aqui. Nada foi mudado.
imported = Incorporado: { $what }.

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = Esta memória é de todos aqui. Você pode mudar o bloco sobre você e o que veio das suas próprias palavras; o resto precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.
forget_needs = Só quem disse isso pode me fazer esquecer, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.
export_needs = Esta memória é de todos aqui. Levar tudo precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.
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
    [one] { $count } bloco
   *[other] { $count } blocos
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
choose_found = Apagar ou esquecer algo disto …
delete_choice = Apagar #{ $number }: { $text }
forget_choice = Esquecer { $who }: { $text }
list_old = Esta lista é antiga demais para virar páginas. Procure de novo.
page_back = ‹ Voltar
page_on = Avançar ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = Editar
history_button = Histórico
restore_button = Restaurar
history_title = O que mudou na minha memória
no_changes = Nada foi mudado ainda.
choose_change = Ver uma mudança inteira …
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

edit_title = Editar { $title }
edit_label = O que está escrito
edit_part = Parte { $number } de { $count }
no_block = Não há um bloco assim aqui. `/memory show` mostra quais existem.
block_changed = Alguém mudou isto enquanto você escrevia, então o seu texto não foi salvo. Veja e tente de novo.
block_same = Já está escrito assim. Nada foi mudado.
block_too_long_for_form = Isto é mais longo do que cabe num formulário do Discord. Aqui está como arquivo: mude e mande de volta com `/memory edit` na opção `file`.
block_needs_file = Isto é mais longo do que cabe num formulário do Discord. Use `/memory edit`, que o entrega como arquivo.
block_too_long = Pode ter { $limit } caracteres e o seu tem { $would }: encurte pelo menos { $over }. Nada foi mudado.
block_empty = Uma persona não pode ficar vazia. Nada foi mudado.
not_saved = Here is what you wrote, so that it is not lost:
stands_now = Isto é o que está lá agora:
restore_same = Já está assim. Nada foi mudado.
nothing_to_undo = Não há mudança que você possa desfazer.

## The archive, and messages

no_passage = Não há passagem { $number } no arquivo. `/memory search` mostra os números.
passage_empty = Não há palavras nisso. Nada foi guardado.
passage_too_long = São { $over } caracteres a mais para uma passagem: guarde em partes.
tag_too_long = Uma etiqueta pode ter no máximo { $limit } caracteres.
too_many_tags = No máximo { $limit } etiquetas, por favor.
menu_remember = Lembre disto
menu_forget = Esqueça isto
menu_why = Por que você disse isso?
remember_title = Lembre disto
remember_label = O que devo guardar
tags_label = Etiquetas, separadas por vírgulas
forgotten = Esqueço essa mensagem. Se tinha aprendido algo com ela, listo isso onde a mensagem está, com um botão para desfazer cada mudança.
forget_unknown = Ninguém me disse isso aqui, então não há nada a esquecer. O que eu mesmo escrevi pode ser desfeito.
no_turn = Essa não é uma resposta minha neste lugar, ou já não sei como cheguei a ela.
why_title = Como cheguei a essa resposta
why_blocks = O que eu sabia antes
why_edits = O que mudei na minha memória
why_footer = { $steps ->
    [one] { $steps } passo
   *[other] { $steps } passos
} · { $calls ->
    [one] { $calls } chamada de ferramenta
   *[other] { $calls } chamadas de ferramentas
} · rastro { $trace }

## What is in the prompt

ctx_title = O que tenho em mente aqui
ctx_instructions = instruções
ctx_tools = ferramentas
ctx_persona = persona
ctx_people = pessoas
ctx_summary = resumo do que veio antes
ctx_queue = conversa
ctx_newest = as mensagens mais novas
ctx_answer = reservado para a minha resposta
ctx_free = livre
ctx_left = Depois de mais { $warning } tokens me pedem para guardar o que importa; depois de { $eviction } as mensagens mais antigas passam para o resumo. Ainda posso procurá-las.
ctx_warned = Já me pediram para guardar o que importa; depois de mais { $eviction } tokens as mensagens mais antigas passam para o resumo. Ainda posso procurá-las.
ctx_footer = { $percent } % de { $window } tokens
ctx_alt = Uma barra { $percent } % cheia. Tokens: { $parts }.

## Files

exported = { $files ->
    [one] Tudo o que lembro aqui, em um arquivo.
   *[other] Tudo o que lembro aqui, em { $files } arquivos que vão juntos.
} `/memory import` incorpora tudo de novo.
import_wrong = Isso não pode ser incorporado: { $why }. Nada foi mudado.
file_refused = { $name } não pode ser usado: { $why }
file_too_large = pode ter no máximo { $kilobytes } KiB.
not_text = não é texto em UTF-8.

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
cmd-memory-show = Mostrar o que lembro aqui
    .block = Qual bloco; todos se nada for dito
cmd-memory-edit = Escrever um bloco de novo
    .block = Qual bloco
    .file = O bloco como arquivo de texto, se for longo demais para um formulário
cmd-memory-history = Mostrar o que mudou na minha memória, e desfazer
    .block = De qual bloco; de tudo se nada for dito
cmd-memory-add = Guardar algo no arquivo
    .text = O que devo guardar
    .tags = Palavras para encontrá-lo, separadas por vírgulas
cmd-memory-delete = Apagar uma passagem do arquivo
    .number = O número da passagem
cmd-memory-undo = Desfazer a mudança mais nova da minha memória
cmd-memory-export = Me dê tudo o que você lembra aqui como arquivo
cmd-memory-import = Incorporar o que foi exportado, aqui ou em outro lugar
    .file = Um arquivo que /memory export fez
    .file2 = O segundo arquivo da mesma exportação
    .file3 = O terceiro arquivo da mesma exportação
    .file4 = O quarto arquivo da mesma exportação
    .file5 = O quinto arquivo da mesma exportação
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
cmd-context = Mostrar o que tenho em mente aqui e quanto espaço resta
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
