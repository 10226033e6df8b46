# Portuguese as in Brazil. Persons are addressed with "você". core memory: memória central · archive: acervo (arquivo is a
# file) · passage: trecho · block: bloco

-no-way-back = **Não dá para desfazer.**

help =
    Sou um agente que se lembra. Mencione-me, responda a mim ou me mande uma mensagem direta e eu respondo. Em um tópico do qual participo, respondo sem ser mencionado.

    Enquanto conversamos, anoto o que importa: na **memória central**, que sempre vejo, e no **acervo**, onde pesquiso. Cada mudança aparece abaixo da minha resposta, com o antes e o depois. Todos que podem ler um canal compartilham a minha memória dele; as mensagens diretas são só suas.

    `/memory show`, `/memory edit` ver e editar o que lembro aqui
    `/memory search` procurar nas mensagens e no acervo, e apagar ali
    `/memory add`, `/memory delete` o que está no acervo
    `/memory history`, `/memory undo` o que foi mudado, e desfazer
    `/memory export`, `/memory import` levar a minha memória
    `/memory reset` me fazer esquecer
    `/context` quanto tenho em mente
    `/docs list`, `/docs remove` os documentos que você me deu para ler
    `/thread` continuar em um tópico onde tenho uma memória própria
    `/reminders list`, `/reminders add`, `/reminders cancel` o que lembro a você
    `/persona show`, `/persona edit`, `/persona preset`, `/persona import` quem sou aqui
    `/privacy show` o que está guardado sobre você, e como apagar
    `/usage` o que você usou
    `/settings` como me comporto aqui, e para quem
    `/model` qual modelo de linguagem responde aqui
    `/doctor` por que não respondi
    `/stop` parar a resposta que estou dando
    `/retry` tentar de novo o que falhou
    As mensagens têm *Lembre disto*, *Esqueça isto* e *Por que você disse isso?* no menu delas, em Aplicativos (Apps).

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

