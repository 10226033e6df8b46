# Portuguese as in Brazil. Persons are addressed with "você". core memory: memória central · archive: acervo (arquivo is a
# file) · passage: trecho · block: bloco

-no-way-back = **Não dá para desfazer.**

help =
    Sou um agente que se lembra. Mencione-me, responda a mim ou me mande uma mensagem direta e eu respondo. Em um tópico do qual participo, respondo sem ser mencionado.

    Enquanto conversamos, anoto o que importa: na **memória central**, que sempre vejo, e no **acervo**, onde pesquiso. Cada mudança aparece abaixo da minha resposta, com o antes e o depois. Todos que podem ler um canal compartilham a minha memória dele; as mensagens diretas são só suas.

    `/memory show` o que lembro aqui
    `/memory search` procurar nas mensagens e no acervo
    `/memory reset` me fazer esquecer
    `/docs list`, `/docs remove` os documentos que você me deu para ler
    `/persona show` quem sou aqui
    `/persona edit` me transformar em outro

## Questions before something is taken away

confirm = Apagar
cancel = Manter
not_yours = Só quem fez a pergunta pode responder.
question_over = Esta pergunta já foi respondida ou expirou. Pergunte de novo.
expired = Ninguém respondeu, então nada foi apagado.
kept = Nada foi apagado.
working = Apagando …
reset_core =
    Isto apaga a memória central: cada bloco volta ao seu início. O histórico deles fica.
    { -no-way-back }
reset_archival =
    Isto apaga o acervo, com o seu histórico: { $held }.
    { -no-way-back }
reset_history =
    Isto apaga a conversa, com os seus resumos: { $messages }. O que anotei dela fica.
    { -no-way-back }
reset_all =
    Isto apaga tudo: { $held }, { $messages }, o que está na memória central e o histórico de cada mudança.
    { -no-way-back }
taken_away = Apagado: { $what }.
nothing_taken_away = Não havia nada para apagar.
removal =
    Isto apaga o documento { $number }, { $name } ({ $pages }).
    { -no-way-back }
removed = Apagado: documento { $number }, { $name }.

## Who may do what

reset_needs = A memória deste canal é de todos aqui. Para redefini-la é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
docs_needs = Estes documentos são de todos aqui. Para apagar um deles é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
persona_needs = Neste canal sou o mesmo para todos. Para mudar quem sou é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
undo_needs = Só quem escreveu a mensagem pode desfazer isto, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.

## How much there is

messages = { $count ->
    [one] { $count } mensagem
   *[other] { $count } mensagens
}
passages = { $count ->
    [one] { $count } trecho
   *[other] { $count } trechos
}
archived = { $count ->
    [one] { $count } trecho no acervo
   *[other] { $count } trechos no acervo
}
documents = { $count ->
    [one] { $count } documento
   *[other] { $count } documentos
}
pages = { $count ->
    [one] { $count } página
   *[other] { $count } páginas
}
blocks_back = { $count ->
    [one] { $count } bloco de volta ao início
   *[other] { $count } blocos de volta ao início
}
recorded_changes = { $count ->
    [one] { $count } mudança registrada
   *[other] { $count } mudanças registradas
}
both = { $one }, { $other }

## Memory that is shown

memory_title = O que lembro aqui
held = { $messages } e { $archived } desde { $since }.
held_with_documents = { $messages }, { $archived } e { $documents } desde { $since }.
fill = Ocupação
version = versão { $number }
empty_block = (vazio)
persona_block = persona
human_block = pessoa · { $name }
archive = acervo
search_of_message = busca · uma mensagem
no_memory = Ainda não há memória aqui. Diga algo para mim primeiro.

## Lists and what a search found

search_title = Busca: { $query }
document_place = { $name }, documento { $number }, página { $page }
me = eu
nothing_found = Nada encontrado.
inexact = *As palavras exatas não aparecem em lugar nenhum; isto é o que mais se aproxima.*
open_link = abrir
no_page = Não há página { $page }: página { $pages }/{ $pages }, resultados: { $total }.
page_of_found = página { $page }/{ $pages } · resultados: { $total }
page_of_all = página { $page }/{ $pages } · { $total } no total
next_page = próxima: page:{ $page }
docs_title = Documentos que posso ler aqui
no_documents = Não há nenhum. Anexe um PDF, um texto ou um arquivo Markdown, HTML, CSV ou de código a uma mensagem para mim, e eu o leio.
no_document = Não há documento { $number } aqui. `/docs list` mostra quais existem.

## Changes of memory

