import type { folders as en } from '../../en/companies/folders.ts';
import type { French } from '../../french.ts';

export const folders: French<typeof en> = {
  'folders.title': 'Dossiers',
  'folders.add': 'Ajouter un dossier',
  'folders.add.title': 'Ajouter un dossier pour {{name}}',
  'folders.add.text': 'Ce que vous y déposez est envoyé. Vos fichiers restent en place et ne sont jamais modifiés ni supprimés.',
  'folders.type': 'Que contient-il ?',
  'folders.choose': 'Choisir un dossier…',
  'folders.choose.purchase-invoices': 'Choisir le dossier des achats…',
  'folders.choose.sales-invoices': 'Choisir le dossier des ventes…',
  'folders.none': 'Aucun dossier : rien ne peut être envoyé.',
  'folders.actions': 'Actions pour le dossier {{name}}',
  'folders.remove': 'Ne plus surveiller',
  'folders.remove.title': 'Ne plus surveiller ce dossier ?',
  'folders.remove.text': 'Les fichiers et tout ce qui a été envoyé restent en l’état. Ses nouveaux scans ne seront plus envoyés.',
  'folders.state.present': 'Surveillé',
  'folders.state.missing': 'Introuvable. Branchez le disque ou le partage, ou remettez le dossier ; aucun document n’est perdu.',
  'folders.state.silent':
    'Son disque ou son partage ne répond pas. Reconnectez-le ; aucun document n’est perdu, et Intray reprendra tout seul.',
  'folders.state.denied': 'Lecture interdite. Autorisez Intray à le lire.',
  'folders.state.swapped': 'Un autre disque ou dossier se trouve ici. Rien n’en part tant que vous n’avez pas dit que c’est le bon.',
  'folders.accept': 'C’est le bon dossier',
  'folders.subfolders': 'Envoyer aussi ce qui se trouve dans les sous-dossiers',
  'folders.watching.polling': 'Cet ordinateur ne signale plus les nouveaux fichiers ; Intray regarde lui-même toutes les trente secondes.',
  'folders.watching.share':
    'Ce dossier se trouve sur un autre ordinateur ; Intray y cherche les nouveaux fichiers toutes les trente secondes.',
  'folders.too-deep_one':
    'Un sous-dossier est trop profond : rien n’y est envoyé ({{first}}). Déplacez les scans vers un dossier moins profond.',
  'folders.too-deep_many':
    '{{count, number}} de sous-dossiers sont trop profonds : rien n’y est envoyé ({{first}}, par exemple). Déplacez les scans vers un dossier moins profond.',
  'folders.too-deep_other':
    '{{count, number}} sous-dossiers sont trop profonds : rien n’y est envoyé ({{first}}, par exemple). Déplacez les scans vers un dossier moins profond.',
  'folders.linked_one': 'Un sous-dossier est un lien et n’est pas parcouru ({{first}}). Choisissez le dossier lui-même pour le surveiller.',
  'folders.linked_many':
    '{{count, number}} de sous-dossiers sont des liens et ne sont pas parcourus ({{first}}, par exemple). Choisissez les dossiers eux-mêmes pour les surveiller.',
  'folders.linked_other':
    '{{count, number}} sous-dossiers sont des liens et ne sont pas parcourus ({{first}}, par exemple). Choisissez les dossiers eux-mêmes pour les surveiller.',
  'folders.fault.not-there': 'Ce dossier n’existe plus. Choisissez-en un autre.',
  'folders.fault.silent': 'Le disque ou le partage de ce dossier ne répond pas. Reconnectez-le, ou choisissez un autre dossier.',
  'folders.fault.not-a-folder': 'Ce n’est pas un dossier. Choisissez un dossier.',
  'folders.fault.denied': 'Intray n’a pas le droit de lire ce dossier. Autorisez-le, ou choisissez-en un autre.',
  'folders.fault.already-added': 'Ce dossier est déjà surveillé. Choisissez-en un autre.',
  'folders.fault.overlaps':
    'Ce dossier est à l’intérieur ou autour d’un dossier déjà surveillé : des fichiers seraient pris deux fois. Choisissez-en un autre.',
  'folders.fault.own-files':
    'Ce dossier contient les fichiers d’Intray lui-même, ou en fait partie ; choisissez un dossier réservé à vos scans.',
  'folders.fault.no-such-company': 'Cette société n’est plus connue.',
  'folders.fault.not-a-place':
    'Intray ne peut pas surveiller cet emplacement : le chemin désigne un périphérique ou une partie d’un fichier, et non un dossier. Rien n’a été ouvert. Choisissez un dossier.',
  'folders.fault.remote-place': 'Ce dossier se trouve sur un autre ordinateur, {{host}}',
  'folders.fault.remote-place.call':
    'Rien ne lui a encore été demandé. Si vous continuez, Windows communique à cet ordinateur votre nom d’utilisateur et une forme de votre mot de passe. Ne continuez que si vous connaissez cet ordinateur.',
  'folders.fault.remote-place.dialog':
    'Rien ne lui a été demandé. Windows communiquerait à cet ordinateur votre nom d’utilisateur et une forme de votre mot de passe. Si vous le connaissez, choisissez le dossier avec le bouton ci-dessus.',
  'folders.fault.remote-place.go-on': 'Je connais cet ordinateur, continuer',
  'folders.browse.title': 'Choisir un dossier',
  'folders.browse.path': 'Vous êtes dans',
  'folders.browse.folders': 'Dossiers',
  'folders.browse.up': 'Remonter d’un niveau',
  'folders.browse.empty': 'Aucun dossier ici.',
  'folders.browse.take': 'Utiliser ce dossier',
  'folders.settings': 'Réglages de ce dossier',
  'folders.settings.title': 'Réglages de ce dossier',
  'folders.settings.after': 'Quand votre comptable a répondu',
  'folders.settings.after.leave': 'Laisser le fichier où il est',
  'folders.settings.after.move': 'Le déplacer dans « {{accepted}} » ou « {{refused}} », à l’intérieur de ce dossier',
  'folders.settings.after.text':
    'Cela concerne les réponses à venir. Rien n’est jamais supprimé ni remplacé, et ce qui se trouve dans ces deux dossiers n’est pas envoyé.',
  'folders.settings.note': 'Placer un court texte avec le motif à côté de chaque fichier refusé',
  'folders.settings.settle': 'Secondes sans changement avant qu’un fichier soit considéré comme terminé',
  'folders.settings.settle.text': 'Jusqu’à 120. Choisissez 60 ou plus si vous scannez page par page dans un même fichier.',
  'folders.settings.settle.wrong': 'Un nombre de 1 à 120.',
  'folders.settings.save': 'Enregistrer',
  'folders.existing_one': 'Il contient déjà {{count, number}} fichier. Que faut-il en faire ?',
  'folders.existing_many': 'Il contient déjà {{count, number}} fichiers. Que faut-il en faire ?',
  'folders.existing_other': 'Il contient déjà {{count, number}} fichiers. Que faut-il en faire ?',
  'folders.existing.more': 'Il contient déjà plus de {{count, number}} fichiers. Que faut-il en faire ?',
  'folders.existing.ask': 'L’utiliser, et me demander',
  'folders.existing.send': 'L’utiliser, et les envoyer aussi',
  'folders.show': 'Afficher le dossier',
  'folders.show-name': 'Afficher le dossier : {{name}}',
  'folders.set-up.title': 'Dossiers pour {{name}}',
  'folders.swept': 'vérifié {{age}}',
  'folders.never-swept': 'pas encore vérifié',
  'folders.waits': 'envoi après {{seconds}} s sans changement',
  'folders.leaves': 'les fichiers restent en place',
  'folders.moves': 'les fichiers sont rangés après la réponse',
  'folders.notes': 'une note à côté des fichiers refusés',
  'folders.no-subfolders': 'sans les sous-dossiers',
};