reset_needs = A memória deste canal é de todos aqui. Para redefini-la é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
docs_needs = Estes documentos são de todos aqui. Para apagar um deles é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
persona_needs = Neste canal sou o mesmo para todos. Para mudar quem sou é preciso ter a permissão **Gerenciar canais** ou **Gerenciar servidor**.
memory_needs = Esta memória é de todos aqui. Você pode mudar o bloco sobre você e o que veio das suas próprias palavras; o resto precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.
forget_needs = Só quem disse isso pode me fazer esquecer, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.
export_needs = Esta memória é de todos aqui. Levar tudo precisa da permissão **Gerenciar canais** ou **Gerenciar servidor**.
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
seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
blocks_back = { $count ->
    [one] { $count } bloco de volta ao início
   *[other] { $count } blocos de volta ao início
}
recorded_changes = { $count ->
    [one] { $count } mudança registrada
   *[other] { $count } mudanças registradas
}
blocks_rewritten = { $count ->
    [one] { $count } bloco
   *[other] { $count } blocos
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
words_only = *A busca está limitada no momento: só compara palavras, não significados.*
inexact = *As palavras exatas não aparecem em lugar nenhum; isto é o que mais se aproxima.*
open_link = abrir
score = { $percent } %
choose_found = Apagar ou esquecer algo disto …
delete_choice = Apagar #{ $number }: { $text }
forget_choice = Esquecer { $who }: { $text }
list_old = Esta lista é antiga demais para virar páginas. Procure de novo.
page_back = ‹ Voltar
page_on = Avançar ›
no_page = Não há página { $page }: página { $pages }/{ $pages }, resultados: { $total }.
page_of_found = página { $page }/{ $pages } · resultados: { $total }
page_of_all = página { $page }/{ $pages } · { $total } no total
next_page = próxima: page:{ $page }
docs_title = Documentos que posso ler aqui
no_documents = Não há nenhum. Anexe um PDF, um texto ou um arquivo Markdown, HTML, CSV ou de código a uma mensagem para mim, e eu o leio.
no_document = Não há documento { $number } aqui. `/docs list` mostra quais existem.

## Reminders

reminders_title = O que lembro às pessoas aqui
no_reminders = Não há nada. Peça que eu lembre você de algo ou use `/reminders add`.
every_day = todo dia às { $time }
every_workday = de segunda a sexta às { $time }
every_week = toda semana, { $day ->
    [0] segunda-feira
    [1] terça-feira
    [2] quarta-feira
    [3] quinta-feira
    [4] sexta-feira
    [5] sábado
   *[6] domingo
} às { $time }
reminder_set = O lembrete { $number } está marcado para { $when }: { $text }
reminder_cancelled = O lembrete { $number } foi cancelado: { $text }
reminder_paused = Ele não pôde ser entregue e não é mais enviado: { $reason }
reminder_late = Isto era para { $when }.
reminder_time = { $why } Agora são { $now } ({ $zone }). Leio horários como `in 20 minutes`, `tomorrow 9:00`, `friday 17:30`, `2026-05-31 18:30`, `every day 7:30` ou `every monday 8:00`. Nada foi marcado.
time_unreadable = Não consigo ler esse horário.
time_past = Esse horário já passou.
time_far = Faltam mais de dez anos para isso.
reminder_text = Um lembrete diz algo, com no máximo { $most } caracteres. Nada foi marcado.
reminders_of_person = Você tem { $most } lembretes, e não guardo mais para uma pessoa. Cancele um primeiro.
reminders_here = Há { $most } lembretes aqui, e não guardo mais em um lugar. Primeiro é preciso cancelar um.
no_reminder = Não há lembrete { $number } aqui. `/reminders list` mostra quais existem.
reminder_needs = Esse lembrete é de outra pessoa. Cancelá-lo exige a permissão **Gerenciar canais** ou **Gerenciar servidor**.

## Threads with a memory of their own

thread_opened = Continuamos em { $thread }.
thread_with = Neste tópico tenho uma memória própria. Ela começa com uma cópia do que sei do canal: os blocos da memória central e o resumo do que foi dito, como estão agora. Aqui não tenho as mensagens nem o acervo do canal. O que se diz aqui fica aqui.
thread_without = Neste tópico tenho uma memória própria, e ela está vazia: não sei nada do que foi dito no canal. O que se diz aqui fica aqui.
thread_not_here = `/thread` funciona em um canal de um servidor: aqui não há nenhum em que abrir um tópico.
thread_not_in_such = Não é possível abrir tópicos em um canal deste tipo.
thread_nameless = Um tópico tem nome. Nenhum foi aberto.
thread_needs = Abrir um tópico aqui exige a permissão **Criar tópicos públicos** (Create Public Threads), que você não tem.
thread_missing = Não posso abrir um tópico aqui: falta-me a permissão { $missing }. Quem gerencia o servidor pode me dar.
thread_private = O que sei aqui é só seu, por isso não o copio para um tópico que outros leem. `/thread` com memory `without` funciona.

## Changes of memory

undo = Desfazer
edit_button = Editar
history_button = Histórico
restore_button = Restaurar
history_title = O que mudou na minha memória
no_changes = Nada foi mudado ainda.
choose_change = Ver uma mudança inteira …
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

## Writing memory anew

edit_title = Editar { $title }
edit_label = O que está escrito
edit_part = Parte { $number } de { $count }
no_block = Não há um bloco assim aqui. `/memory show` mostra quais existem.
block_changed = Alguém mudou isto enquanto você escrevia, então o seu texto não foi salvo. Veja e tente de novo.
block_same = Já está escrito assim. Nada foi mudado.
block_too_long_for_form = Isto é mais longo do que cabe num formulário do Discord. Aqui está como arquivo: mude e mande de volta com `/memory edit` na opção `file`.
block_too_long = Pode ter { $limit } caracteres e o seu tem { $would }: encurte pelo menos { $over }. Nada foi mudado.
block_empty = Uma persona não pode ficar vazia. Nada foi mudado.
not_saved = Aqui está o que você escreveu, para que não se perca:
stands_now = Isto é o que está lá agora:
restore_same = Já está assim. Nada foi mudado.
nothing_to_undo = Não há mudança que você possa desfazer.

## The archive, and messages

no_passage = Não há trecho { $number } no acervo. `/memory search` mostra os números.
passage_empty = Não há palavras nisso. Nada foi guardado.
passage_too_long = { $over ->
    [one] É { $over } caractere
   *[other] São { $over } caracteres
} a mais para um trecho: guarde em partes.
tag_too_long = Uma etiqueta pode ter no máximo { $limit } caracteres.
too_many_tags = No máximo { $limit } etiquetas, por favor.
menu_remember = Lembre disto
menu_forget = Esqueça isto
menu_why = Por que você disse isso?
remember_title = Lembre disto
remember_label = O que devo guardar
tags_label = Etiquetas, separadas por vírgulas
remember_needs = Uma mensagem é guardada nas suas próprias palavras, por isso nada foi guardado. Outras palavras que não as da mensagem exigem a permissão **Gerenciar canais** ou **Gerenciar servidor**.
remembered_as_yours = Estas não são as palavras da mensagem, por isso as guardo como suas: a mensagem fica vinculada, mas não como origem delas.
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
ctx_left = Depois de { $warning ->
    [one] mais { $warning } token
   *[other] mais { $warning } tokens
} me pedem para guardar o que importa; depois de { $eviction } as mensagens mais antigas passam para o resumo. Ainda posso procurá-las.
ctx_warned = Já me pediram para guardar o que importa; depois de { $eviction ->
    [one] mais { $eviction } token
   *[other] mais { $eviction } tokens
} as mensagens mais antigas passam para o resumo. Ainda posso procurá-las.
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
file_begun = Estou lendo { $name }; pode demorar um pouco.
file_read = Li { $name }: { $pages }, documento { $number }.
file_not_read = Não li { $name }. { $why }
-readable = PDF, texto, Markdown, HTML, CSV, TSV e código-fonte
refused_kind = Só dá para ler { -readable }.
refused_binary = É um arquivo binário, e só dá para ler { -readable }.
refused_empty = Está vazio.
refused_no_pdf = Pelo nome é um PDF, mas não é.
refused_no_text = Não há texto nele.
refused_scan = Este PDF não tem texto, só imagens (uma digitalização?): mande um com texto.
refused_locked = Está protegido por senha: mande sem ela.
refused_damaged_pdf = Está danificado: nenhum programa consegue ler este PDF.
refused_damaged_pages = Está danificado: nenhuma das suas páginas pode ser lida.
refused_html = O HTML dele não pode ser lido ({ $why }).
refused_memory = Está danificado, ou feito de um jeito que exige memória demais para ler.
refused_slow = Levou mais de { $seconds } para ler, e desisti.
refused_out_of_order = Não pode ser lido no momento: quem me hospeda encontra a causa no log.
refused_bytes = Tem { $bytes } bytes, e o limite é { $most } (KEEPSAKE_DOC_MAX_BYTES).
refused_pages = Tem { $pages } páginas, e o limite é { $most } (KEEPSAKE_DOC_MAX_PAGES).
refused_chars = Tem mais de { $most } caracteres, o limite para { $pages } (KEEPSAKE_DOC_MAX_PAGES).
refused_full = Já há aqui tantos documentos quantos podem ser guardados ({ $most }, KEEPSAKE_DOC_MAX_PER_AGENT): apague um antes.
refused_too_large = Tem mais de { $most } bytes, o limite.
refused_gone = Não está mais no Discord: mande de novo.
refused_not_fetched = Não foi possível buscá-lo no Discord: mande de novo daqui a pouco.
refused_foreign = Não vem do Discord.
refused_no_files = Aqui não dá para buscar arquivos.
bad_card = Não consigo assumir esse personagem: { $why }. Nada foi mudado.
card_neither = o arquivo não é nem uma imagem PNG nem JSON
card_picture = a imagem está danificada
card_no_character = a imagem não contém nenhum personagem; alguns lugares o retiram quando imagens são compartilhadas
card_unreadable = o que ele contém não é uma ficha de personagem
card_empty = a ficha não tem nome, ou nada que descreva o personagem
card_too_large = a ficha é grande demais
card_taken = De agora em diante sou **{ $name }**.
card_cut = A ficha passa dos { $limit } caracteres de uma persona, então o fim dela foi cortado.
card_instructions = As instruções dela para o modelo ficaram de fora: só foi aproveitado quem o personagem é.
card_lore = { $count ->
    [one] Um item sobre o mundo do personagem ficou de fora; me dê como documento.
   *[other] { $count } itens sobre o mundo do personagem ficaram de fora; me dê como documento.
}

## Settings

settings_of_guild = Configurações deste servidor
settings_of_channel = Configurações deste canal
settings_legend = 🔹 definido aqui · ▫️ como acima, ou como de costume
settings_need_guild = As configurações do servidor inteiro precisam da permissão **Gerenciar servidor**.
settings_need_channel = As configurações deste canal precisam da permissão **Gerenciar canais** ou **Gerenciar servidor**.
pick_setting = O que mudar
audit_button = Quem mudou o quê
back_button = Voltar
clear_button = Limpar
change_button = Mudar
audit_title = Quem mudou o quê
audit_empty = Nada foi mudado ainda.
audit_total = { $count ->
    [one] { $count } mudança no total
   *[other] { $count } mudanças no total
}
everywhere = servidor inteiro
not_set = (não definido)
none_set = nada
on = ligado
off = desligado
everybody = todos
all_but = { $allowed }, mas não { $denied }
usual_model = o de costume
for_good = para sempre
days = { $count ->
    [one] { $count } dia
   *[other] { $count } dias
}
set_heard = Responder
set_triggers = O que me chama
set_keywords = Palavras-chave
set_bots = Outros bots
set_access = A quem respondo
set_display = Memória mostrada
set_agents = De quem é a memória
set_apart = Memória própria para este tópico
set_quiet = Horário de silêncio
set_zone = Fuso horário
set_model = Modelo
set_retention = Tempo de guarda das mensagens
set_budgets = Limites por dia
about_heard = Desligado: não respondo a ninguém aqui, nem quando me chamam pelo nome.
about_triggers = Mensagens diretas sempre me chamam; @everyone e @here, nunca.
about_keywords = Palavras que me chamam quando “uma palavra-chave” está entre o que me chama. Palavras inteiras, maiúsculas ou minúsculas.
about_bots = Ligado: também respondo a outros bots e webhooks, no máximo quatro vezes antes que uma pessoa fale de novo.
about_access = Cargos e pessoas a quem respondo, e a quem não respondo. Quem é escolhido abaixo é adicionado, ou retirado de novo. Se ninguém for nomeado, respondo a todos; pessoas vêm antes de cargos.
about_display = Como uma mudança da minha memória é mostrada abaixo de uma resposta.
about_agents = Uma memória para todos em um canal, ou uma para cada pessoa no servidor inteiro.
about_apart = Ligado: o que é dito neste tópico fica nele, e aqui não sei nada do canal.
about_quiet = Horas em que não envio nada sem que me peçam. Os lembretes esperam até elas passarem.
about_zone = Por qual relógio vão o horário de silêncio e os lembretes, por exemplo America/Sao_Paulo.
about_model = Qual modelo de linguagem responde aqui, pelo nome que o provedor dá a ele.
about_retention = Mensagens mais antigas são esquecidas, no histórico e no índice. 0 as guarda para sempre. O que anotei delas fica.
about_budgets = Quanto uma pessoa e o servidor inteiro podem gastar de meia-noite a meia-noite (UTC). Um campo vazio é sem limite.
trigger_mention = meu nome
trigger_reply = uma resposta a uma mensagem minha
trigger_thread = um tópico do qual participo
trigger_always = toda mensagem
trigger_keyword = uma palavra-chave
display_full = por inteiro
display_compact = em uma linha
display_reaction = como reação
display_off = nada
agents_channel = uma por canal
agents_member = uma por pessoa
allow_roles = Cargos a quem respondo
allow_people = Pessoas a quem respondo
deny_roles = Cargos a quem não respondo
deny_people = Pessoas a quem não respondo
budget_person_messages = { $most ->
    [one] { $most } mensagem por pessoa
   *[other] { $most } mensagens por pessoa
}
budget_person_tokens = { $tokens } por pessoa
budget_guild_messages = { $most ->
    [one] { $most } mensagem no servidor
   *[other] { $most } mensagens no servidor
}
budget_guild_tokens = { $tokens } no servidor
label_keywords = Palavras-chave, separadas por vírgulas
label_zone = Fuso horário, como America/Sao_Paulo
label_retention = Dias, 0 para sempre
label_from = De, como 22:00
label_to = Até, como 07:00
label_person_messages = Mensagens de uma pessoa
label_person_tokens = Tokens de uma pessoa
label_guild_messages = Mensagens no servidor
label_guild_tokens = Tokens no servidor
no_number = “{ $text }” não é um número que sirva aqui. Nada foi mudado.
no_zone = “{ $text }” não é um fuso horário que eu conheça; um se chama, por exemplo, America/Sao_Paulo. Nada foi mudado.
no_clock = “{ $text }” não é uma hora do dia como 22:00. Nada foi mudado.
bad_keywords = Pode haver 25 palavras-chave de 1 a 50 caracteres. Nada foi mudado.
bad_names = No máximo 100 cargos e pessoas podem ser nomeados. Nada foi mudado.
bad_quiet = O horário de silêncio precisa começar e terminar em horas diferentes do dia. Nada foi mudado.
bad_model = “{ $name }” não está entre os modelos que podem ser escolhidos. Nada foi mudado. `/model` mostra quais há.
bad_retention = As mensagens são guardadas de 1 a 3650 dias, ou com 0 para sempre. Nada foi mudado.
bad_triggers = Algo precisa me chamar. Para que eu não responda a ninguém, desligue Responder.
model_answers = Aqui responde **{ $name }**.
model_from_here = Ele foi escolhido aqui.
model_from_channel = Ele foi escolhido para { $channel }.
model_from_server = Ele foi escolhido para o servidor inteiro.
model_is_usual = É o de costume; nenhum outro foi escolhido.
model_gone = **{ $name }** foi escolhido, mas quem cuida de mim não o oferece mais.
model_choose = Pode-se escolher entre: { $names }.
model_alone = Não há outro para escolher.

## What is kept of people, and what they cost

notice = -# O que você me diz é guardado, para que eu possa lembrar. Com `/privacy` você vê o quê, recebe, apaga ou fica totalmente de fora.
limit_person_messages = Respondo { $most ->
    [one] uma mensagem
   *[other] { $most } mensagens
} por dia de cada pessoa, e você escreveu mais. A sua fica guardada; escreva de novo { $until }.
limit_person_tokens = O que você me pediu hoje chegou ao limite de { $tokens } por pessoa. A sua mensagem fica guardada; escreva de novo { $until }.
limit_guild_messages = Neste servidor respondo { $most ->
    [one] uma mensagem
   *[other] { $most } mensagens
} por dia, e houve mais. A sua fica guardada; escreva de novo { $until }.
limit_guild_tokens = Este servidor chegou ao seu limite de { $tokens } por dia. A sua mensagem fica guardada; escreva de novo { $until }.
privacy_title = O que está guardado sobre você
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = Onde está
kept_in = Guardado em: { $database }; encontrado por: { $index }.
seen_by = O que você me diz é lido pelo modelo de linguagem de { $host }.
embedded_by = { $host } faz com que possa ser encontrado.
usage_kept = Contado nos últimos 30 dias: { $messages }, { $tokens }.
nothing_held = Nada está guardado sobre você.
is_opted_out = Você ficou de fora: não guardo nada do que você diz.
characters_about = { $count ->
    [one] { $count } caractere sobre você
   *[other] { $count } caracteres sobre você
}
changes_caused = { $count ->
    [one] { $count } mudança feita por você ou por causa das suas mensagens
   *[other] { $count } mudanças feitas por você ou por causa das suas mensagens
}
kept_for = mensagens guardadas: { $time }
place_dm = mensagens diretas
place_member = um servidor onde me lembro de você à parte dos outros
own_exported = Tudo o que está guardado sobre você e é seu, parte { $number }.
forget_question =
    Isto me faz esquecer você em **todos** os lugares: o que você disse, o que respondi, o que anotei por causa disso, os seus documentos e lembretes, o que você mesmo guardou, e as nossas mensagens diretas por inteiro. O que outros disseram de você com as próprias palavras continua deles; o que você escreveu, ao gerenciar um lugar, na persona dele ou nos blocos de outros fica lá sem o seu nome.
    { -no-way-back }
forgotten_person = Esquecido: { $what }.
forgotten_checked = Olhei de novo: nem o banco de dados nem o índice guardam algo que você disse, que aprendi com você ou que esteja sob o seu número. O que outros disseram de você com as próprias palavras continua deles.
forgotten_unchecked = O índice de busca ainda não confirmou tudo. Ele fará isso sozinho assim que responder; você não precisa fazer mais nada.
answers_gone = { $count ->
    [one] { $count } resposta minha
   *[other] { $count } respostas minhas
}
quotes_gone = { $count ->
    [one] { $count } citação sua
   *[other] { $count } citações suas
}
blocks_gone = { $count ->
    [one] { $count } bloco sobre você
   *[other] { $count } blocos sobre você
}
summaries_gone = { $count ->
    [one] { $count } resumo
   *[other] { $count } resumos
}
reminders_count = { $count ->
    [one] { $count } lembrete
   *[other] { $count } lembretes
}
agents_gone = { $count ->
    [one] { $count } memória que era só sua
   *[other] { $count } memórias que eram só suas
}
waiting_gone = { $count ->
    [one] { $count } mensagem que esperava
   *[other] { $count } mensagens que esperavam
}
records_gone = { $count ->
    [one] { $count } registro de uso ou de configurações
   *[other] { $count } registros de uso ou de configurações
}
opted_out = Pronto: de agora em diante não guardo nada do que você diz, não respondo a isso e deixo as suas palavras fora do que outros citam. Os comandos continuam funcionando, e `/privacy opt-in` me deixa ouvir você de novo.
opted_out_already = Você já tinha ficado de fora: não guardo nada do que você diz.
opted_in = Pronto: ouço você de novo.
not_remembered = Quem escreveu isso ficou de fora: não guardo nada do que essa pessoa diz.
opted_in_already = Você não tinha ficado de fora; ouço você.
usage_title = O que você usou
usage_footer = Um dia vai de meia-noite a meia-noite UTC.
usage_today = Você, hoje
usage_month = Você, em 30 dias
usage_guild_today = Este servidor, hoje
usage_guild_month = Este servidor, em 30 dias
usage_top = Quem mais usou em 30 dias:
tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}

