# French. Persons are addressed with "tu". core memory: mémoire centrale · archive: archives · passage: passage · block: bloc

-no-way-back = **C’est irréversible.**

help =
    Je suis un agent qui se souvient. Mentionne-moi, réponds-moi ou écris-moi un message privé et je réponds. Dans un fil auquel je participe, je réponds sans qu’on me mentionne.

    Pendant que nous parlons, je note ce qui compte : dans la **mémoire centrale**, que j’ai toujours sous les yeux, et dans les **archives**, où je cherche. Chaque changement s’affiche sous ma réponse, avec l’avant et l’après. Tous ceux qui peuvent lire un salon y partagent ma mémoire ; les messages privés ne sont qu’à toi.

    `/memory show`, `/memory edit` voir et modifier ce dont je me souviens ici
    `/memory search` chercher dans les messages et les archives, et y supprimer
    `/memory add`, `/memory delete` ce qui est dans les archives
    `/memory history`, `/memory undo` ce qui a été changé, et l’annuler
    `/memory export`, `/memory import` emporter ma mémoire
    `/memory reset` me faire oublier
    `/context` la place que prend ce que j’ai en tête
    `/docs list`, `/docs remove` les documents que tu m’as donnés à lire
    `/thread` continuer dans un fil où j’ai une mémoire à moi
    `/reminders list`, `/reminders add`, `/reminders cancel` ce que je te rappelle
    `/persona show`, `/persona edit`, `/persona preset`, `/persona import` qui je suis ici
    `/privacy show` ce qui est enregistré de toi, et comment le faire effacer
    `/usage` ce que tu as utilisé
    `/settings` comment je me comporte ici, et pour qui
    `/model` quel modèle de langage répond ici
    `/doctor` pourquoi je n’ai pas répondu
    `/stop` arrêter la réponse que je suis en train de donner
    `/retry` réessayer ce qui a échoué
    Les messages ont *Retiens ceci*, *Oublie ceci* et *Pourquoi as-tu dit ça ?* dans leur menu, sous Applications (Apps).

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

