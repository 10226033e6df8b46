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
import_asks = Cela intègre { $what }.{ $known ->
    [0] {""}
    [one] {" "}{ $known } élément est déjà ici et reste tel quel.
   *[other] {" "}{ $known } éléments sont déjà ici et restent tels quels.
} Les blocs réécrits peuvent être rétablis avec `/memory undo` ou `/memory history`.
import_confirm = Intégrer
import_cancel = Laisser
import_working = Intégration …
import_kept = Rien n’a été intégré.
import_expired = Personne n’a répondu, donc rien n’a été intégré.
import_nothing = Tout ce qu’il contient est déjà ici. Rien n’a été changé.
imported = Intégré : { $what }.

## Who may do what

reset_needs = This channel's memory belongs to everybody here. Resetting it needs the permission **Manage Channels** or **Manage Server**.
docs_needs = These documents belong to everybody here. Removing one needs the permission **Manage Channels** or **Manage Server**.
persona_needs = I am the same for everybody in this channel. Changing who I am needs the permission **Manage Channels** or **Manage Server**.
memory_needs = Cette mémoire est à tout le monde ici. Tu peux changer le bloc qui parle de toi et ce qui vient de tes propres mots ; le reste demande la permission **Gérer les salons** ou **Gérer le serveur**.
forget_needs = Seule la personne qui l’a dit peut me le faire oublier, ou quelqu’un avec la permission **Gérer les salons** ou **Gérer le serveur**.
export_needs = Cette mémoire est à tout le monde ici. L’emporter entière demande la permission **Gérer les salons** ou **Gérer le serveur**.
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
    [one] { $count } bloc
   *[other] { $count } blocs
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
choose_found = Supprimer ou oublier quelque chose …
delete_choice = Supprimer #{ $number } : { $text }
forget_choice = Oublier { $who } : { $text }
list_old = Cette liste est trop ancienne pour être feuilletée. Cherche à nouveau.
page_back = ‹ Retour
page_on = Suite ›
no_page = There is no page { $page }: page { $pages }/{ $pages }, { $total } found.
page_of_found = page { $page }/{ $pages } · { $total } found
page_of_all = page { $page }/{ $pages } · { $total } in all
next_page = next: page:{ $page }
docs_title = Documents I can read here
no_documents = There are none. Attach a PDF, a text, Markdown, HTML, CSV or source file to a message to me, and I read it.
no_document = There is no document { $number } here. `/docs list` shows which there are.

## Changes of memory

undo = Undo
edit_button = Modifier
history_button = Historique
restore_button = Rétablir
history_title = Ce qui a changé dans ma mémoire
no_changes = Rien n’a encore été changé.
choose_change = Voir un changement en entier …
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

edit_title = Modifier { $title }
edit_label = Ce qui y est écrit
edit_part = Partie { $number } sur { $count }
no_block = Il n’y a pas de tel bloc ici. `/memory show` montre lesquels existent.
block_changed = Quelqu’un l’a changé pendant que tu écrivais, donc ton texte n’a pas été enregistré. Regarde-le et réessaie.
block_same = C’est déjà ce qui est écrit. Rien n’a été changé.
block_too_long_for_form = C’est plus long que ce qu’un formulaire Discord peut contenir. Le voici en fichier : modifie-le et renvoie-le avec `/memory edit` dans l’option `file`.
block_needs_file = C’est plus long que ce qu’un formulaire Discord peut contenir. Utilise `/memory edit`, qui te le donne en fichier.
block_too_long = Il peut avoir { $limit } caractères et le tien en a { $would } : raccourcis-le d’au moins { $over }. Rien n’a été changé.
block_empty = Une persona ne peut pas être vide. Rien n’a été changé.
not_saved = Here is what you wrote, so that it is not lost:
stands_now = Voici ce qui s’y trouve maintenant :
restore_same = C’est déjà ainsi. Rien n’a été changé.
nothing_to_undo = Il n’y a aucun changement que tu puisses annuler.

## The archive, and messages

