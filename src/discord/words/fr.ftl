# French. Persons are addressed with "tu". core memory: mémoire centrale · archive: archives · passage: passage · block: bloc

-no-way-back = **C’est irréversible.**

help =
    Je suis un agent qui se souvient. Mentionne-moi, réponds-moi ou écris-moi un message privé et je réponds. Dans un fil auquel je participe, je réponds sans qu’on me mentionne.

    Pendant que nous parlons, je note ce qui compte : dans la **mémoire centrale**, que j’ai toujours sous les yeux, et dans les **archives**, où je cherche. Chaque changement s’affiche sous ma réponse, avec l’avant et l’après. Tous ceux qui peuvent lire un salon y partagent ma mémoire ; les messages privés ne sont qu’à toi.

    `/memory show` ce dont je me souviens ici
    `/memory search` chercher dans les messages et les archives
    `/memory reset` me faire oublier
    `/docs list`, `/docs remove` les documents que tu m’as donnés à lire
    `/persona show` qui je suis ici
    `/persona edit` faire de moi quelqu’un d’autre

## Questions before something is taken away

confirm = Supprimer
cancel = Garder
not_yours = Seule la personne qui a posé la question peut y répondre.
question_over = Cette question a déjà reçu une réponse ou a expiré. Redemande-le.
expired = Personne n’a répondu, donc rien n’a été supprimé.
kept = Rien n’a été supprimé.
working = Suppression en cours …
reset_core =
    Ceci supprime la mémoire centrale : chaque bloc revient à son début. L’historique des blocs reste.
    { -no-way-back }
reset_archival =
    Ceci supprime les archives, avec leur historique : { $held }.
    { -no-way-back }
reset_history =
    Ceci supprime la conversation, avec ses résumés : { $messages }. Ce que j’en ai noté reste.
    { -no-way-back }
reset_all =
    Ceci supprime tout : { $held }, { $messages }, le contenu de la mémoire centrale et l’historique de chaque changement.
    { -no-way-back }
taken_away = Supprimé : { $what }.
nothing_taken_away = Il n’y avait rien à supprimer.
removal =
    Ceci supprime le document { $number }, { $name } ({ $pages }).
    { -no-way-back }
removed = Supprimé : document { $number }, { $name }.

## Who may do what

reset_needs = La mémoire de ce salon appartient à tout le monde ici. Pour la réinitialiser, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
docs_needs = Ces documents appartiennent à tout le monde ici. Pour en supprimer un, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
persona_needs = Je suis le même pour tout le monde dans ce salon. Pour changer qui je suis, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
undo_needs = Seule la personne qui a écrit le message peut annuler ceci, ou quelqu’un qui a la permission **Gérer les salons** ou **Gérer le serveur**.

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
    [one] { $count } passage dans les archives
   *[other] { $count } passages dans les archives
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
    [one] { $count } bloc revenu à son début
   *[other] { $count } blocs revenus à leur début
}
recorded_changes = { $count ->
    [one] { $count } changement enregistré
   *[other] { $count } changements enregistrés
}
both = { $one }, { $other }

## Memory that is shown

memory_title = Ce dont je me souviens ici
held = { $messages } et { $archived } depuis le { $since }.
held_with_documents = { $messages }, { $archived } et { $documents } depuis le { $since }.
fill = Remplissage
version = version { $number }
empty_block = (vide)
persona_block = persona
human_block = personne · { $name }
archive = archives
search_of_message = recherche · un message
no_memory = Il n’y a pas encore de mémoire ici. Dis-moi d’abord quelque chose.

## Lists and what a search found

search_title = Recherche : { $query }
document_place = { $name }, document { $number }, page { $page }
me = moi
nothing_found = Rien trouvé.
inexact = *Les mots exacts ne se trouvent nulle part ; voici ce qui s’en approche le plus.*
open_link = ouvrir
no_page = Il n’y a pas de page { $page } : page { $pages }/{ $pages }, résultats : { $total }.
page_of_found = page { $page }/{ $pages } · résultats : { $total }
page_of_all = page { $page }/{ $pages } · { $total } en tout
next_page = suite : page:{ $page }
docs_title = Documents que je peux lire ici
no_documents = Il n’y en a pas. Joins un PDF, un texte ou un fichier Markdown, HTML, CSV ou de code à un message pour moi, et je le lirai.
no_document = Il n’y a pas de document { $number } ici. `/docs list` montre lesquels il y a.

## Changes of memory