reset_needs = La mémoire de ce salon appartient à tout le monde ici. Pour la réinitialiser, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
docs_needs = Ces documents appartiennent à tout le monde ici. Pour en supprimer un, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
persona_needs = Je suis le même pour tout le monde dans ce salon. Pour changer qui je suis, il faut la permission **Gérer les salons** ou **Gérer le serveur**.
memory_needs = Cette mémoire est à tout le monde ici. Tu peux changer le bloc qui parle de toi et ce qui vient de tes propres mots ; le reste demande la permission **Gérer les salons** ou **Gérer le serveur**.
forget_needs = Seule la personne qui l’a dit peut me le faire oublier, ou quelqu’un avec la permission **Gérer les salons** ou **Gérer le serveur**.
export_needs = Cette mémoire est à tout le monde ici. L’emporter entière demande la permission **Gérer les salons** ou **Gérer le serveur**.
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
seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
blocks_back = { $count ->
    [one] { $count } bloc revenu à son début
   *[other] { $count } blocs revenus à leur début
}
recorded_changes = { $count ->
    [one] { $count } changement enregistré
   *[other] { $count } changements enregistrés
}
blocks_rewritten = { $count ->
    [one] { $count } bloc
   *[other] { $count } blocs
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
words_only = *La recherche est limitée pour le moment : elle ne compare que les mots, pas le sens.*
inexact = *Les mots exacts ne se trouvent nulle part ; voici ce qui s’en approche le plus.*
open_link = ouvrir
score = { $percent } %
choose_found = Supprimer ou oublier quelque chose …
delete_choice = Supprimer #{ $number } : { $text }
forget_choice = Oublier { $who } : { $text }
list_old = Cette liste est trop ancienne pour être feuilletée. Cherche à nouveau.
page_back = ‹ Retour
page_on = Suite ›
no_page = Il n’y a pas de page { $page } : page { $pages }/{ $pages }, résultats : { $total }.
page_of_found = page { $page }/{ $pages } · résultats : { $total }
page_of_all = page { $page }/{ $pages } · { $total } en tout
next_page = suite : page:{ $page }
docs_title = Documents que je peux lire ici
no_documents = Il n’y en a pas. Joins un PDF, un texte ou un fichier Markdown, HTML, CSV ou de code à un message pour moi, et je le lirai.
no_document = Il n’y a pas de document { $number } ici. `/docs list` montre lesquels il y a.

## Reminders

reminders_title = Ce que je rappelle aux gens ici
no_reminders = Il n’y a rien. Demande-moi de te rappeler quelque chose, ou utilise `/reminders add`.
every_day = chaque jour à { $time }
every_workday = du lundi au vendredi à { $time }
every_week = chaque { $day ->
    [0] lundi
    [1] mardi
    [2] mercredi
    [3] jeudi
    [4] vendredi
    [5] samedi
   *[6] dimanche
} à { $time }
reminder_set = Le rappel { $number } est prévu pour { $when } : { $text }
reminder_cancelled = Le rappel { $number } est annulé : { $text }
reminder_paused = Il n’a pas pu être remis et n’est plus envoyé : { $reason }
reminder_late = C’était prévu { $when }.
reminder_time = { $why } Il est maintenant { $now } ({ $zone }). Je lis des heures comme `in 20 minutes`, `tomorrow 9:00`, `friday 17:30`, `2026-05-31 18:30`, `every day 7:30` ou `every monday 8:00`. Rien n’a été prévu.
time_unreadable = Je ne peux pas lire cette heure.
time_past = Cette heure est passée.
time_far = C’est dans plus de dix ans.
reminder_text = Un rappel dit quelque chose, en { $most } caractères au plus. Rien n’a été prévu.
reminders_of_person = Tu as { $most } rappels, et je n’en garde pas plus pour une personne. Annules-en un d’abord.
reminders_here = Il y a { $most } rappels ici, et je n’en garde pas plus à un endroit. Il faut d’abord en annuler un.
no_reminder = Il n’y a pas de rappel { $number } ici. `/reminders list` montre ceux qui existent.
reminder_needs = C’est le rappel de quelqu’un d’autre. L’annuler demande la permission **Gérer les salons** ou **Gérer le serveur**.

## Threads with a memory of their own

thread_opened = On continue dans { $thread }.
thread_with = Dans ce fil, j’ai une mémoire à moi. Elle commence par une copie de ce que je sais du salon : les blocs de la mémoire centrale et le résumé de ce qui a été dit, tels qu’ils sont maintenant. Je n’ai ici ni les messages ni l’archive du salon. Ce qui est dit ici reste ici.
thread_without = Dans ce fil, j’ai une mémoire à moi, et elle est vide : je ne sais rien de ce qui a été dit dans le salon. Ce qui est dit ici reste ici.
thread_not_here = `/thread` fonctionne dans un salon d’un serveur : ici, il n’y en a aucun où ouvrir un fil.
thread_not_in_such = On ne peut pas ouvrir de fil dans un salon de ce genre.
thread_nameless = Un fil a un nom. Aucun fil n’a été ouvert.
thread_needs = Ouvrir un fil ici demande la permission **Créer des fils publics** (Create Public Threads), que tu n’as pas.
thread_missing = Je ne peux pas ouvrir de fil ici : il me manque la permission { $missing }. Qui gère le serveur peut me la donner.
thread_private = Ce que je sais ici n’est qu’à toi, donc je ne le copie pas dans un fil que d’autres lisent. `/thread` avec memory `without` fonctionne.

## Changes of memory

undo = Annuler
edit_button = Modifier
history_button = Historique
restore_button = Rétablir
history_title = Ce qui a changé dans ma mémoire
no_changes = Rien n’a encore été changé.
choose_change = Voir un changement en entier …
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

## Writing memory anew

edit_title = Modifier { $title }
edit_label = Ce qui y est écrit
edit_part = Partie { $number } sur { $count }
no_block = Il n’y a pas de tel bloc ici. `/memory show` montre lesquels existent.
block_changed = Quelqu’un l’a changé pendant que tu écrivais, donc ton texte n’a pas été enregistré. Regarde-le et réessaie.
block_same = C’est déjà ce qui est écrit. Rien n’a été changé.
block_too_long_for_form = C’est plus long que ce qu’un formulaire Discord peut contenir. Le voici en fichier : modifie-le et renvoie-le avec `/memory edit` dans l’option `file`.
block_too_long = Il peut avoir { $limit } caractères et le tien en a { $would } : raccourcis-le d’au moins { $over }. Rien n’a été changé.
block_empty = Une persona ne peut pas être vide. Rien n’a été changé.
not_saved = Voici ce que tu as écrit, pour que ce ne soit pas perdu :
stands_now = Voici ce qui s’y trouve maintenant :
restore_same = C’est déjà ainsi. Rien n’a été changé.
nothing_to_undo = Il n’y a aucun changement que tu puisses annuler.

## The archive, and messages

no_passage = Il n’y a pas de passage { $number } dans les archives. `/memory search` montre les numéros.
passage_empty = Il ne contient aucun mot. Rien n’a été enregistré.
passage_too_long = Il a { $over ->
    [one] { $over } caractère
   *[other] { $over } caractères
} de trop pour un passage : enregistre-le en plusieurs parties.
tag_too_long = Une étiquette peut avoir au plus { $limit } caractères.
too_many_tags = Au plus { $limit } étiquettes, s’il te plaît.
menu_remember = Retiens ceci
menu_forget = Oublie ceci
menu_why = Pourquoi as-tu dit ça ?
remember_title = Retiens ceci
remember_label = Ce que je dois garder
tags_label = Étiquettes, séparées par des virgules
remember_needs = Un message est gardé dans ses propres mots, donc rien n’a été enregistré. D’autres mots que ceux du message demandent la permission **Gérer les salons** ou **Gérer le serveur**.
remembered_as_yours = Ce ne sont pas les mots du message, donc je les garde comme les tiens : le message est lié, mais pas donné comme leur source.
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
ctx_left = Après { $warning ->
    [one] { $warning } token de plus
   *[other] { $warning } tokens de plus
}, on me dit de sauver l’important ; après { $eviction }, les messages les plus anciens passent dans le résumé. Je peux toujours les chercher.
ctx_warned = On m’a dit de sauver l’important ; après { $eviction ->
    [one] { $eviction } token de plus
   *[other] { $eviction } tokens de plus
}, les messages les plus anciens passent dans le résumé. Je peux toujours les chercher.
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
file_begun = Je lis { $name } ; cela peut prendre un moment.
file_read = { $name } lu : { $pages }, document { $number }.
file_not_read = { $name } n’a pas été lu. { $why }
-readable = PDF, texte, Markdown, HTML, CSV, TSV et code source
refused_kind = Seuls ces formats peuvent être lus : { -readable }.
refused_binary = C’est un fichier binaire, et seuls ces formats peuvent être lus : { -readable }.
refused_empty = Il est vide.
refused_no_pdf = Son nom est celui d’un PDF, mais ce n’en est pas un.
refused_no_text = Il ne contient pas de texte.
refused_scan = Ce PDF ne contient pas de texte, seulement des images (une numérisation ?) : envoie-en un avec du texte.
refused_locked = Il est protégé par un mot de passe : envoie-le sans.
refused_damaged_pdf = Il est endommagé : aucun programme ne peut lire ce PDF.
refused_damaged_pages = Il est endommagé : aucune de ses pages ne peut être lue.
refused_html = Son HTML ne peut pas être lu ({ $why }).
refused_memory = Il est endommagé, ou fait de telle sorte que le lire demande trop de mémoire.
refused_slow = Le lire a pris plus de { $seconds }, et j’ai abandonné.
refused_out_of_order = Il ne peut pas être lu pour le moment : qui m’héberge trouvera la cause dans le journal.
refused_bytes = Il fait { $bytes } octets, et la limite est { $most } (KEEPSAKE_DOC_MAX_BYTES).
refused_pages = Il a { $pages } pages, et la limite est { $most } (KEEPSAKE_DOC_MAX_PAGES).
refused_chars = Il a plus de { $most } caractères, la limite pour { $pages } (KEEPSAKE_DOC_MAX_PAGES).
refused_full = Il y a déjà ici autant de documents qu’on peut en garder ({ $most }, KEEPSAKE_DOC_MAX_PER_AGENT) : supprimes-en un d’abord.
refused_too_large = Il fait plus de { $most } octets, la limite.
refused_gone = Il n’est plus sur Discord : envoie-le à nouveau.
refused_not_fetched = Il n’a pas pu être récupéré sur Discord : envoie-le à nouveau dans un instant.
refused_foreign = Il ne vient pas de Discord.
refused_no_files = Ici, les fichiers ne peuvent pas être récupérés.
bad_card = Je ne peux pas reprendre ce personnage : { $why }. Rien n’a été changé.
card_neither = le fichier n’est ni une image PNG ni du JSON
card_picture = l’image est abîmée
card_no_character = l’image ne contient aucun personnage ; certains sites le retirent quand on partage des images
card_unreadable = ce qu’il contient n’est pas une fiche de personnage
card_empty = la fiche n’a pas de nom, ou rien qui décrive le personnage
card_too_large = la fiche est trop grande
card_taken = À partir de maintenant, je suis **{ $name }**.
card_cut = La fiche dépasse les { $limit } caractères d’une persona, donc sa fin a été coupée.
card_instructions = Ses propres instructions pour le modèle ont été laissées de côté : seul ce qu’est le personnage a été repris.
card_lore = { $count ->
    [one] Une entrée sur son univers a été laissée de côté ; donne-la-moi comme document.
   *[other] { $count } entrées sur son univers ont été laissées de côté ; donne-les-moi comme document.
}

## Settings

settings_of_guild = Réglages de ce serveur
settings_of_channel = Réglages de ce salon
settings_legend = 🔹 réglé ici · ▫️ comme au-dessus, ou comme d’habitude
settings_need_guild = Les réglages de tout le serveur demandent la permission **Gérer le serveur**.
settings_need_channel = Les réglages de ce salon demandent la permission **Gérer les salons** ou **Gérer le serveur**.
pick_setting = Ce qu’il faut changer
audit_button = Qui a changé quoi
back_button = Retour
clear_button = Ne plus régler ici
change_button = Changer
audit_title = Qui a changé quoi
audit_empty = Rien n’a encore été changé.
audit_total = { $count ->
    [one] { $count } changement en tout
   *[other] { $count } changements en tout
}
everywhere = tout le serveur
not_set = (non réglé)
none_set = rien
on = activé
off = désactivé
everybody = tout le monde
all_but = { $allowed }, mais pas { $denied }
usual_model = celui d’habitude
for_good = pour toujours
days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
set_heard = Répondre
set_triggers = Ce qui m’appelle
set_keywords = Mots-clés
set_bots = Autres bots
set_access = À qui je réponds
set_display = Mémoire affichée
set_agents = À qui est la mémoire
set_apart = Mémoire à part pour ce fil
set_quiet = Heures calmes
set_zone = Fuseau horaire
set_model = Modèle
set_retention = Durée de garde des messages
set_budgets = Limites par jour
about_heard = Désactivé : je ne réponds à personne ici, même si on m’appelle par mon nom.
about_triggers = Les messages privés m’appellent toujours ; @everyone et @here, jamais.
about_keywords = Mots qui m’appellent quand « un mot-clé » fait partie de ce qui m’appelle. Mots entiers, en majuscules ou en minuscules.
about_bots = Activé : je réponds aussi à d’autres bots et webhooks, quatre fois au plus avant qu’une personne reprenne la parole.
about_access = Rôles et personnes à qui je réponds, et ceux à qui je ne réponds pas. Qui est choisi ci-dessous est ajouté, ou de nouveau retiré. Si personne n’est nommé, je réponds à tout le monde ; les personnes passent avant les rôles.
about_display = Comment un changement de ma mémoire est affiché sous une réponse.
about_agents = Une mémoire pour tout le monde dans un salon, ou une par personne dans tout le serveur.
about_apart = Activé : ce qui se dit dans ce fil y reste, et je ne sais rien du salon ici.
about_quiet = Heures pendant lesquelles je n’envoie rien sans qu’on me le demande. Les rappels attendent qu’elles soient passées.
about_zone = L’horloge que suivent les heures calmes et les rappels, par exemple Europe/Paris.
about_model = Le modèle de langage qui répond ici, par le nom que lui donne son fournisseur.
about_retention = Les messages plus anciens sont oubliés, dans l’historique et dans l’index. 0 les garde pour toujours. Ce que j’en ai noté reste.
about_budgets = Ce qu’une personne et tout le serveur peuvent consommer de minuit à minuit (UTC). Un champ vide signifie sans limite.
trigger_mention = mon nom
trigger_reply = une réponse à un de mes messages
trigger_thread = un fil auquel je participe
trigger_always = chaque message
trigger_keyword = un mot-clé
display_full = en entier
display_compact = en une ligne
display_reaction = comme réaction
display_off = pas du tout
agents_channel = une par salon
agents_member = une par personne
allow_roles = Rôles à qui je réponds
allow_people = Personnes à qui je réponds
deny_roles = Rôles à qui je ne réponds pas
deny_people = Personnes à qui je ne réponds pas
budget_person_messages = { $most ->
    [one] { $most } message par personne
   *[other] { $most } messages par personne
}
budget_person_tokens = { $tokens } par personne
budget_guild_messages = { $most ->
    [one] { $most } message sur le serveur
   *[other] { $most } messages sur le serveur
}
budget_guild_tokens = { $tokens } sur le serveur
label_keywords = Mots-clés, séparés par des virgules
label_zone = Fuseau horaire, comme Europe/Paris
label_retention = Jours, 0 pour toujours
label_from = De, comme 22:00
label_to = À, comme 07:00
label_person_messages = Messages d’une personne
label_person_tokens = Tokens d’une personne
label_guild_messages = Messages sur le serveur
label_guild_tokens = Tokens sur le serveur
no_number = « { $text } » n’est pas un nombre qui convient ici. Rien n’a été changé.
no_zone = « { $text } » n’est pas un fuseau horaire que je connais ; l’un d’eux s’appelle par exemple Europe/Paris. Rien n’a été changé.
no_clock = « { $text } » n’est pas une heure comme 22:00. Rien n’a été changé.
bad_keywords = Il peut y avoir 25 mots-clés de 1 à 50 caractères. Rien n’a été changé.
bad_names = On peut nommer au plus 100 rôles et personnes. Rien n’a été changé.
bad_quiet = Les heures calmes doivent commencer et finir à des heures différentes. Rien n’a été changé.
bad_model = « { $name } » n’est pas parmi les modèles que l’on peut choisir. Rien n’a été changé. `/model` montre lesquels il y a.
bad_retention = Les messages sont gardés de 1 à 3650 jours, ou avec 0 pour toujours. Rien n’a été changé.
bad_triggers = Il faut que quelque chose m’appelle. Pour que je ne réponde à personne, désactive Répondre.
model_answers = **{ $name }** répond ici.
model_from_here = Il a été choisi ici.
model_from_channel = Il a été choisi pour { $channel }.
model_from_server = Il a été choisi pour tout le serveur.
model_is_usual = C’est celui d’habitude ; aucun autre n’a été choisi.
model_gone = **{ $name }** avait été choisi, mais la personne qui m’héberge ne le propose plus.
model_choose = On peut choisir parmi : { $names }.
model_alone = Il n’y en a pas d’autre à choisir.

## What is kept of people, and what they cost

notice = -# Ce que tu me dis est enregistré, pour que je puisse m’en souvenir. `/privacy` te montre quoi, te le remet, l’efface ou te permet de t’y opposer tout à fait.
limit_person_messages = Je réponds à { $most ->
    [one] un message
   *[other] { $most } messages
} par jour de chaque personne, et tu en as écrit plus. Le tien est gardé ; réécris { $until }.
limit_person_tokens = Ce que tu m’as demandé aujourd’hui a atteint la limite de { $tokens } par personne. Ton message est gardé ; réécris { $until }.
limit_guild_messages = Sur ce serveur, je réponds à { $most ->
    [one] un message
   *[other] { $most } messages
} par jour, et il y en a eu plus. Le tien est gardé ; réécris { $until }.
limit_guild_tokens = Ce serveur a atteint sa limite de { $tokens } par jour. Ton message est gardé ; réécris { $until }.
privacy_title = Ce qui est enregistré de toi
privacy_footer = /privacy export · /privacy forget-me · /privacy opt-out
kept_title = Où cela se trouve
kept_in = Conservé dans : { $database } ; retrouvé par : { $index }.
seen_by = Ce que tu me dis est lu par le modèle de langage de { $host }.
embedded_by = { $host } le rend trouvable.
usage_kept = Compté sur les 30 derniers jours : { $messages }, { $tokens }.
nothing_held = Rien n’est enregistré de toi.
is_opted_out = Tu as fait opposition : je n’enregistre rien de ce que tu dis.
characters_about = { $count ->
    [one] { $count } caractère sur toi
   *[other] { $count } caractères sur toi
}
changes_caused = { $count ->
    [one] { $count } changement fait par toi ou à cause de tes messages
   *[other] { $count } changements faits par toi ou à cause de tes messages
}
kept_for = messages gardés : { $time }
place_dm = messages privés
place_member = un serveur où je me souviens de toi à part des autres
own_exported = Tout ce qui est enregistré de toi et t’appartient, partie { $number }.
forget_question =
    Ceci me fait t’oublier **partout** : ce que tu as dit, ce que je t’ai répondu, ce que j’en ai noté, tes documents et rappels, ce que tu as enregistré toi-même, nos messages privés en entier. Ce que d’autres ont dit de toi avec leurs propres mots reste à eux ; ce que tu as écrit, en gérant un lieu, dans sa persona ou dans les blocs d’autres personnes y reste sans ton nom.
    { -no-way-back }
forgotten_person = Oublié : { $what }.
forgotten_checked = J’ai revérifié : ni la base de données ni l’index ne gardent quoi que ce soit que tu aies dit, que j’aie appris de toi ou qui soit rangé sous ton numéro. Ce que d’autres ont dit de toi avec leurs propres mots reste à eux.
forgotten_unchecked = L’index de recherche n’a pas encore tout confirmé. Il le fera de lui-même dès qu’il répondra ; tu n’as rien d’autre à faire.
answers_gone = { $count ->
    [one] { $count } réponse de moi
   *[other] { $count } réponses de moi
}
quotes_gone = { $count ->
    [one] { $count } citation de toi
   *[other] { $count } citations de toi
}
blocks_gone = { $count ->
    [one] { $count } bloc sur toi
   *[other] { $count } blocs sur toi
}
summaries_gone = { $count ->
    [one] { $count } résumé
   *[other] { $count } résumés
}
reminders_count = { $count ->
    [one] { $count } rappel
   *[other] { $count } rappels
}
agents_gone = { $count ->
    [one] { $count } mémoire qui n’était qu’à toi
   *[other] { $count } mémoires qui n’étaient qu’à toi
}
waiting_gone = { $count ->
    [one] { $count } message en attente
   *[other] { $count } messages en attente
}
records_gone = { $count ->
    [one] { $count } trace d’utilisation ou de réglages
   *[other] { $count } traces d’utilisation ou de réglages
}
opted_out = C’est fait : désormais je n’enregistre rien de ce que tu dis, je n’y réponds pas et je laisse tes mots hors de ce que d’autres citent. Les commandes marchent toujours, et `/privacy opt-in` me permet de t’écouter à nouveau.
opted_out_already = Tu avais déjà fait opposition : je n’enregistre rien de ce que tu dis.
opted_in = C’est fait : je t’écoute à nouveau.
not_remembered = La personne qui a écrit cela a fait opposition : je ne garde rien de ce qu’elle dit.
opted_in_already = Tu n’avais pas fait opposition ; je t’écoute.
usage_title = Ce que tu as utilisé
usage_footer = Un jour va de minuit à minuit UTC.
usage_today = Toi, aujourd’hui
usage_month = Toi, en 30 jours
usage_guild_today = Ce serveur, aujourd’hui
usage_guild_month = Ce serveur, en 30 jours
usage_top = Qui a le plus utilisé en 30 jours :
tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}