## Why there was no answer

doctor_title = Como estou aqui
doctor_heard = Respondo neste canal.
doctor_not_heard = Fui desligado aqui: `/settings`, Responder.
doctor_permitted = Posso responder a você.
doctor_not_permitted = Você não está entre as pessoas a quem posso responder aqui: `/settings`, A quem respondo.
doctor_permissions = Tenho todas as permissões de que preciso neste canal.
doctor_missing = Não tenho estas permissões neste canal: **{ $names }**. Quem gerencia o servidor pode dá-las ao meu cargo, ou a mim nas configurações do canal.
doctor_content = Consigo ler mensagens que não se dirigem a mim.
doctor_no_content = Não consigo ler mensagens que não se dirigem a mim: **Message Content Intent** está desligado. Menções, respostas que me notificam, mensagens diretas e comandos funcionam; quem cuida de mim pode ligá-lo em https://discord.com/developers/applications, em Bot.
doctor_triggers = O que me chama aqui: { $triggers }.
doctor_search = A busca está limitada: até o índice voltar a funcionar, só palavras são comparadas. À espera de indexação: { $count }.
doctor_dm = Em mensagens diretas respondo a tudo.
doctor_opted_out = Você ficou de fora: não guardo nada do que você diz. `/privacy opt-in` me deixa ouvir você de novo.
doctor_person_limit = O que uma pessoa pode usar por dia acabou: volto a responder a você { $until }. `/usage` mostra.
doctor_guild_limit = O que este servidor pode usar por dia acabou: volto a responder aqui { $until }. `/usage` mostra.
doctor_ignored = { $link } ficou sem resposta: { $why }.
doctor_not_ignored = Nada impede que eu responda a { $link }. Se nenhuma resposta veio, talvez eu ainda esteja trabalhando nela, ou ela falhou; quem cuida de mim encontra a causa no log.
doctor_no_number = Me dê o link de uma mensagem (Copiar link da mensagem) ou o número dela.
doctor_no_message = Não há uma mensagem assim neste canal, ou não posso lê-la: para isso é preciso **Ver canais** (**View Channels**) e **Ver histórico de mensagens** (**Read Message History**). Pergunte no canal da mensagem.
ignored_own = ela é minha
ignored_bot = um bot a escreveu, e não respondo a bots aqui (`/settings`, Outros bots)
ignored_webhook = um webhook a escreveu, e não respondo a webhooks aqui (`/settings`, Outros bots)
ignored_system = o Discord a escreveu e ninguém a disse
ignored_not_addressed = nada nela me chamava
ignored_everyone = ela chamava todos, e não a mim em particular
ignored_switched_off = estou desligado aqui (`/settings`, Responder)
ignored_not_permitted = quem a escreveu não está entre as pessoas a quem posso responder aqui (`/settings`, A quem respondo)
ignored_opted_out = quem a escreveu ficou de fora (`/privacy opt-in` me deixa ouvir de novo)
ignored_bot_loop = eu tinha respondido a bots quatro vezes seguidas; antes uma pessoa precisa falar
ignored_crowded = havia lá mais mensagens à espera do que eu conseguia responder, por isso não a recebi
ignored_unreadable = não havia nada nela que eu consiga ler; sem **Message Content Intent** só vejo o que se dirige a mim
ignored_cannot_answer = não posso responder lá; falta: **{ $missing }**

