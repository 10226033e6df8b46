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
persona_label = Persona
persona_changed = Alguém mudou a persona enquanto você escrevia, então a sua não foi salva. Abra `/persona edit` de novo.
persona_same = É isso que a persona já diz. Nada foi mudado.
persona_too_long_for_form = A persona passa dos 4000 caracteres que cabem em um formulário do Discord, então não pode ser editada aqui.
persona_too_long = A persona pode ter { $limit } caracteres e a sua tem { $would }: encurte-a em pelo menos { $over }. Nada foi mudado.
persona_empty = Uma persona não pode ficar vazia. Nada foi mudado.
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
