import type { sentBefore as en } from '../../en/document/sent-before.ts';
import type { French } from '../../french.ts';

export const sentBefore: French<typeof en> = {
  'sent-before.same.what': 'Toutes ses pages ont déjà été envoyées, dans {{name}}, le {{moment}}.',
  'sent-before.same.next':
    'C’est en général le même papier, enregistré une fois de plus : dans ce cas, ne l’envoyez pas. Si c’est bien un autre document, envoyez-le comme nouveau document.',
  'sent-before.grown.what': 'Il contient toutes les pages de {{name}}, envoyé le {{moment}}, et d’autres encore.',
  'sent-before.grown.pages_one':
    'Il contient toutes les pages de {{name}}, envoyé le {{moment}}, et d’autres encore : il est passé de {{count, number}} page à {{pages, number}}.',
  'sent-before.grown.pages_many':
    'Il contient toutes les pages de {{name}}, envoyé le {{moment}}, et d’autres encore : il est passé de {{count, number}} de pages à {{pages, number}}.',
  'sent-before.grown.pages_other':
    'Il contient toutes les pages de {{name}}, envoyé le {{moment}}, et d’autres encore : il est passé de {{count, number}} pages à {{pages, number}}.',
  'sent-before.grown.next':
    'Si c’est le document complet, envoyez-le comme nouveau document, avec une note qui demande à votre comptable de ne pas tenir compte du premier.',
  'sent-before.changed.what': 'Il a pris la place de {{name}}, envoyé le {{moment}} : le fichier a été modifié depuis.',
  'sent-before.changed.next':
    'Si votre comptable a besoin de cette version, envoyez-la comme nouveau document, avec une note. Si rien d’important n’a changé, ne l’envoyez pas.',
  'sent-before.left.what': 'Il n’a pas été envoyé : vous l’avez choisi pour ce dossier.',
  'sent-before.left.next': 'Vous pouvez encore l’envoyer, ou changer les réglages du dossier pour les suivants.',
  'sent-before.leave': 'Ne pas envoyer',
  'sent-before.send': 'Envoyer comme nouveau document',
  'sent-before.always': 'Toujours faire ainsi dans ce dossier',
  'sent-before.always.text':
    'Intray ne demande plus pour ces documents, et n’ajoute pas de note. Cela se change dans les réglages du dossier.',
  'sent-before.with-note': 'En cas d’envoi, avec cette note à votre comptable :',
  'sent-before.note.quoted': '« {{note}} »',
  'sent-before.note.same': 'Les pages de ce document se trouvent déjà dans {{name}}, envoyé le {{day}}.',
  'sent-before.note.grown': 'Merci de ne pas tenir compte de {{name}}, envoyé le {{day}} : voici le document complet.',
  'sent-before.note.pages_one':
    'Merci de ne pas tenir compte de {{name}}, envoyé le {{day}} ({{count, number}} page) : voici le document complet, {{pages, number}} pages.',
  'sent-before.note.pages_many':
    'Merci de ne pas tenir compte de {{name}}, envoyé le {{day}} ({{count, number}} de pages) : voici le document complet, {{pages, number}} pages.',
  'sent-before.note.pages_other':
    'Merci de ne pas tenir compte de {{name}}, envoyé le {{day}} ({{count, number}} pages) : voici le document complet, {{pages, number}} pages.',
  'sent-before.note.changed': 'Merci de ne pas tenir compte de {{name}}, envoyé le {{day}} : voici le document corrigé.',
  'sent-before.told.left': '{{name}} n’est pas envoyé.',
  'sent-before.told.always': 'Désormais, Intray fera de même dans ce dossier.',
  'sent-before.told.not-always': 'Intray vous posera à nouveau la question : le dossier n’est plus surveillé.',
  'sent-before.chosen': 'Vous avez choisi de l’envoyer comme nouveau document',
  'sent-before.by-folder': 'Intray l’envoie comme nouveau document sans demander, comme vous l’avez choisi pour ce dossier',
  'sent-before.link': 'Ressemble à un document déjà envoyé.',
  'sent-before.group.same_one': 'Dans {{folder}}, {{count, number}} document n’a que des pages déjà envoyées',
  'sent-before.group.same_many': 'Dans {{folder}}, {{count, number}} de documents n’ont que des pages déjà envoyées',
  'sent-before.group.same_other': 'Dans {{folder}}, {{count, number}} documents n’ont que des pages déjà envoyées',
  'sent-before.group.grown_one':
    'Dans {{folder}}, {{count, number}} document contient toutes les pages d’un document déjà envoyé, et d’autres',
  'sent-before.group.grown_many':
    'Dans {{folder}}, {{count, number}} de documents contiennent toutes les pages d’un document déjà envoyé, et d’autres',
  'sent-before.group.grown_other':
    'Dans {{folder}}, {{count, number}} documents contiennent toutes les pages d’un document déjà envoyé, et d’autres',
  'sent-before.group.changed_one': 'Dans {{folder}}, {{count, number}} document a été modifié après son envoi',
  'sent-before.group.changed_many': 'Dans {{folder}}, {{count, number}} de documents ont été modifiés après leur envoi',
  'sent-before.group.changed_other': 'Dans {{folder}}, {{count, number}} documents ont été modifiés après leur envoi',
  'sent-before.group.leave': 'N’en envoyer aucun',
  'sent-before.group.send': 'Tous les envoyer comme nouveaux documents',
  'sent-before.settings': 'Quand un document ressemble à un autre, déjà envoyé',
  'sent-before.settings.same': 'Toutes ses pages ont déjà été envoyées',
  'sent-before.settings.grown': 'Il contient toutes les pages du premier, et d’autres',
  'sent-before.settings.changed': 'Son fichier a été modifié après l’envoi',
  'sent-before.settings.text': 'Ce qui n’est pas envoyé se retrouve sous « Ignorés », et vous pourrez encore l’envoyer.',
  'sent-before.rule.ask': 'Me demander',
  'sent-before.rule.leave': 'Ne pas envoyer',
  'sent-before.rule.send': 'Envoyer comme nouveau',
  'sent-before.about.leave': 'sans envoyer {{ways}}',
  'sent-before.about.send': 'envoi comme nouveaux documents : {{ways}}',
  'sent-before.about.same': 'les mêmes pages une deuxième fois',
  'sent-before.about.grown': 'les documents complétés après l’envoi',
  'sent-before.about.changed': 'les fichiers modifiés après l’envoi',
};