undo = Desfazer
why = Por quê
learned = Uma mensagem daqui foi apagada, e esqueci o que ela dizia. Isto é o que eu tinha aprendido com ela:
hidden = (não é mostrado de novo aqui)
tended = Enquanto ninguém falava comigo, repassei o que foi dito aqui.{ $facts ->
    [0] {""}
    [one] {" "}Agora uma mensagem também é encontrada por outras palavras além das suas.
   *[other] {" "}Agora { $facts } mensagens também são encontradas por outras palavras além das suas.
}
more_changes = e mais { $count ->
    [one] { $count } mudança
   *[other] { $count } mudanças
}: { $names }
done_by = { $done } · { $who }
created = criado
extended = ampliado
changed = alterado
rewritten = reescrito
reset = redefinido
taken_back = desfeito
restored = restaurado
no_longer_true = não vale mais
true_again = vale de novo
taken_out = retirado
put_back = recolocado
by_me = por mim
by_person = por uma pessoa
by_me_quietly = por mim, em uma hora tranquila
by_program = pelo programa
undo_gone = Essa mudança não está mais na minha memória deste lugar.
undo_changed = A minha memória mudou bem neste momento, então nada foi desfeito. Tente de novo, por favor.
undo_beginning = Não consigo desfazer isso: não há nada antes, foi assim que este bloco começou.
undo_already = Não consigo desfazer isso: não resta mais nada dessa mudança.
undo_conflict = Não consigo desfazer isso, mudanças posteriores impedem: { $lines }.
line_gone = “{ $line }” não está mais lá

## The persona

persona_title = Quem sou aqui
not_saved = Aqui está o que você escreveu, para que não se perca:

## When something goes wrong

with_trace = { $sentence } (rastro { $trace })
failed = Algo deu errado do meu lado, e nada foi mudado. Tente de novo, por favor.
not_taken_in = Não consegui receber essa mensagem. Envie-a de novo daqui a pouco, por favor.
slow = A minha memória não respondeu a tempo. Tente de novo daqui a pouco, por favor.
unreadable = Não consigo ler isso: { $cause }.
model_silent = O modelo não me deu resposta. A sua mensagem está guardada; diga de novo daqui a pouco, por favor.
lost_in_memory = Eu me perdi na minha própria memória e não achei resposta. A sua mensagem está guardada; pergunte de novo, por favor.
model_busy = O modelo está recebendo pedidos demais no momento. A sua mensagem está guardada; tente de novo em um minuto, por favor.
too_much_to_read = Isso era mais do que o modelo consegue ler de uma vez. A sua mensagem está guardada; diga de um jeito mais curto, por favor.
model_refuses = O modelo não aceita os meus pedidos; quem cuida de mim precisa verificar as configurações. A sua mensagem está guardada.
model_away = Não consigo acessar o modelo no momento. A sua mensagem está guardada; tente de novo mais tarde, por favor.
model_slow = O modelo demorou demais para responder. A sua mensagem está guardada; tente de novo mais tarde, por favor.
model_unclear = O modelo deu uma resposta que não consigo ler. A sua mensagem está guardada; tente de novo, por favor.
broken_inside = Algo deu errado dentro de mim. A sua mensagem está guardada; tente de novo, por favor.

## What Discord shows of the commands

cmd-help = O que sou e o que você pode me pedir
cmd-memory = O que lembro aqui
cmd-memory-show = Mostrar o que lembro aqui
    .block = Qual bloco; todos se nada for dito
cmd-memory-search = Procurar no que foi dito aqui e no que guardo no acervo
    .text = O que procurar
    .page = Qual página dos resultados, a partir de 1
cmd-memory-reset = Me fazer esquecer o que lembro aqui
    .what = O que devo esquecer
    .what-core = memória central
    .what-archival = acervo
    .what-history = histórico
    .what-all = tudo
cmd-docs = Os documentos que me deram aqui
cmd-docs-list = Listar os documentos que me deram aqui
    .page = Qual página da lista, a partir de 1
cmd-docs-remove = Apagar um documento para sempre
    .number = O número do documento, como /docs list mostra
cmd-persona = Quem sou aqui
cmd-persona-show = Mostrar quem sou aqui
cmd-persona-edit = Me transformar em outro

## Questions before something is taken away

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

memory_needs = Esta memória é de todos aqui. Você pode mudar o bloco sobre você e o que veio das suas próprias palavras; o resto precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.
forget_needs = Só quem disse isso pode me fazer esquecer, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.
export_needs = Esta memória é de todos aqui. Levar tudo precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.

## How much there is

blocks_rewritten = { $count ->
    [one] { $count } bloco
   *[other] { $count } blocos
}

## Lists and what a search found

score = { $percent } %
choose_found = Apagar ou esquecer algo disto …
delete_choice = Apagar #{ $number }: { $text }
forget_choice = Esquecer { $who }: { $text }
list_old = Esta lista é antiga demais para virar páginas. Procure de novo.
page_back = ‹ Voltar
page_on = Avançar ›

## Changes of memory

edit_button = Editar
history_button = Histórico
restore_button = Restaurar
history_title = O que mudou na minha memória
no_changes = Nada foi mudado ainda.
choose_change = Ver uma mudança inteira …

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

## What Discord shows of the commands

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
cmd-context = Mostrar o que tenho em mente aqui e quanto espaço resta