## Why there was no answer

doctor_title = Comment je vais ici
doctor_heard = Je réponds dans ce salon.
doctor_not_heard = J’ai été désactivé ici : `/settings`, Répondre.
doctor_permitted = J’ai le droit de te répondre.
doctor_not_permitted = Tu n’es pas parmi les personnes à qui je peux répondre ici : `/settings`, À qui je réponds.
doctor_permissions = J’ai toutes les permissions qu’il me faut dans ce salon.
doctor_missing = Il me manque des permissions dans ce salon : **{ $names }**. La personne qui gère le serveur peut les donner à mon rôle, ou à moi dans les paramètres du salon.
doctor_content = Je peux lire les messages qui ne s’adressent pas à moi.
doctor_no_content = Je ne peux pas lire les messages qui ne s’adressent pas à moi : **Message Content Intent** est désactivé. Les mentions, les réponses qui me notifient, les messages privés et les commandes fonctionnent ; la personne qui m’héberge peut l’activer sur https://discord.com/developers/applications sous Bot.
doctor_triggers = Ce qui m’appelle ici : { $triggers }.
doctor_search = La recherche est limitée : tant que l’index ne fonctionne pas, seuls les mots sont comparés. En attente d’indexation : { $count }.
doctor_dm = En messages privés, je réponds à tout.
doctor_opted_out = Tu as fait opposition : je n’enregistre rien de ce que tu dis. `/privacy opt-in` me permet de t’écouter à nouveau.
doctor_person_limit = Ce qu’une personne peut utiliser par jour est épuisé : je te réponds à nouveau { $until }. `/usage` le montre.
doctor_guild_limit = Ce que ce serveur peut utiliser par jour est épuisé : je réponds à nouveau ici { $until }. `/usage` le montre.
doctor_ignored = { $link } est resté sans réponse : { $why }.
doctor_not_ignored = Rien ne s’oppose à ce que je réponde à { $link }. Si aucune réponse n’est venue, j’y travaille peut-être encore, ou elle a échoué ; la personne qui m’héberge trouve la cause dans le journal.
doctor_no_number = Donne-moi le lien d’un message (Copier le lien du message) ou son numéro.
doctor_no_message = Il n’y a pas de tel message dans ce salon, ou je n’ai pas le droit de le lire : il faut pour cela **Voir les salons** (**View Channels**) et **Voir les anciens messages** (**Read Message History**). Demande dans le salon du message.
ignored_own = c’est le mien
ignored_bot = un bot l’a écrit, et je ne réponds pas aux bots ici (`/settings`, Autres bots)
ignored_webhook = un webhook l’a écrit, et je ne réponds pas aux webhooks ici (`/settings`, Autres bots)
ignored_system = Discord l’a écrit et personne ne l’a dit
ignored_not_addressed = rien en lui ne m’appelait
ignored_everyone = il appelait tout le monde, et pas moi en particulier
ignored_switched_off = je suis désactivé ici (`/settings`, Répondre)
ignored_not_permitted = la personne qui l’a écrit n’est pas parmi celles à qui je peux répondre ici (`/settings`, À qui je réponds)
ignored_opted_out = la personne qui l’a écrit a fait opposition (`/privacy opt-in` me permet de l’écouter à nouveau)
ignored_bot_loop = j’avais répondu à des bots quatre fois de suite ; une personne doit d’abord parler
ignored_crowded = plus de messages m’y attendaient que je ne pouvais en traiter, je ne l’ai donc pas reçu
ignored_unreadable = il ne contenait rien que je puisse lire ; sans **Message Content Intent**, je ne vois que ce qui s’adresse à moi
ignored_cannot_answer = je n’ai pas le droit d’y répondre ; il manque : **{ $missing }**

