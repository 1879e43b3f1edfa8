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
  'questions.then.note': '{{name}} : avec une note ?',
  'questions.note.title': 'Une note à votre comptable ?',
  'questions.note.why': '{{name}} attend une note : son dossier est réglé ainsi. Écrivez-la, ou envoyez le document sans note.',
  'questions.note.keys': 'Entrée l’envoie avec la note ou, si rien n’est écrit, sans note. Maj+Entrée commence une nouvelle ligne.',
  'questions.note.folder': 'La note du dossier suit sur sa propre ligne : « {{note}} ».',
  'questions.note.with': 'Envoyer avec cette note',
  'questions.note.without': 'Envoyer sans note',
  'questions.note.too-late': 'Ce document a reçu sa réponse entre-temps ; rien n’a été changé.',
};
