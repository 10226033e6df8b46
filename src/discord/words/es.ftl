# Spanish, for Spain and America. Persons are addressed with "tú". core memory: memoria central · archive: archivo (never a
# file, which is a document here) · passage: fragmento · block: bloque · persona: personalidad

-no-way-back = **No se puede deshacer.**

help =
    Soy un agente que recuerda. Mencióname, respóndeme o escríbeme un mensaje directo y te contesto. En un hilo en el que participo contesto aunque no me menciones.

    Mientras hablamos anoto lo que importa: en la **memoria central**, que siempre tengo a la vista, y en el **archivo**, donde busco. Cada cambio se muestra debajo de mi respuesta, con el antes y el después. Quienes pueden leer un canal comparten mi memoria de él; los mensajes directos son solo tuyos.

    `/memory show`, `/memory edit` ver y editar lo que recuerdo aquí
    `/memory search` buscar en los mensajes y en el archivo, y borrar allí
    `/memory add`, `/memory delete` lo que hay en el archivo
    `/memory history`, `/memory undo` lo que se cambió, y deshacerlo
    `/memory export`, `/memory import` llevarse mi memoria
    `/memory reset` hacer que olvide
    `/context` cuánto tengo en mente
    `/docs list`, `/docs remove` los documentos que me diste a leer
    `/thread` seguir en un hilo donde tengo una memoria propia
    `/reminders list`, `/reminders add`, `/reminders cancel` lo que te recuerdo
    `/persona show`, `/persona edit`, `/persona preset`, `/persona import` quién soy aquí
    `/privacy show` lo que se guarda de ti, y cómo borrarlo
    `/usage` lo que has usado
    `/settings` cómo me comporto aquí y para quién
    `/model` qué modelo de lenguaje responde aquí
    `/doctor` por qué no respondí
    `/stop` parar la respuesta que estoy dando
    `/retry` volver a intentar lo que falló
    Los mensajes tienen *Recuerda esto*, *Olvida esto* y *¿Por qué dijiste eso?* en su menú, en Aplicaciones (Apps).

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

