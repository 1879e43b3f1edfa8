import type { sample as en } from '../../en/desktop/sample.ts';
import type { French } from '../../french.ts';

export const sample: French<typeof en> = {
  'sample.name': 'Document test d’Intray.pdf',
  'sample.title': 'Document test d’Intray – pas une facture',
  'sample.text': 'Intray a créé cette page pour essayer le chemin vers votre comptable.',
  'sample.refuse': 'Elle ne contient aucun montant et peut être refusée sans conséquence.',
  'sample.made': 'Créée le {{at}}',
};
