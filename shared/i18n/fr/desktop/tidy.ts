import type { tidy as en } from '../../en/desktop/tidy.ts';
import type { French } from '../../french.ts';

export const tidy: French<typeof en> = {
  'tidy.folder.accepted': 'Acceptés',
  'tidy.folder.refused': 'Refusés',
  'tidy.note.what': 'Votre comptable a refusé « {{name}} » le {{moment}}.',
  'tidy.note.reason': 'Le motif, dans les mots de votre comptable :',
  'tidy.note.next':
    'Corrigez le document ou rescannez-le, et déposez le nouveau fichier dans le dossier. Si le refus était une erreur, ouvrez Intray et choisissez « Renvoyer ».',
  'tidy.note.number': 'Numéro de document : {{documentId}}',
};