reset_needs = La memoria de este canal es de todos. Para restablecerla hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
docs_needs = Estos documentos son de todos. Para borrar uno hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
persona_needs = En este canal soy igual para todos. Para cambiar quién soy hace falta el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
memory_needs = Esta memoria es de todos aquí. Puedes cambiar el bloque sobre ti y lo que salió de tus propias palabras; lo demás necesita el permiso **Gestionar canales** o **Gestionar servidor**.
forget_needs = Solo quien lo dijo puede hacer que lo olvide, o alguien con el permiso **Gestionar canales** o **Gestionar servidor**.
export_needs = Esta memoria es de todos aquí. Llevársela entera necesita el permiso **Gestionar canales** o **Gestionar servidor**.
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
seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
blocks_back = { $count ->
    [one] { $count } bloque devuelto a su principio
   *[other] { $count } bloques devueltos a su principio
}
recorded_changes = { $count ->
    [one] { $count } cambio registrado
   *[other] { $count } cambios registrados
}
blocks_rewritten = { $count ->
    [one] { $count } bloque
   *[other] { $count } bloques
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
words_only = *La búsqueda está limitada por ahora: solo compara palabras, no significados.*
inexact = *Las palabras exactas no aparecen en ningún sitio; esto es lo más parecido.*
open_link = abrir
score = { $percent } %
choose_found = Borrar u olvidar algo de esto …
delete_choice = Borrar #{ $number }: { $text }
forget_choice = Olvidar a { $who }: { $text }
list_old = Esta lista es demasiado antigua para pasar páginas. Busca de nuevo.
page_back = ‹ Atrás
page_on = Adelante ›
no_page = No hay página { $page }: página { $pages }/{ $pages }, resultados: { $total }.
page_of_found = página { $page }/{ $pages } · resultados: { $total }
page_of_all = página { $page }/{ $pages } · { $total } en total
next_page = siguiente: page:{ $page }
docs_title = Documentos que puedo leer aquí
no_documents = No hay ninguno. Adjunta un PDF, un texto o un documento de Markdown, HTML, CSV o código a un mensaje para mí y lo leeré.
no_document = Aquí no hay ningún documento { $number }. `/docs list` muestra cuáles hay.

## Reminders

reminders_title = Lo que recuerdo a la gente aquí
no_reminders = No hay nada. Pídeme que te recuerde algo o usa `/reminders add`.
every_day = cada día a las { $time }
every_workday = de lunes a viernes a las { $time }
every_week = cada { $day ->
    [0] lunes
    [1] martes
    [2] miércoles
    [3] jueves
    [4] viernes
    [5] sábado
   *[6] domingo
} a las { $time }
reminder_set = El recordatorio { $number } queda para { $when }: { $text }
reminder_cancelled = El recordatorio { $number } queda cancelado: { $text }
reminder_paused = No se pudo entregar y ya no se envía: { $reason }
reminder_late = Esto tocaba { $when }.
reminder_time = { $why } Ahora son las { $now } ({ $zone }). Leo horas como `in 20 minutes`, `tomorrow 9:00`, `friday 17:30`, `2026-05-31 18:30`, `every day 7:30` o `every monday 8:00`. No se ha programado nada.
time_unreadable = No puedo leer esa hora.
time_past = Esa hora ya pasó.
time_far = Faltan más de diez años para eso.
reminder_text = Un recordatorio dice algo, con { $most } caracteres como máximo. No se ha programado nada.
reminders_of_person = Tienes { $most } recordatorios, y no guardo más para una persona. Cancela uno primero.
reminders_here = Aquí hay { $most } recordatorios, y no guardo más en un lugar. Primero hay que cancelar uno.
no_reminder = Aquí no hay ningún recordatorio { $number }. `/reminders list` muestra cuáles hay.
reminder_needs = Ese recordatorio es de otra persona. Cancelarlo requiere el permiso **Gestionar canales** (Manage Channels) o **Gestionar servidor** (Manage Server).

## Threads with a memory of their own

thread_opened = Seguimos en { $thread }.
thread_with = En este hilo tengo una memoria propia. Empieza con una copia de lo que sé del canal: los bloques de la memoria central y el resumen de lo dicho, tal como están ahora. Aquí no tengo ni los mensajes ni el archivo del canal. Lo que se diga aquí se queda aquí.
thread_without = En este hilo tengo una memoria propia, y está vacía: no sé nada de lo que se dijo en el canal. Lo que se diga aquí se queda aquí.
thread_not_here = `/thread` funciona en un canal de un servidor: aquí no hay ninguno en el que abrir un hilo.
thread_not_in_such = En un canal de este tipo no se pueden abrir hilos.
thread_nameless = Un hilo tiene nombre. No se ha abierto ninguno.
thread_needs = Abrir un hilo aquí requiere el permiso **Crear hilos públicos** (Create Public Threads), que no tienes.
thread_missing = No puedo abrir un hilo aquí: me falta el permiso { $missing }. Quien gestiona el servidor puede dármelo.
thread_private = Lo que sé aquí es solo tuyo, así que no lo copio a un hilo que leen otros. `/thread` con memory `without` funciona.

## Changes of memory

undo = Deshacer
edit_button = Editar
history_button = Historial
restore_button = Restaurar
history_title = Lo que cambió en mi memoria
no_changes = Todavía no se ha cambiado nada.
choose_change = Ver un cambio entero …
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

## Writing memory anew

edit_title = Editar { $title }
edit_label = Lo que dice
edit_part = Parte { $number } de { $count }
no_block = Aquí no hay ningún bloque así. `/memory show` muestra cuáles hay.
block_changed = Alguien lo cambió mientras escribías, así que lo tuyo no se guardó. Míralo e inténtalo de nuevo.
block_same = Ya dice eso. No se cambió nada.
block_too_long_for_form = Esto es más largo de lo que cabe en un formulario de Discord. Aquí está como documento: cámbialo y envíalo de vuelta con `/memory edit` en la opción `file`.
block_too_long = Puede tener { $limit } caracteres y el tuyo tiene { $would }: acórtalo al menos { $over }. No se cambió nada.
block_empty = Una personalidad no puede estar vacía. No se cambió nada.
not_saved = Aquí tienes lo que escribiste, para que no se pierda:
stands_now = Esto es lo que hay ahora:
restore_same = Ya está así. No se cambió nada.
nothing_to_undo = No hay ningún cambio que puedas deshacer.

## The archive, and messages

no_passage = No hay ningún fragmento { $number } en el archivo. `/memory search` muestra los números.
passage_empty = No contiene palabras. No se guardó nada.
passage_too_long = { $over ->
    [one] Le sobra { $over } carácter
   *[other] Le sobran { $over } caracteres
} para un fragmento: guárdalo por partes.
tag_too_long = Una etiqueta puede tener como mucho { $limit } caracteres.
too_many_tags = Como mucho { $limit } etiquetas, por favor.
menu_remember = Recuerda esto
menu_forget = Olvida esto
menu_why = ¿Por qué dijiste eso?
remember_title = Recuerda esto
remember_label = Lo que debo guardar
tags_label = Etiquetas, separadas por comas
remember_needs = Un mensaje se guarda con sus propias palabras, así que no se ha guardado nada. Para otras palabras que las del mensaje hace falta el permiso **Gestionar canales** o **Gestionar servidor**.
remembered_as_yours = No son las palabras del mensaje, así que las guardo como tuyas: el mensaje queda enlazado, pero no como su origen.
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
ctx_persona = personalidad
ctx_people = gente
ctx_summary = resumen de lo anterior
ctx_queue = conversación
ctx_newest = los mensajes más nuevos
ctx_answer = reservado para mi respuesta
ctx_free = libre
ctx_left = Tras { $warning ->
    [one] { $warning } token más
   *[other] { $warning } tokens más
} se me pide guardar lo importante; tras { $eviction } los mensajes más antiguos pasan al resumen. Todavía puedo buscarlos.
ctx_warned = Ya se me pidió guardar lo importante; tras { $eviction ->
    [one] { $eviction } token más
   *[other] { $eviction } tokens más
} los mensajes más antiguos pasan al resumen. Todavía puedo buscarlos.
ctx_footer = { $percent } % de { $window } tokens
ctx_alt = Una barra llena al { $percent } %. Tokens: { $parts }.

## Files

exported = { $files ->
    [one] Todo lo que recuerdo aquí, en un documento.
   *[other] Todo lo que recuerdo aquí, en { $files } documentos que van juntos.
} `/memory import` lo incorpora de nuevo.
import_wrong = Eso no se puede incorporar: { $why }. No se cambió nada.
file_refused = { $name } no se puede usar: { $why }
file_too_large = puede tener como mucho { $kilobytes } KiB.
not_text = no es texto en UTF-8.
file_begun = Estoy leyendo { $name }; puede tardar un poco.
file_read = He leído { $name }: { $pages }, documento { $number }.
file_not_read = No he leído { $name }. { $why }
-readable = PDF, texto, Markdown, HTML, CSV, TSV y código fuente
refused_kind = Solo se pueden leer { -readable }.
refused_binary = Es un archivo binario, y solo se pueden leer { -readable }.
refused_empty = Está vacío.
refused_no_pdf = Por su nombre es un PDF, pero no lo es.
refused_no_text = No contiene texto.
refused_scan = Este PDF no contiene texto, solo imágenes (¿un escaneo?): envía uno con texto.
refused_locked = Está protegido con contraseña: envíalo sin ella.
refused_damaged_pdf = Está dañado: ningún programa puede leer este PDF.
refused_damaged_pages = Está dañado: no se puede leer ninguna de sus páginas.
refused_html = No se puede leer su HTML ({ $why }).
refused_memory = Está dañado, o hecho de tal modo que leerlo exige demasiada memoria.
refused_slow = Leerlo ha llevado más de { $seconds } y lo he dejado.
refused_out_of_order = Ahora mismo no se puede leer: quien me administra encontrará la causa en el registro.
refused_bytes = Tiene { $bytes } bytes, y el límite es { $most } (KEEPSAKE_DOC_MAX_BYTES).
refused_pages = Tiene { $pages } páginas, y el límite es { $most } (KEEPSAKE_DOC_MAX_PAGES).
refused_chars = Tiene más de { $most } caracteres, el límite para { $pages } (KEEPSAKE_DOC_MAX_PAGES).
refused_full = Ya hay aquí tantos documentos como se pueden guardar ({ $most }, KEEPSAKE_DOC_MAX_PER_AGENT): borra uno antes.
refused_too_large = Tiene más de { $most } bytes, el límite.
refused_gone = Ya no está en Discord: envíalo otra vez.
refused_not_fetched = No se ha podido traer de Discord: envíalo otra vez dentro de un momento.
refused_foreign = No viene de Discord.
refused_no_files = Aquí no se pueden traer archivos.
bad_card = No puedo convertirme en ese personaje: { $why }. No se cambió nada.
card_neither = no es ni una imagen PNG ni JSON
card_picture = la imagen está dañada
card_no_character = la imagen no contiene ningún personaje; algunos sitios lo quitan al compartir imágenes
card_unreadable = lo que contiene no es una ficha de personaje
card_empty = la ficha no tiene nombre, o nada que describa al personaje
card_too_large = la ficha es demasiado grande
card_taken = A partir de ahora soy **{ $name }**.
card_cut = La ficha supera los { $limit } caracteres de una personalidad, así que se cortó el final.
card_instructions = Sus propias instrucciones para el modelo se dejaron fuera: solo se tomó quién es el personaje.
card_lore = { $count ->
    [one] Una entrada sobre su mundo se dejó fuera; dámela como documento.
   *[other] { $count } entradas sobre su mundo se dejaron fuera; dámelas como documento.
}

## Settings

settings_of_guild = Ajustes de este servidor
settings_of_channel = Ajustes de este canal
settings_legend = 🔹 fijado aquí · ▫️ como más arriba, o como de costumbre
settings_need_guild = Los ajustes de todo el servidor necesitan el permiso **Gestionar servidor** (**Manage Server**).
settings_need_channel = Los ajustes de este canal necesitan el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
pick_setting = Qué cambiar
audit_button = Quién cambió qué
back_button = Atrás
clear_button = Quitar
change_button = Cambiar
audit_title = Quién cambió qué
audit_empty = Todavía no se ha cambiado nada.
audit_total = { $count ->
    [one] { $count } cambio en total
   *[other] { $count } cambios en total
}
everywhere = todo el servidor
not_set = (sin fijar)
none_set = nada
on = activado
off = desactivado
everybody = todos
all_but = { $allowed }, pero no { $denied }
usual_model = el de costumbre
for_good = para siempre
days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
set_heard = Responder
set_triggers = Qué me llama
set_keywords = Palabras clave
set_bots = Otros bots
set_access = A quién respondo
set_display = Memoria a la vista
set_agents = De quién es la memoria
set_apart = Memoria propia para este hilo
set_quiet = Horario de silencio
set_zone = Zona horaria
set_model = Modelo
set_retention = Cuánto se guardan los mensajes
set_budgets = Límites por día
about_heard = Desactivado: aquí no respondo a nadie, ni siquiera si me nombran.
about_triggers = Los mensajes directos siempre me llaman; @everyone y @here, nunca.
about_keywords = Palabras que me llaman cuando «una palabra clave» está entre lo que me llama. Palabras enteras, en mayúsculas o minúsculas.
about_bots = Activado: también respondo a otros bots y webhooks, como mucho cuatro veces antes de que vuelva a hablar una persona.
about_access = Roles y personas a los que respondo, y a los que no. A quien se elige abajo se le añade, o se le vuelve a quitar. Si no se nombra a nadie, respondo a todos; las personas van antes que los roles.
about_display = Cómo se muestra un cambio de mi memoria debajo de una respuesta.
about_agents = Una memoria para todos en un canal, o una para cada persona en todo el servidor.
about_apart = Activado: lo que se dice en este hilo se queda en él, y aquí no sé nada del canal.
about_quiet = Horas en las que no envío nada que no se me haya pedido. Los recordatorios esperan a que terminen.
about_zone = Por qué reloj van el horario de silencio y los recordatorios, por ejemplo Europe/Madrid.
about_model = Qué modelo de lenguaje responde aquí, con el nombre que le da su proveedor.
about_retention = Los mensajes más antiguos se olvidan, en el historial y en el índice. 0 los guarda para siempre. Lo que anoté de ellos se conserva.
about_budgets = Lo que una persona y todo el servidor pueden gastar de medianoche a medianoche (UTC). Un campo vacío es sin límite.
trigger_mention = mi nombre
trigger_reply = una respuesta a un mensaje mío
trigger_thread = un hilo en el que participo
trigger_always = cada mensaje
trigger_keyword = una palabra clave
display_full = entero
display_compact = en una línea
display_reaction = como reacción
display_off = nada
agents_channel = una por canal
agents_member = una por persona
allow_roles = Roles a los que respondo
allow_people = Personas a las que respondo
deny_roles = Roles a los que no respondo
deny_people = Personas a las que no respondo
budget_person_messages = { $most ->
    [one] { $most } mensaje por persona
   *[other] { $most } mensajes por persona
}
budget_person_tokens = { $tokens } por persona
budget_guild_messages = { $most ->
    [one] { $most } mensaje en el servidor
   *[other] { $most } mensajes en el servidor
}
budget_guild_tokens = { $tokens } en el servidor
label_keywords = Palabras clave, separadas por comas
label_zone = Zona horaria, como Europe/Madrid
label_retention = Días, 0 para siempre
label_from = Desde, como 22:00
label_to = Hasta, como 07:00
label_person_messages = Mensajes de una persona
label_person_tokens = Tokens de una persona
label_guild_messages = Mensajes en el servidor
label_guild_tokens = Tokens en el servidor
no_number = «{ $text }» no es un número que sirva aquí. No se cambió nada.
no_zone = «{ $text }» no es una zona horaria que conozca; una se llama, por ejemplo, Europe/Madrid. No se cambió nada.
no_clock = «{ $text }» no es una hora del día como 22:00. No se cambió nada.
bad_keywords = Puede haber 25 palabras clave de 1 a 50 caracteres. No se cambió nada.
bad_names = Se pueden nombrar como mucho 100 roles y personas. No se cambió nada.
bad_quiet = El horario de silencio tiene que empezar y terminar a horas distintas. No se cambió nada.
bad_model = «{ $name }» no está entre los modelos que se pueden elegir. No se cambió nada. `/model` muestra cuáles hay.
bad_retention = Los mensajes se guardan de 1 a 3650 días, o con 0 para siempre. No se cambió nada.
bad_triggers = Algo tiene que llamarme. Para que no responda a nadie, desactiva Responder.
model_answers = Aquí responde **{ $name }**.
model_from_here = Se eligió aquí.
model_from_channel = Se eligió para { $channel }.
model_from_server = Se eligió para todo el servidor.
model_is_usual = Es el de costumbre; no se eligió otro.
model_gone = Se eligió **{ $name }**, pero quien me mantiene ya no lo ofrece.
model_choose = Se puede elegir entre: { $names }.
model_alone = No hay otro que elegir.

## What is kept of people, and what they cost

notice = -# Lo que me dices se guarda para que pueda recordarlo. Con `/privacy` puedes verlo, llevártelo, borrarlo o quedarte fuera del todo.
limit_person_messages = Respondo { $most ->
    [one] un mensaje
   *[other] { $most } mensajes
} al día de cada persona, y has escrito más. El tuyo se conserva; vuelve a escribir { $until }.
limit_person_tokens = Lo que me has pedido hoy ha llegado al límite de { $tokens } por persona. Tu mensaje se conserva; vuelve a escribir { $until }.
limit_guild_messages = En este servidor respondo { $most ->
    [one] un mensaje
   *[other] { $most } mensajes
} al día, y ha habido más. El tuyo se conserva; vuelve a escribir { $until }.
limit_guild_tokens = Este servidor ha llegado a su límite de { $tokens } al día. Tu mensaje se conserva; vuelve a escribir { $until }.
privacy_title = Lo que se guarda de ti
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = Dónde está
kept_in = Se guarda en: { $database }; se encuentra con: { $index }.
seen_by = Lo que me dices lo lee el modelo de lenguaje de { $host }.
embedded_by = { $host } hace que se pueda encontrar.
usage_kept = Contado en los últimos 30 días: { $messages }, { $tokens }.
nothing_held = No se guarda nada de ti.
is_opted_out = Te has quedado fuera: no tomo nota de nada de lo que dices.
characters_about = { $count ->
    [one] { $count } carácter sobre ti
   *[other] { $count } caracteres sobre ti
}
changes_caused = { $count ->
    [one] { $count } cambio hecho por ti o a causa de tus mensajes
   *[other] { $count } cambios hechos por ti o a causa de tus mensajes
}
kept_for = los mensajes se conservan: { $time }
place_dm = mensajes directos
place_member = un servidor donde te recuerdo aparte de los demás
own_exported = Todo lo que se guarda de ti y es tuyo, parte { $number }.
forget_question =
    Con esto te olvido en **todas** partes: lo que dijiste, lo que te respondí, lo que anoté por ello, tus documentos y recordatorios, lo que guardaste tú, y nuestros mensajes directos por completo. Lo que otros dijeron de ti con sus propias palabras sigue siendo suyo; lo que escribiste, al administrar un lugar, en su persona o en los bloques de otros se queda allí sin tu nombre.
    { -no-way-back }
forgotten_person = Olvidado: { $what }.
forgotten_checked = Lo he vuelto a mirar: ni la base de datos ni el índice guardan nada que hayas dicho, que haya aprendido de ti o que esté bajo tu número. Lo que otros dijeron de ti con sus propias palabras sigue siendo suyo.
forgotten_unchecked = El índice de búsqueda aún no lo ha confirmado todo. Lo hará por sí solo en cuanto responda; no tienes que hacer nada más.
answers_gone = { $count ->
    [one] { $count } respuesta mía
   *[other] { $count } respuestas mías
}
quotes_gone = { $count ->
    [one] { $count } cita tuya
   *[other] { $count } citas tuyas
}
blocks_gone = { $count ->
    [one] { $count } bloque sobre ti
   *[other] { $count } bloques sobre ti
}
summaries_gone = { $count ->
    [one] { $count } resumen
   *[other] { $count } resúmenes
}
reminders_count = { $count ->
    [one] { $count } recordatorio
   *[other] { $count } recordatorios
}
agents_gone = { $count ->
    [one] { $count } memoria que era solo tuya
   *[other] { $count } memorias que eran solo tuyas
}
waiting_gone = { $count ->
    [one] { $count } mensaje en espera
   *[other] { $count } mensajes en espera
}
records_gone = { $count ->
    [one] { $count } registro de uso o de ajustes
   *[other] { $count } registros de uso o de ajustes
}
opted_out = Hecho: desde ahora no tomo nota de nada de lo que dices, no respondo a ello y omito tus palabras de lo que otros citen. Los comandos siguen funcionando, y con `/privacy opt-in` vuelvo a escucharte.
opted_out_already = Ya te habías quedado fuera: no tomo nota de nada de lo que dices.
opted_in = Hecho: vuelvo a escucharte.
not_remembered = Quien escribió eso se ha quedado fuera: no guardo nada de lo que dice.
opted_in_already = No te habías quedado fuera; te escucho.
usage_title = Lo que has usado
usage_footer = Un día va de medianoche a medianoche UTC.
usage_today = Tú, hoy
usage_month = Tú, en 30 días
usage_guild_today = Este servidor, hoy
usage_guild_month = Este servidor, en 30 días
usage_top = Quién ha usado más en 30 días:
tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}

