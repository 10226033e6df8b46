# Spanish, for Spain and America. Persons are addressed with "tú". core memory: memoria central · archive: archivo (never a
# file, which is a document here) · passage: fragmento · block: bloque · persona: personalidad

-no-way-back = **No se puede deshacer.**

help =
    Soy un agente que recuerda. Mencióname, respóndeme o escríbeme un mensaje directo y te contesto. En un hilo en el que participo contesto aunque no me menciones.

    Mientras hablamos anoto lo que importa: en la **memoria central**, que siempre tengo a la vista, y en el **archivo**, donde busco. Cada cambio se muestra debajo de mi respuesta, con el antes y el después. Quienes pueden leer un canal comparten mi memoria de él; los mensajes directos son solo tuyos.

    `/memory show` lo que recuerdo aquí
    `/memory search` buscar en los mensajes y en el archivo
    `/memory reset` hacer que olvide
    `/docs list`, `/docs remove` los documentos que me diste a leer
    `/persona show` quién soy aquí
    `/persona edit` convertirme en otro

## Questions before something is taken away

confirm = Borrar
cancel = Conservar
not_yours = Solo puede responder quien hizo la pregunta.
question_over = Esta pregunta ya se respondió o ha caducado. Vuelve a preguntar.
expired = Nadie respondió, así que no se borró nada.
kept = No se borró nada.
working = Borrando …
reset_core =
    Esto borra la memoria central: cada bloque vuelve a su principio. Su historial se conserva.
    { -no-way-back }
reset_archival =
    Esto borra el archivo con su historial: { $held }.
    { -no-way-back }
reset_history =
    Esto borra la conversación con sus resúmenes: { $messages }. Lo que anoté de ella se conserva.
    { -no-way-back }
reset_all =
    Esto borra todo: { $held }, { $messages }, lo que hay en la memoria central y el historial de cada cambio.
    { -no-way-back }
taken_away = Borrado: { $what }.
nothing_taken_away = No había nada que borrar.
removal =
    Esto borra el documento { $number }, { $name } ({ $pages }).
    { -no-way-back }
removed = Borrado: documento { $number }, { $name }.

## Who may do what

reset_needs = La memoria de este canal es de todos. Para restablecerla hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
docs_needs = Estos documentos son de todos. Para borrar uno hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
persona_needs = En este canal soy igual para todos. Para cambiar quién soy hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
undo_needs = Esto solo lo puede deshacer quien escribió el mensaje o alguien con el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).

## How much there is

messages = { $count ->
    [one] { $count } mensaje
   *[other] { $count } mensajes
}
passages = { $count ->
    [one] { $count } fragmento
   *[other] { $count } fragmentos
}
archived = { $count ->
    [one] { $count } fragmento en el archivo
   *[other] { $count } fragmentos en el archivo
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
    [one] { $count } bloque devuelto a su principio
   *[other] { $count } bloques devueltos a su principio
}
recorded_changes = { $count ->
    [one] { $count } cambio registrado
   *[other] { $count } cambios registrados
}
both = { $one }, { $other }

## Memory that is shown

memory_title = Lo que recuerdo aquí
held = { $messages } y { $archived } desde el { $since }.
held_with_documents = { $messages }, { $archived } y { $documents } desde el { $since }.
fill = Ocupación
version = versión { $number }
empty_block = (vacío)
persona_block = personalidad
human_block = persona · { $name }
archive = archivo
search_of_message = búsqueda · un mensaje
no_memory = Aquí todavía no hay memoria. Dime algo primero.

## Lists and what a search found

search_title = Búsqueda: { $query }
document_place = { $name }, documento { $number }, página { $page }
me = yo
nothing_found = No se encontró nada.
inexact = *Las palabras exactas no aparecen en ningún sitio; esto es lo más parecido.*
open_link = abrir
no_page = No hay página { $page }: página { $pages }/{ $pages }, resultados: { $total }.
page_of_found = página { $page }/{ $pages } · resultados: { $total }
page_of_all = página { $page }/{ $pages } · { $total } en total
next_page = siguiente: page:{ $page }
docs_title = Documentos que puedo leer aquí
no_documents = No hay ninguno. Adjunta un PDF, un texto o un documento de Markdown, HTML, CSV o código a un mensaje para mí y lo leeré.
no_document = Aquí no hay ningún documento { $number }. `/docs list` muestra cuáles hay.

## Changes of memory