no_passage = Il n’y a pas de passage { $number } dans les archives. `/memory search` montre les numéros.
passage_empty = Il ne contient aucun mot. Rien n’a été enregistré.
passage_too_long = Il a { $over } caractères de trop pour un passage : enregistre-le en plusieurs parties.
tag_too_long = Une étiquette peut avoir au plus { $limit } caractères.
too_many_tags = Au plus { $limit } étiquettes, s’il te plaît.
menu_remember = Retiens ceci
menu_forget = Oublie ceci
menu_why = Pourquoi as-tu dit ça ?
remember_title = Retiens ceci
remember_label = Ce que je dois garder
tags_label = Étiquettes, séparées par des virgules
forgotten = J’oublie ce message. Si j’en avais appris quelque chose, je l’énumère là où se trouve le message, avec un bouton pour annuler chaque changement.
forget_unknown = Personne ne m’a dit cela ici, il n’y a donc rien à oublier. Ce que j’ai écrit moi-même peut être annulé.
no_turn = Ce n’est pas une de mes réponses ici, ou je ne sais plus comment j’y suis arrivé.
why_title = Comment je suis arrivé à cette réponse
why_blocks = Ce que je savais avant
why_edits = Ce que j’ai changé dans ma mémoire
why_footer = { $steps ->
    [one] { $steps } étape
   *[other] { $steps } étapes
} · { $calls ->
    [one] { $calls } appel d’outil
   *[other] { $calls } appels d’outils
} · trace { $trace }

## What is in the prompt

ctx_title = Ce que j’ai en tête ici
ctx_instructions = instructions
ctx_tools = outils
ctx_persona = persona
ctx_people = personnes
ctx_summary = résumé de ce qui précède
ctx_queue = conversation
ctx_newest = les messages les plus récents
ctx_answer = réservé à ma réponse
ctx_free = libre
ctx_left = Après { $warning } tokens de plus, on me dit de sauver l’important ; après { $eviction }, les messages les plus anciens passent dans le résumé. Je peux toujours les chercher.
ctx_warned = On m’a dit de sauver l’important ; après { $eviction } tokens de plus, les messages les plus anciens passent dans le résumé. Je peux toujours les chercher.
ctx_footer = { $percent } % de { $window } tokens
ctx_alt = Une barre remplie à { $percent } %. Tokens : { $parts }.

## Files

exported = { $files ->
    [one] Tout ce dont je me souviens ici, en un fichier.
   *[other] Tout ce dont je me souviens ici, en { $files } fichiers qui vont ensemble.
} `/memory import` l’intègre à nouveau.
import_wrong = Cela ne peut pas être intégré : { $why }. Rien n’a été changé.
file_refused = { $name } ne peut pas être utilisé : { $why }
file_too_large = il peut avoir au plus { $kilobytes } Kio.
not_text = ce n’est pas du texte en UTF-8.

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
cmd-memory-show = Montrer ce dont je me souviens ici
    .block = Quel bloc ; tous si rien n’est indiqué
cmd-memory-edit = Écrire un bloc à nouveau
    .block = Quel bloc
    .file = Le bloc en fichier texte, s’il est trop long pour un formulaire
cmd-memory-history = Montrer ce qui a changé dans ma mémoire, et l’annuler
    .block = De quel bloc ; de tout si rien n’est indiqué
cmd-memory-add = Enregistrer quelque chose dans les archives
    .text = Ce que je dois garder
    .tags = Des mots pour le retrouver, séparés par des virgules
cmd-memory-delete = Supprimer un passage des archives
    .number = Le numéro du passage
cmd-memory-undo = Annuler le changement le plus récent de ma mémoire
cmd-memory-export = Donne-moi tout ce dont tu te souviens ici en fichier
cmd-memory-import = Intégrer ce qui a été exporté, ici ou ailleurs
    .file = Un fichier fait par /memory export
    .file2 = Le deuxième fichier du même export
    .file3 = Le troisième fichier du même export
    .file4 = Le quatrième fichier du même export
    .file5 = Le cinquième fichier du même export
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
cmd-context = Montrer ce que j’ai en tête ici et la place qui reste
cmd-persona = Who I am here
cmd-persona-show = Show who I am here
cmd-persona-edit = Make me somebody else