## Why there was no answer

doctor_title = Cómo estoy aquí
doctor_heard = Respondo en este canal.
doctor_not_heard = Aquí me desactivaron: `/settings`, Responder.
doctor_permitted = A ti te puedo responder.
doctor_not_permitted = No estás entre las personas a las que puedo responder aquí: `/settings`, A quién respondo.
doctor_permissions = Tengo todos los permisos que necesito en este canal.
doctor_missing = Me faltan permisos en este canal: **{ $names }**. Quien gestiona el servidor puede dárselos a mi rol, o a mí en los ajustes del canal.
doctor_content = Puedo leer mensajes que no van dirigidos a mí.
doctor_no_content = No puedo leer mensajes que no van dirigidos a mí: **Message Content Intent** está desactivado. Las menciones, las respuestas que me notifican, los mensajes directos y los comandos funcionan; quien me mantiene puede activarlo en https://discord.com/developers/applications, en Bot.
doctor_triggers = Lo que me llama aquí: { $triggers }.
doctor_search = La búsqueda está limitada: hasta que el índice vuelva a funcionar, solo se comparan palabras. Pendientes de indexar: { $count }.
doctor_dm = En los mensajes directos respondo a todo.
doctor_opted_out = Te has quedado fuera: no tomo nota de nada de lo que dices. Con `/privacy opt-in` vuelvo a escucharte.
doctor_person_limit = Lo que una persona puede usar en un día está agotado: te vuelvo a responder { $until }. `/usage` lo muestra.
doctor_guild_limit = Lo que este servidor puede usar en un día está agotado: aquí vuelvo a responder { $until }. `/usage` lo muestra.
doctor_ignored = { $link } no recibió respuesta: { $why }.
doctor_not_ignored = Nada impide responder a { $link }. Si no llegó ninguna respuesta, puede que todavía esté en ello, o que fallara; quien me mantiene encuentra la causa en el registro.
doctor_no_number = Dame el enlace de un mensaje (Copiar enlace del mensaje) o su número.
doctor_no_message = No hay ningún mensaje así en este canal, o no puedo leerlo: para eso hacen falta **Ver canales** (**View Channels**) y **Leer el historial de mensajes** (**Read Message History**). Pregunta en el canal del mensaje.
ignored_own = es mío
ignored_bot = lo escribió un bot, y aquí no respondo a bots (`/settings`, Otros bots)
ignored_webhook = lo escribió un webhook, y aquí no respondo a webhooks (`/settings`, Otros bots)
ignored_system = lo escribió Discord y nadie lo dijo
ignored_not_addressed = nada en él me llamaba
ignored_everyone = llamaba a todos, y no a mí en particular
ignored_switched_off = aquí estoy desactivado (`/settings`, Responder)
ignored_not_permitted = quien lo escribió no está entre las personas a las que puedo responder aquí (`/settings`, A quién respondo)
ignored_opted_out = quien lo escribió se ha quedado fuera (con `/privacy opt-in` vuelvo a escuchar)
ignored_bot_loop = había respondido a bots cuatro veces seguidas; antes tiene que hablar una persona
ignored_crowded = allí esperaban más mensajes de los que podía responder, así que no lo recibí
ignored_unreadable = no había nada que yo pueda leer; sin **Message Content Intent** solo veo lo que va dirigido a mí
ignored_cannot_answer = no puedo responder allí; falta: **{ $missing }**

