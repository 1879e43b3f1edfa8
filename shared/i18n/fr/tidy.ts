import type { tidy as en } from '../en/tidy.ts';
import type { French } from '../french.ts';

export const tidy: French<typeof en> = {
  'tidy.folder.accepted': 'Envoyés',
  'tidy.folder.refused': 'Refusés',
  'tidy.note.what': 'Votre comptable a refusé « {{name}} » le {{moment}}.',
  'tidy.note.reason': 'Le motif, dans les mots de votre comptable :',
  'tidy.note.next':
    'Corrigez le document ou rescannez-le, et déposez le nouveau fichier dans le dossier. Si le refus était une erreur, ouvrez Intray et choisissez « Renvoyer ».',
  'tidy.note.number': 'Numéro de document : {{documentId}}',
  'folders.settings': 'Réglages de ce dossier',
  'folders.settings.title': 'Réglages de ce dossier',
  'folders.settings.after': 'Quand votre comptable a répondu',
  'folders.settings.after.leave': 'Laisser le fichier où il est',
  'folders.settings.after.move': 'Le déplacer dans « Envoyés » ou « Refusés », à l’intérieur de ce dossier',
  'folders.settings.after.text':
    'Cela concerne les réponses à venir. Rien n’est jamais supprimé ni remplacé, et ce qui se trouve dans ces deux dossiers n’est pas envoyé.',
  'folders.settings.note': 'Placer un court texte avec le motif à côté de chaque fichier refusé',
  'folders.settings.settle': 'Secondes sans changement avant qu’un fichier soit considéré comme terminé',
  'folders.settings.settle.text': 'Jusqu’à 120. Choisissez 60 ou plus si vous scannez page par page dans un même fichier.',
  'folders.settings.settle.wrong': 'Un nombre de 1 à 120.',
  'folders.settings.save': 'Enregistrer',
};
