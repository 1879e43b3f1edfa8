import type { misplaced as en } from '../../en/overview/misplaced.ts';
import type { French } from '../../french.ts';

export const misplaced: French<typeof en> = {
  'misplaced.title_one': '{{count, number}} fichier se trouve à côté de vos dossiers',
  'misplaced.title_many': '{{count, number}} de fichiers se trouvent à côté de vos dossiers',
  'misplaced.title_other': '{{count, number}} fichiers se trouvent à côté de vos dossiers',
  'misplaced.more_one': '{{count, number}} autre',
  'misplaced.more_many': '{{count, number}} d’autres',
  'misplaced.more_other': '{{count, number}} autres',
  'misplaced.text': 'Ils n’en partent pas : déplacez-les là où ils vont. Rien n’est remplacé.',
  'misplaced.move': 'Déplacer vers {{name}}',
  'misplaced.stay_one': '{{names}} n’a pas pu être déplacé : il est trop volumineux, ou un autre programme l’utilise.',
  'misplaced.stay_many': '{{names}} n’ont pas pu être déplacés : ils sont trop volumineux, ou un autre programme les utilise.',
  'misplaced.stay_other': '{{names}} n’ont pas pu être déplacés : ils sont trop volumineux, ou un autre programme les utilise.',
  'misplaced.not-moved': 'Ils n’ont pas pu être déplacés. Déplacez-les vous-même, dans le gestionnaire de fichiers.',
  'misplaced.told.ignored_one': '{{count, number}} fichier à côté de vos dossiers est ignoré, jusqu’à ce que d’autres y apparaissent.',
  'misplaced.told.ignored_many':
    '{{count, number}} de fichiers à côté de vos dossiers sont ignorés, jusqu’à ce que d’autres y apparaissent.',
  'misplaced.told.ignored_other': '{{count, number}} fichiers à côté de vos dossiers sont ignorés, jusqu’à ce que d’autres y apparaissent.',
  'misplaced.are-ignored_one': '{{count, number}} fichier à côté de ces dossiers est ignoré.',
  'misplaced.are-ignored_many': '{{count, number}} de fichiers à côté de ces dossiers sont ignorés.',
  'misplaced.are-ignored_other': '{{count, number}} fichiers à côté de ces dossiers sont ignorés.',
};