## Answers under way

stopped = -# Detenido.
stop_button = Detener
stop_done = Me he detenido.
stop_nothing = Ahora mismo no estoy respondiendo a nada aquí.
stop_not_yours = Solo puede detenerme la persona a cuyo mensaje respondo, o alguien con el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
retry_button = Reintentar
retry_done = Lo intento de nuevo.
retry_nothing = Aquí no hay nada que reintentar: ninguna respuesta falló y ninguna está pendiente.
retry_running = Ya estoy con la respuesta.
retry_not_yours = Solo puede pedirme que lo intente de nuevo quien espera esa respuesta, o alguien con el permiso **Gestionar canales** (**Manage Channels**) o **Gestionar servidor** (**Manage Server**).
automod = Tengo una respuesta, pero el AutoMod de este servidor no la deja pasar.
not_showable = Tengo una respuesta, pero Discord no me deja mostrarla aquí.
no_embeds = -# Lo que cambié en mi memoria no se puede mostrar aquí: me falta el permiso Insertar enlaces (Embed Links). `/memory show` lo muestra.
memory_line = -# 📝 { $changes }
in_file = -# Esta respuesta es larga: está entera en el documento adjunto.

## When something goes wrong

with_trace = { $sentence } (traza { $trace })
failed = Algo falló por mi parte y no se cambió nada. Inténtalo de nuevo, por favor.
not_taken_in = No pude recibir ese mensaje. Vuelve a enviarlo en un momento, por favor.
no_room = Ahora mismo me esperan más mensajes de los que puedo responder, así que no recibí ese. Vuelve a enviarlo dentro de un rato, por favor. Lo que llegue antes de que me ponga al día tampoco lo recibiré.
memory_away = Ahora mismo no puedo acceder a mi memoria. Lo que me digan queda en espera y responderé cuando vuelva; nadie tiene que repetirlo.
slow = Mi memoria no respondió a tiempo. Inténtalo de nuevo en un momento, por favor.
unreadable = No puedo leer eso: { $cause }.
model_silent = El modelo no me dio ninguna respuesta. Tu mensaje está guardado; vuelve a decirlo en un momento, por favor.
lost_in_memory = Me perdí en mi propia memoria y no encontré respuesta. Tu mensaje está guardado; vuelve a preguntar, por favor.
model_busy = Ahora mismo el modelo recibe demasiadas peticiones. Tu mensaje está guardado; inténtalo de nuevo en un minuto, por favor.
too_much_to_read = Eso era más de lo que el modelo puede leer de una vez. Tu mensaje está guardado; dilo de forma más breve, por favor.
model_refuses = El modelo no acepta mis peticiones; quien me mantiene tiene que revisar la configuración. Tu mensaje está guardado.
model_away = Ahora mismo no puedo acceder al modelo. Tu mensaje está guardado; inténtalo de nuevo más tarde, por favor.
model_slow = El modelo tardó demasiado en responder. Tu mensaje está guardado; inténtalo de nuevo más tarde, por favor.
waits_away = Ahora mismo no puedo acceder al modelo. Volveré a intentarlo y responderé entonces.
waits_busy = Ahora mismo el modelo recibe demasiadas peticiones. Volveré a intentarlo y responderé entonces.
waits_slow = Ahora mismo el modelo tarda demasiado en responder. Volveré a intentarlo y responderé entonces.
model_unclear = El modelo dio una respuesta que no puedo leer. Tu mensaje está guardado; inténtalo de nuevo, por favor.
broken_inside = Algo falló dentro de mí. Tu mensaje está guardado; inténtalo de nuevo, por favor.