## Answers under way

stopped = -# Parado.
stop_button = Parar
stop_done = Parei.
stop_nothing = Não estou respondendo a nada aqui no momento.
stop_not_yours = Só a pessoa a cuja mensagem estou respondendo pode me parar, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.
retry_button = Tentar de novo
retry_done = Estou tentando de novo.
retry_nothing = Não há nada aqui para tentar de novo: nenhuma resposta falhou e nenhuma está pendente.
retry_running = Já estou trabalhando na resposta.
retry_not_yours = Só quem espera essa resposta pode me fazer tentar de novo, ou alguém com a permissão **Gerenciar canais** ou **Gerenciar servidor**.
automod = Tenho uma resposta, mas o AutoMod deste servidor não a deixa passar.
not_showable = Tenho uma resposta, mas o Discord não me deixa mostrá-la aqui.
no_embeds = -# O que mudei na minha memória não pode ser mostrado aqui: não tenho a permissão Inserir links (Embed Links). `/memory show` mostra.
memory_line = -# 📝 { $changes }
in_file = -# Esta resposta é longa: ela está inteira no arquivo anexado.

## When something goes wrong

with_trace = { $sentence } (rastro { $trace })
failed = Algo deu errado do meu lado, e nada foi mudado. Tente de novo, por favor.
not_taken_in = Não consegui receber essa mensagem. Envie-a de novo daqui a pouco, por favor.
no_room = Há mais mensagens à minha espera do que consigo responder agora, por isso não recebi essa. Envie-a de novo daqui a algum tempo, por favor. O que chegar antes de eu pôr tudo em dia também não será recebido.
memory_away = A minha memória está inacessível agora. O que me disserem fica à espera, e eu respondo quando ela voltar; ninguém precisa de repetir.
slow = A minha memória não respondeu a tempo. Tente de novo daqui a pouco, por favor.
unreadable = Não consigo ler isso: { $cause }.
model_silent = O modelo não me deu resposta. A sua mensagem está guardada; diga de novo daqui a pouco, por favor.
lost_in_memory = Eu me perdi na minha própria memória e não achei resposta. A sua mensagem está guardada; pergunte de novo, por favor.
model_busy = O modelo está recebendo pedidos demais no momento. A sua mensagem está guardada; tente de novo em um minuto, por favor.
too_much_to_read = Isso era mais do que o modelo consegue ler de uma vez. A sua mensagem está guardada; diga de um jeito mais curto, por favor.
model_refuses = O modelo não aceita os meus pedidos; quem cuida de mim precisa verificar as configurações. A sua mensagem está guardada.
model_away = Não consigo acessar o modelo no momento. A sua mensagem está guardada; tente de novo mais tarde, por favor.
model_slow = O modelo demorou demais para responder. A sua mensagem está guardada; tente de novo mais tarde, por favor.
waits_away = Não consigo acessar o modelo agora. Vou tentar de novo e então respondo.
waits_busy = O modelo está recebendo pedidos demais agora. Vou tentar de novo e então respondo.
waits_slow = O modelo está demorando demais para responder agora. Vou tentar de novo e então respondo.
model_unclear = O modelo deu uma resposta que não consigo ler. A sua mensagem está guardada; tente de novo, por favor.
broken_inside = Algo deu errado dentro de mim. A sua mensagem está guardada; tente de novo, por favor.

