import type { frame as en } from '../../en/frame/frame.ts';
import type { French } from '../../french.ts';

export const frame: French<typeof en> = {
  'frame.places': 'Rubriques',
  'frame.overview': 'Aperçu',
  'frame.companies': 'Sociétés',
  'frame.to-look-at_one': '{{count, number}} à regarder',
  'frame.to-look-at_many': '{{count, number}} à regarder',
  'frame.to-look-at_other': '{{count, number}} à regarder',
  'frame.page': '{{place}} – Intray',
  'frame.documents': 'Documents',
  'frame.settings': 'Réglages',
  'frame.back': 'Retour',
};