## What Discord shows of the commands

cmd-help = Qué soy y qué me puedes pedir
cmd-memory = Lo que recuerdo aquí
cmd-memory-show = Mostrar lo que recuerdo aquí
    .block = Qué bloque; todos si no se indica
cmd-memory-edit = Escribir un bloque de nuevo
    .block = Qué bloque
    .file = El bloque como documento de texto, si es demasiado largo para un formulario
cmd-memory-history = Mostrar lo que cambió en mi memoria, y deshacerlo
    .block = De qué bloque; de todo si no se indica
cmd-memory-add = Guardar algo en el archivo
    .text = Lo que debo guardar
    .tags = Palabras para encontrarlo, separadas por comas
cmd-memory-delete = Borrar un fragmento del archivo
    .number = El número del fragmento
cmd-memory-undo = Deshacer el cambio más nuevo de mi memoria
cmd-memory-export = Dame todo lo que recuerdas aquí como documento
cmd-memory-import = Incorporar lo que se exportó, aquí o en otro lugar
    .file = Un documento que hizo /memory export
    .file2 = El segundo documento de la misma exportación
    .file3 = El tercer documento de la misma exportación
    .file4 = El cuarto documento de la misma exportación
    .file5 = El quinto documento de la misma exportación
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
cmd-reminders = Lo que recuerdo a la gente aquí
cmd-reminders-list = Listar lo que recuerdo a la gente aquí
cmd-reminders-add = Hacer que te recuerde algo aquí
    .when = Cuándo: tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = Lo que diré entonces