## What Discord shows of the commands

cmd-help = O que sou e o que você pode me pedir
cmd-memory = O que lembro aqui
cmd-memory-show = Mostrar o que lembro aqui
    .block = Qual bloco; todos se nada for dito
cmd-memory-edit = Escrever um bloco de novo
    .block = Qual bloco
    .file = O bloco como arquivo de texto, se for longo demais para um formulário
cmd-memory-history = Mostrar o que mudou na minha memória, e desfazer
    .block = De qual bloco; de tudo se nada for dito
cmd-memory-add = Guardar algo no acervo
    .text = O que devo guardar
    .tags = Palavras para encontrá-lo, separadas por vírgulas
cmd-memory-delete = Apagar um trecho do acervo
    .number = O número do trecho
cmd-memory-undo = Desfazer a mudança mais nova da minha memória
cmd-memory-export = Me dê tudo o que você lembra aqui como arquivo
cmd-memory-import = Incorporar o que foi exportado, aqui ou em outro lugar
    .file = Um arquivo que /memory export fez
    .file2 = O segundo arquivo da mesma exportação
    .file3 = O terceiro arquivo da mesma exportação
    .file4 = O quarto arquivo da mesma exportação
    .file5 = O quinto arquivo da mesma exportação
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
cmd-reminders = O que lembro às pessoas aqui
cmd-reminders-list = Listar o que lembro às pessoas aqui
cmd-reminders-add = Fazer com que eu lembre você de algo aqui
    .when = Quando: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = O que direi então
