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
import_asks = Esto incorpora { $what }.{ $known ->
    [0] {""}
    [one] {" "}Una cosa de ahí ya está aquí y se queda como está.
   *[other] {" "}{ $known } cosas de ahí ya están aquí y se quedan como están.
} Los bloques reescritos se pueden devolver a como estaban con `/memory undo` o `/memory history`.
import_confirm = Incorporar
import_cancel = Dejarlo
import_working = Incorporando …
import_kept = No se incorporó nada.
import_expired = Nadie respondió, así que no se incorporó nada.
import_nothing = Todo lo que contiene ya está aquí. No se cambió nada.
imported = Incorporado: { $what }.

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = Esta memoria es de todos aquí. Puedes cambiar el bloque sobre ti y lo que salió de tus propias palabras; lo demás necesita el permiso **Gestionar canales** o **Gestionar servidor**.
forget_needs = Solo quien lo dijo puede hacer que lo olvide, o alguien con el permiso **Gestionar canales** o **Gestionar servidor**.
export_needs = Esta memoria es de todos aquí. Llevársela entera necesita el permiso **Gestionar canales** o **Gestionar servidor**.
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
    [one] { $count } bloque
   *[other] { $count } bloques
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
choose_found = Borrar u olvidar algo de esto …
delete_choice = Borrar #{ $number }: { $text }
forget_choice = Olvidar a { $who }: { $text }
list_old = Esta lista es demasiado antigua para pasar páginas. Busca de nuevo.
page_back = ‹ Atrás
page_on = Adelante ›
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
history_button = Historial
restore_button = Restaurar
history_title = Lo que cambió en mi memoria
no_changes = Todavía no se ha cambiado nada.
choose_change = Ver un cambio entero …
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
edit_label = Lo que dice
edit_part = Parte { $number } de { $count }
no_block = Aquí no hay ningún bloque así. `/memory show` muestra cuáles hay.
block_changed = Alguien lo cambió mientras escribías, así que lo tuyo no se guardó. Míralo e inténtalo de nuevo.
block_same = Ya dice eso. No se cambió nada.
block_too_long_for_form = Esto es más largo de lo que cabe en un formulario de Discord. Aquí está como archivo: cámbialo y envíalo de vuelta con `/memory edit` en la opción `file`.
block_needs_file = Esto es más largo de lo que cabe en un formulario de Discord. Usa `/memory edit`, que te lo da como archivo.
block_too_long = Puede tener { $limit } caracteres y el tuyo tiene { $would }: acórtalo al menos { $over }. No se cambió nada.
block_empty = Una persona no puede estar vacía. No se cambió nada.
not_saved = Here is what you wrote, so that it is not lost:
stands_now = Esto es lo que hay ahora:
restore_same = Ya está así. No se cambió nada.
nothing_to_undo = No hay ningún cambio que puedas deshacer.

## The archive, and messages

no_passage = No hay ningún pasaje { $number } en el archivo. `/memory search` muestra los números.
passage_empty = No contiene palabras. No se guardó nada.
passage_too_long = Le sobran { $over } caracteres para un pasaje: guárdalo por partes.
tag_too_long = Una etiqueta puede tener como mucho { $limit } caracteres.
too_many_tags = Como mucho { $limit } etiquetas, por favor.
menu_remember = Recuerda esto
menu_forget = Olvida esto
menu_why = ¿Por qué dijiste eso?
remember_title = Recuerda esto
remember_label = Lo que debo guardar
tags_label = Etiquetas, separadas por comas
forgotten = Olvido ese mensaje. Si había aprendido algo de él, lo enumero donde está el mensaje, con un botón para deshacer cada cambio.
forget_unknown = Nadie me dijo eso aquí, así que no hay nada que olvidar. Lo que escribí yo se puede deshacer.
no_turn = Esa no es una respuesta mía en este lugar, o ya no sé cómo llegué a ella.
why_title = Cómo llegué a esa respuesta
why_blocks = Lo que sabía antes
why_edits = Lo que cambié en mi memoria
why_footer = { $steps ->
    [one] { $steps } paso
   *[other] { $steps } pasos
} · { $calls ->
    [one] { $calls } llamada a herramientas
   *[other] { $calls } llamadas a herramientas
} · rastro { $trace }

## What is in the prompt

ctx_title = Lo que tengo en mente aquí
ctx_instructions = instrucciones
ctx_tools = herramientas
ctx_persona = persona
ctx_people = gente
ctx_summary = resumen de lo anterior
ctx_queue = conversación
ctx_newest = los mensajes más nuevos
ctx_answer = reservado para mi respuesta
ctx_free = libre
ctx_left = Tras { $warning } tokens más se me pide guardar lo importante; tras { $eviction } los mensajes más antiguos pasan al resumen. Todavía puedo buscarlos.
ctx_warned = Ya se me pidió guardar lo importante; tras { $eviction } tokens más los mensajes más antiguos pasan al resumen. Todavía puedo buscarlos.
ctx_footer = { $percent } % de { $window } tokens
ctx_alt = Una barra llena al { $percent } %. Tokens: { $parts }.

## Files

exported = { $files ->
    [one] Todo lo que recuerdo aquí, en un archivo.
   *[other] Todo lo que recuerdo aquí, en { $files } archivos que van juntos.
} `/memory import` lo incorpora de nuevo.
import_wrong = Eso no se puede incorporar: { $why }. No se cambió nada.
file_refused = { $name } no se puede usar: { $why }
file_too_large = puede tener como mucho { $kilobytes } KiB.
not_text = no es texto en UTF-8.

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
cmd-memory-show = Mostrar lo que recuerdo aquí
    .block = Qué bloque; todos si no se indica
cmd-memory-edit = Escribir un bloque de nuevo
    .block = Qué bloque
    .file = El bloque como archivo de texto, si es demasiado largo para un formulario
cmd-memory-history = Mostrar lo que cambió en mi memoria, y deshacerlo
    .block = De qué bloque; de todo si no se indica
cmd-memory-add = Guardar algo en el archivo
    .text = Lo que debo guardar
    .tags = Palabras para encontrarlo, separadas por comas
cmd-memory-delete = Borrar un pasaje del archivo
    .number = El número del pasaje
cmd-memory-undo = Deshacer el cambio más nuevo de mi memoria
cmd-memory-export = Dame todo lo que recuerdas aquí como archivo
cmd-memory-import = Incorporar lo que se exportó, aquí o en otro lugar
    .file = Un archivo que hizo /memory export
    .file2 = El segundo archivo de la misma exportación
    .file3 = El tercer archivo de la misma exportación
    .file4 = El cuarto archivo de la misma exportación
    .file5 = El quinto archivo de la misma exportación
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
cmd-context = Mostrar lo que tengo en mente aquí y cuánto espacio queda
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