cmd-reminders-cancel = Cancelar un recordatorio
    .number = El número del recordatorio, como lo muestra /reminders list
cmd-thread = Seguir en un hilo nuevo, donde tengo una memoria propia
    .name = Cómo se llama el hilo
    .memory = Si allí sé lo que sé aquí; si no lo dices, no
    .memory-with = con
    .memory-without = sin
cmd-context = Mostrar lo que tengo en mente aquí y cuánto espacio queda
cmd-persona = Quién soy aquí
cmd-persona-show = Mostrar quién soy aquí
cmd-persona-edit = Convertirme en otro
cmd-persona-preset = Convertirme en uno de los que ya están preparados
    .who = Quién debo ser
    .who-companion = compañero
    .who-assistant = asistente
    .who-tutor = tutor
    .who-storyteller = narrador
    .who-coach = entrenador
cmd-persona-import = Convertirme en un personaje a partir de una ficha
    .card = Una ficha de personaje (V2 o V3), como imagen PNG o JSON
cmd-settings = Cómo me comporto aquí, y con quién
    .of = De todo el servidor, o solo de este canal o hilo
    .of-server = servidor
    .of-channel = canal
cmd-privacy = Lo que se guarda de ti y lo que puedes hacer con ello
cmd-privacy-show = Mostrar lo que se guarda de ti en todas partes, y dónde
cmd-privacy-export = Recibir como archivo todo lo que es tuyo
cmd-privacy-forget-me = Hacer que te olvide en todas partes
cmd-privacy-opt-out = Desde ahora no tomo nota de nada de lo que dices
cmd-privacy-opt-in = Puedo volver a escucharte
cmd-usage = Lo que has gastado hoy y este mes
cmd-model = Qué modelo de lenguaje responde aquí, y cómo elegir otro
    .name = El modelo que responde de ahora en adelante; sin él digo cuál responde
    .where = Solo para este canal o hilo, o para todo el servidor; si no lo dices, solo aquí
    .where-here = aquí
    .where-server = servidor
cmd-doctor = Por qué no respondí aquí
    .message = El enlace del mensaje, o su número
cmd-stop = Detener la respuesta que estoy dando
cmd-retry = Responder de nuevo a lo que falló o espera al modelo
