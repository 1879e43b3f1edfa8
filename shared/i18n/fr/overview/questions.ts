import type { questions as en } from '../../en/overview/questions.ts';
import type { French } from '../../french.ts';

export const questions: French<typeof en> = {
  'questions.title': 'Questions',
  'questions.back': 'À traiter',
  'questions.place': '{{at}} sur {{all}}',
  'questions.previous': 'Question précédente',
  'questions.next': 'Question suivante',
  'questions.later': 'Décider plus tard',
  'questions.gone': 'Cette question a reçu sa réponse',
  'questions.gone.text': 'Plus rien n’attend ici.',
  'questions.then': 'Ensuite',
  'questions.then.bulk_one': '{{company}} : {{count, number}} document de {{folder}} attend votre décision.',
  'questions.then.bulk_many': '{{company}} : {{count, number}} de documents de {{folder}} attendent votre décision.',
  'questions.then.bulk_other': '{{company}} : {{count, number}} documents de {{folder}} attendent votre décision.',
  'questions.then.type': '{{name}} : achat ou vente ?',
};
