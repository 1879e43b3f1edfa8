import type { strays as en } from '../../en/overview/strays.ts';
import type { French } from '../../french.ts';

export const strays: French<typeof en> = {
  'strays.title_one': '{{count, number}} fichier se trouve à côté de vos dossiers',
  'strays.title_many': '{{count, number}} de fichiers se trouvent à côté de vos dossiers',
  'strays.title_other': '{{count, number}} fichiers se trouvent à côté de vos dossiers',
  'strays.more_one': '{{count, number}} autre',
  'strays.more_many': '{{count, number}} d’autres',
  'strays.more_other': '{{count, number}} autres',
  'strays.text': 'Ils n’en partent pas : déplacez-les là où ils vont. Rien n’est remplacé.',
  'strays.move': 'Déplacer vers {{name}}',
  'strays.stay_one': '{{names}} n’a pas pu être déplacé : il est trop volumineux, ou un autre programme l’utilise.',
  'strays.stay_many': '{{names}} n’ont pas pu être déplacés : ils sont trop volumineux, ou un autre programme les utilise.',
  'strays.stay_other': '{{names}} n’ont pas pu être déplacés : ils sont trop volumineux, ou un autre programme les utilise.',
  'strays.not-moved': 'Ils n’ont pas pu être déplacés. Déplacez-les vous-même, dans le gestionnaire de fichiers.',
  'strays.told.ignored_one': '{{count, number}} fichier à côté de vos dossiers est ignoré, jusqu’à ce que d’autres y apparaissent.',
  'strays.told.ignored_many': '{{count, number}} de fichiers à côté de vos dossiers sont ignorés, jusqu’à ce que d’autres y apparaissent.',
  'strays.told.ignored_other': '{{count, number}} fichiers à côté de vos dossiers sont ignorés, jusqu’à ce que d’autres y apparaissent.',
  'strays.are-ignored_one': '{{count, number}} fichier à côté de ces dossiers est ignoré.',
  'strays.are-ignored_many': '{{count, number}} de fichiers à côté de ces dossiers sont ignorés.',
  'strays.are-ignored_other': '{{count, number}} fichiers à côté de ces dossiers sont ignorés.',
};