cmd-reminders-cancel = Cancelar um lembrete
    .number = O número do lembrete, como /reminders list mostra
cmd-thread = Continuar em um novo tópico, onde tenho uma memória própria
    .name = Como o tópico se chama
    .memory = Se lá sei o que sei aqui; sem dizer nada, não
    .memory-with = com
    .memory-without = sem
cmd-context = Mostrar o que tenho em mente aqui e quanto espaço resta
cmd-persona = Quem sou aqui
cmd-persona-show = Mostrar quem sou aqui
cmd-persona-edit = Me transformar em outro
cmd-persona-preset = Me transformar em um dos que já estão prontos
    .who = Quem devo ser
    .who-companion = companheiro
    .who-assistant = assistente
    .who-tutor = tutor
    .who-storyteller = contador de histórias
    .who-coach = treinador
cmd-persona-import = Me transformar em um personagem a partir de uma ficha
    .card = Uma ficha de personagem (V2 ou V3), como imagem PNG ou JSON
cmd-settings = Como me comporto aqui, e com quem
    .of = Do servidor inteiro, ou só deste canal ou tópico
    .of-server = servidor
    .of-channel = canal
cmd-privacy = O que está guardado sobre você, e o que você pode fazer com isso
cmd-privacy-show = Mostrar o que está guardado sobre você em todos os lugares, e onde
cmd-privacy-export = Receber como arquivo tudo o que é seu
cmd-privacy-forget-me = Fazer com que eu esqueça você em todos os lugares
cmd-privacy-opt-out = De agora em diante não guardo nada do que você diz
cmd-privacy-opt-in = Posso ouvir você de novo
cmd-usage = O que você gastou hoje e neste mês
cmd-model = Qual modelo de linguagem responde aqui, e como escolher outro
    .name = O modelo que responde de agora em diante; sem ele digo qual responde
    .where = Só para este canal ou tópico, ou para o servidor inteiro; sem dizer nada, só aqui
    .where-here = aqui
    .where-server = servidor
cmd-doctor = Por que não respondi aqui
    .message = O link da mensagem, ou o número dela
cmd-stop = Parar a resposta que estou dando
cmd-retry = Responder de novo ao que falhou ou espera pelo modelo
