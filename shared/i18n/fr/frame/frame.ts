import type { frame as en } from '../../en/frame/frame.ts';
import type { French } from '../../french.ts';

export const frame: French<typeof en> = {
  'frame.starting': 'Intray démarre…',
  'frame.places': 'Rubriques',
  'frame.overview': 'Accueil',
  'frame.companies': 'Sociétés',
  'frame.of-company': 'Par société',
  'frame.every-company': 'Toutes les sociétés',
  'frame.to-look-at_one': '{{count, number}} à traiter',
  'frame.to-look-at_many': '{{count, number}} à traiter',
  'frame.to-look-at_other': '{{count, number}} à traiter',
  'frame.page': '{{place}} – Intray',
  'frame.documents': 'Documents',
  'frame.settings': 'Réglages',
  'frame.bulk-question': 'À traiter',
  'frame.type-question': 'Achat ou vente ?',
  'frame.note-question': 'Note à votre comptable',
  'frame.invitation': 'Invitation',
  'frame.back': 'Retour',
};