undo = Annuler
why = Pourquoi
learned = Un message a été supprimé ici, et j’ai oublié ce qu’il disait. Voici ce que j’en avais appris :
hidden = (n’est plus affiché ici)
tended = Pendant que personne ne me parlait, j’ai relu ce qui s’est dit ici.{ $facts ->
    [0] {""}
    [one] {" "}Un message se trouve maintenant aussi par d’autres mots que les siens.
   *[other] {" "}{ $facts } messages se trouvent maintenant aussi par d’autres mots que les leurs.
}
more_changes = et { $count ->
    [one] { $count } autre changement
   *[other] { $count } autres changements
} : { $names }
done_by = { $done } · { $who }
created = créé
extended = complété
changed = modifié
rewritten = réécrit
reset = réinitialisé
taken_back = annulé
restored = restauré
no_longer_true = n’est plus vrai
true_again = est de nouveau vrai
taken_out = retiré
put_back = remis
by_me = par moi
by_person = par une personne
by_me_quietly = par moi, à une heure calme
by_program = par le programme
undo_gone = Ce changement n’est plus dans ma mémoire de ce lieu.
undo_changed = Ma mémoire a changé à cet instant même, donc rien n’a été annulé. Réessaie, s’il te plaît.
undo_beginning = Je ne peux pas l’annuler : il n’y a rien avant, c’est ainsi que ce bloc a commencé.
undo_already = Je ne peux pas l’annuler : il n’en reste rien.
undo_conflict = Je ne peux pas l’annuler, des changements ultérieurs l’empêchent : { $lines }.
line_gone = « { $line } » n’y est plus

## The persona

persona_title = Qui je suis ici
not_saved = Voici ce que tu as écrit, pour que ce ne soit pas perdu :

## When something goes wrong

with_trace = { $sentence } (trace { $trace })
failed = Quelque chose a échoué de mon côté, et rien n’a été changé. Réessaie, s’il te plaît.
not_taken_in = Je n’ai pas pu recevoir ce message. Renvoie-le dans un instant, s’il te plaît.
slow = Ma mémoire n’a pas répondu à temps. Réessaie dans un instant, s’il te plaît.
unreadable = Je ne peux pas lire cela : { $cause }.
model_silent = Le modèle ne m’a pas donné de réponse. Ton message est conservé ; redis-le dans un instant, s’il te plaît.
lost_in_memory = Je me suis perdu dans ma propre mémoire et n’ai pas trouvé de réponse. Ton message est conservé ; redemande, s’il te plaît.
model_busy = Le modèle est trop sollicité en ce moment. Ton message est conservé ; réessaie dans une minute, s’il te plaît.
too_much_to_read = C’était plus que le modèle ne peut lire d’un coup. Ton message est conservé ; dis-le plus brièvement, s’il te plaît.
model_refuses = Le modèle n’accepte pas mes demandes ; la personne qui m’héberge doit vérifier ses réglages. Ton message est conservé.
model_away = Je n’arrive pas à joindre le modèle en ce moment. Ton message est conservé ; réessaie plus tard, s’il te plaît.
model_slow = Le modèle a mis trop de temps à répondre. Ton message est conservé ; réessaie plus tard, s’il te plaît.
model_unclear = Le modèle a donné une réponse que je ne peux pas lire. Ton message est conservé ; réessaie, s’il te plaît.
broken_inside = Quelque chose s’est mal passé en moi. Ton message est conservé ; réessaie, s’il te plaît.

## What Discord shows of the commands

cmd-help = Ce que je suis et ce que tu peux me demander
cmd-memory = Ce dont je me souviens ici
cmd-memory-show = Montrer ce dont je me souviens ici
    .block = Quel bloc ; tous si rien n’est indiqué
cmd-memory-search = Chercher dans ce qui s’est dit ici et dans mes archives
    .text = Ce qu’il faut chercher
    .page = Quelle page des résultats, à partir de 1
cmd-memory-reset = Me faire oublier ce dont je me souviens ici
    .what = Ce que je dois oublier
    .what-core = mémoire centrale
    .what-archival = archives
    .what-history = historique
    .what-all = tout
cmd-docs = Les documents qu’on m’a donnés ici
cmd-docs-list = Lister les documents qu’on m’a donnés ici
    .page = Quelle page de la liste, à partir de 1
cmd-docs-remove = Supprimer un document définitivement
    .number = Le numéro du document, tel que /docs list le montre
cmd-persona = Qui je suis ici
cmd-persona-show = Montrer qui je suis ici
cmd-persona-edit = Faire de moi quelqu’un d’autre

## Questions before something is taken away

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

memory_needs = Cette mémoire est à tout le monde ici. Tu peux changer le bloc qui parle de toi et ce qui vient de tes propres mots ; le reste demande la permission **Gérer les salons** ou **Gérer le serveur**.
forget_needs = Seule la personne qui l’a dit peut me le faire oublier, ou quelqu’un avec la permission **Gérer les salons** ou **Gérer le serveur**.
export_needs = Cette mémoire est à tout le monde ici. L’emporter entière demande la permission **Gérer les salons** ou **Gérer le serveur**.

## How much there is

blocks_rewritten = { $count ->
    [one] { $count } bloc
   *[other] { $count } blocs
}

## Lists and what a search found

score = { $percent } %
choose_found = Supprimer ou oublier quelque chose …
delete_choice = Supprimer #{ $number } : { $text }
forget_choice = Oublier { $who } : { $text }
list_old = Cette liste est trop ancienne pour être feuilletée. Cherche à nouveau.
page_back = ‹ Retour
page_on = Suite ›

## Changes of memory

edit_button = Modifier
history_button = Historique
restore_button = Rétablir
history_title = Ce qui a changé dans ma mémoire
no_changes = Rien n’a encore été changé.
choose_change = Voir un changement en entier …

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

## What Discord shows of the commands

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
cmd-context = Montrer ce que j’ai en tête ici et la place qui reste