## Answers under way

stopped = -# Arrêté.
stop_button = Arrêter
stop_done = Je me suis arrêté.
stop_nothing = Je ne réponds à rien ici en ce moment.
stop_not_yours = Seule la personne au message de laquelle je réponds peut m’arrêter, ou quelqu’un avec la permission **Gérer les salons** ou **Gérer le serveur**.
retry_button = Réessayer
retry_done = Je réessaie.
retry_nothing = Il n’y a rien à réessayer ici : aucune réponse n’a échoué et aucune n’est en attente.
retry_running = Je travaille déjà à la réponse.
retry_not_yours = Seul quelqu’un qui attend cette réponse peut me faire réessayer, ou quelqu’un avec la permission **Gérer les salons** ou **Gérer le serveur**.
automod = J’ai une réponse, mais l’AutoMod de ce serveur ne la laisse pas passer.
not_showable = J’ai une réponse, mais Discord ne me laisse pas l’afficher ici.
no_embeds = -# Ce que j’ai changé dans ma mémoire ne peut pas être affiché ici : il me manque la permission Intégrer des liens (Embed Links). `/memory show` le montre.
memory_line = -# 📝 { $changes }
in_file = -# Cette réponse est longue : elle est en entier dans le fichier joint.

## When something goes wrong

with_trace = { $sentence } (trace { $trace })
failed = Quelque chose a échoué de mon côté, et rien n’a été changé. Réessaie, s’il te plaît.
not_taken_in = Je n’ai pas pu recevoir ce message. Renvoie-le dans un instant, s’il te plaît.
no_room = Plus de messages m’attendent que je ne peux en traiter en ce moment, je n’ai donc pas reçu celui-là. Renvoie-le dans un moment, s’il te plaît. Ce qui arrive avant que j’aie rattrapé mon retard n’est pas reçu non plus.
memory_away = Ma mémoire est inaccessible pour l’instant. Ce qu’on me dit attend, et je répondrai quand elle sera revenue ; personne n’a besoin de le redire.
slow = Ma mémoire n’a pas répondu à temps. Réessaie dans un instant, s’il te plaît.
unreadable = Je ne peux pas lire cela : { $cause }.
model_silent = Le modèle ne m’a pas donné de réponse. Ton message est conservé ; redis-le dans un instant, s’il te plaît.
lost_in_memory = Je me suis perdu dans ma propre mémoire et n’ai pas trouvé de réponse. Ton message est conservé ; redemande, s’il te plaît.
model_busy = Le modèle est trop sollicité en ce moment. Ton message est conservé ; réessaie dans une minute, s’il te plaît.
too_much_to_read = C’était plus que le modèle ne peut lire d’un coup. Ton message est conservé ; dis-le plus brièvement, s’il te plaît.
model_refuses = Le modèle n’accepte pas mes demandes ; la personne qui m’héberge doit vérifier ses réglages. Ton message est conservé.
model_away = Je n’arrive pas à joindre le modèle en ce moment. Ton message est conservé ; réessaie plus tard, s’il te plaît.
model_slow = Le modèle a mis trop de temps à répondre. Ton message est conservé ; réessaie plus tard, s’il te plaît.
waits_away = Je n’arrive pas à joindre le modèle en ce moment. Je réessaierai et répondrai alors.
waits_busy = Le modèle est trop sollicité en ce moment. Je réessaierai et répondrai alors.
waits_slow = Le modèle met trop de temps à répondre en ce moment. Je réessaierai et répondrai alors.
model_unclear = Le modèle a donné une réponse que je ne peux pas lire. Ton message est conservé ; réessaie, s’il te plaît.
broken_inside = Quelque chose s’est mal passé en moi. Ton message est conservé ; réessaie, s’il te plaît.