undo = Deshacer
why = Por qué
learned = Se borró un mensaje de aquí y he olvidado lo que decía. Esto es lo que había aprendido de él:
hidden = (no se vuelve a mostrar aquí)
tended = Mientras nadie hablaba conmigo repasé lo que se dijo aquí.{ $facts ->
    [0] {""}
    [one] {" "}Ahora un mensaje se encuentra también con otras palabras que las suyas.
   *[other] {" "}Ahora { $facts } mensajes se encuentran también con otras palabras que las suyas.
}
more_changes = y { $count ->
    [one] { $count } cambio más
   *[other] { $count } cambios más
}: { $names }
done_by = { $done } · { $who }
created = creado
extended = ampliado
changed = cambiado
rewritten = reescrito
reset = restablecido
taken_back = deshecho
restored = restaurado
no_longer_true = ya no es cierto
true_again = vuelve a ser cierto
taken_out = retirado
put_back = repuesto
by_me = por mí
by_person = por una persona
by_me_quietly = por mí, en un rato tranquilo
by_program = por el programa
undo_gone = Ese cambio ya no está en mi memoria de este lugar.
undo_changed = Mi memoria cambió justo en este momento, así que no se deshizo nada. Inténtalo de nuevo, por favor.
undo_beginning = No puedo deshacerlo: antes no hay nada, así empezó este bloque.
undo_already = No puedo deshacerlo: ya no queda nada de ese cambio.
undo_conflict = No puedo deshacerlo, lo impiden cambios posteriores: { $lines }.
line_gone = «{ $line }» ya no está

## The persona

persona_title = Quién soy aquí
not_saved = Aquí tienes lo que escribiste, para que no se pierda:

## When something goes wrong

with_trace = { $sentence } (traza { $trace })
failed = Algo falló por mi parte y no se cambió nada. Inténtalo de nuevo, por favor.
not_taken_in = No pude recibir ese mensaje. Vuelve a enviarlo en un momento, por favor.
slow = Mi memoria no respondió a tiempo. Inténtalo de nuevo en un momento, por favor.
unreadable = No puedo leer eso: { $cause }.
model_silent = El modelo no me dio ninguna respuesta. Tu mensaje está guardado; vuelve a decirlo en un momento, por favor.
lost_in_memory = Me perdí en mi propia memoria y no encontré respuesta. Tu mensaje está guardado; vuelve a preguntar, por favor.
model_busy = Ahora mismo el modelo recibe demasiadas peticiones. Tu mensaje está guardado; inténtalo de nuevo en un minuto, por favor.
too_much_to_read = Eso era más de lo que el modelo puede leer de una vez. Tu mensaje está guardado; dilo de forma más breve, por favor.
model_refuses = El modelo no acepta mis peticiones; quien me mantiene tiene que revisar la configuración. Tu mensaje está guardado.
model_away = Ahora mismo no puedo acceder al modelo. Tu mensaje está guardado; inténtalo de nuevo más tarde, por favor.
model_slow = El modelo tardó demasiado en responder. Tu mensaje está guardado; inténtalo de nuevo más tarde, por favor.
model_unclear = El modelo dio una respuesta que no puedo leer. Tu mensaje está guardado; inténtalo de nuevo, por favor.
broken_inside = Algo falló dentro de mí. Tu mensaje está guardado; inténtalo de nuevo, por favor.

## What Discord shows of the commands

cmd-help = Qué soy y qué me puedes pedir
cmd-memory = Lo que recuerdo aquí
cmd-memory-show = Mostrar lo que recuerdo aquí
    .block = Qué bloque; todos si no se indica
cmd-memory-search = Buscar en lo que se dijo aquí y en lo que guardo en el archivo
    .text = Qué buscar
    .page = Qué página de los resultados, desde 1
cmd-memory-reset = Hacer que olvide lo que recuerdo aquí
    .what = Qué debo olvidar
    .what-core = memoria central
    .what-archival = archivo
    .what-history = historial
    .what-all = todo
cmd-docs = Los documentos que me dieron aquí
cmd-docs-list = Listar los documentos que me dieron aquí
    .page = Qué página de la lista, desde 1
cmd-docs-remove = Borrar un documento para siempre
    .number = El número del documento, como lo muestra /docs list
cmd-persona = Quién soy aquí
cmd-persona-show = Mostrar quién soy aquí
cmd-persona-edit = Convertirme en otro

## Questions before something is taken away

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

memory_needs = Esta memoria es de todos aquí. Puedes cambiar el bloque sobre ti y lo que salió de tus propias palabras; lo demás necesita el permiso **Gestionar canales** o **Gestionar servidor**.
forget_needs = Solo quien lo dijo puede hacer que lo olvide, o alguien con el permiso **Gestionar canales** o **Gestionar servidor**.
export_needs = Esta memoria es de todos aquí. Llevársela entera necesita el permiso **Gestionar canales** o **Gestionar servidor**.

## How much there is

blocks_rewritten = { $count ->
    [one] { $count } bloque
   *[other] { $count } bloques
}

## Lists and what a search found

score = { $percent } %
choose_found = Borrar u olvidar algo de esto …
delete_choice = Borrar #{ $number }: { $text }
forget_choice = Olvidar a { $who }: { $text }
list_old = Esta lista es demasiado antigua para pasar páginas. Busca de nuevo.
page_back = ‹ Atrás
page_on = Adelante ›

## Changes of memory

edit_button = Editar
history_button = Historial
restore_button = Restaurar
history_title = Lo que cambió en mi memoria
no_changes = Todavía no se ha cambiado nada.
choose_change = Ver un cambio entero …

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

## What Discord shows of the commands

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
cmd-context = Mostrar lo que tengo en mente aquí y cuánto espacio queda