## What Discord shows of the commands

cmd-help = Ce que je suis et ce que tu peux me demander
cmd-memory = Ce dont je me souviens ici
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
cmd-reminders = Ce que je rappelle aux gens ici
cmd-reminders-list = Lister ce que je rappelle aux gens ici
cmd-reminders-add = Me faire te rappeler quelque chose ici
    .when = Quand : tomorrow 9:00, in 20 minutes, 2026-05-31 18:30, every monday 8:00
    .text = Ce que je dirai alors
cmd-reminders-cancel = Annuler un rappel
    .number = Le numéro du rappel, comme /reminders list le montre
cmd-thread = Continuer dans un nouveau fil, où j’ai une mémoire à moi
    .name = Comment s’appelle le fil
    .memory = Si j’y sais ce que je sais ici ; sans précision, non
    .memory-with = avec
    .memory-without = sans
cmd-context = Montrer ce que j’ai en tête ici et la place qui reste
cmd-persona = Qui je suis ici
cmd-persona-show = Montrer qui je suis ici
cmd-persona-edit = Faire de moi quelqu’un d’autre
cmd-persona-preset = Faire de moi l’un de ceux qui sont déjà prêts
    .who = Qui je dois être
    .who-companion = compagnon
    .who-assistant = assistant
    .who-tutor = tuteur
    .who-storyteller = conteur
    .who-coach = coach
cmd-persona-import = Faire de moi un personnage à partir d’une fiche
    .card = Une fiche de personnage (V2 ou V3), en image PNG ou en JSON
cmd-settings = Comment je me comporte ici, et avec qui
    .of = De tout le serveur, ou seulement de ce salon ou de ce fil
    .of-server = serveur
    .of-channel = salon
cmd-privacy = Ce qui est enregistré de toi, et ce que tu peux en faire
cmd-privacy-show = Montrer ce qui est enregistré de toi, partout, et où
cmd-privacy-export = Recevoir en fichier tout ce qui t’appartient
cmd-privacy-forget-me = Me faire t’oublier partout
cmd-privacy-opt-out = Désormais je n’enregistre rien de ce que tu dis
cmd-privacy-opt-in = Je peux t’écouter à nouveau
cmd-usage = Ce que tu as consommé aujourd’hui et ce mois-ci
cmd-model = Quel modèle de langage répond ici, et comment en choisir un autre
    .name = Le modèle qui répond désormais ; sans lui je dis lequel répond
    .where = Pour ce salon ou ce fil seulement, ou pour tout le serveur ; sans précision, ici seulement
    .where-here = ici
    .where-server = serveur
cmd-doctor = Pourquoi je n’ai pas répondu ici
    .message = Le lien du message, ou son numéro
cmd-stop = Arrêter la réponse que je suis en train de donner
cmd-retry = Répondre de nouveau à ce qui a échoué ou attend le modèle
