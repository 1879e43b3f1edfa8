import type { toDo as en } from '../../en/overview/to-do.ts';
import type { French } from '../../french.ts';

export const toDo: French<typeof en> = {
  'to-do.word.refused': 'Refusé.',
  'to-do.word.unfit': 'Non envoyable.',
  'to-do.word.other-type': 'Achat ou vente ?',
  'to-do.word.send': 'À envoyer ?',
  'to-do.word.sent-before': 'Déjà envoyé ?',
  'to-do.word.note': 'Avec une note ?',
  'to-do.note': 'Écrire une note…',
  'to-do.word.gone': 'Disparu.',
  'to-do.word.no-answer': 'Sans réponse.',
  'to-do.word.unproven': 'Sans preuve.',
  'to-do.open': 'Ouvrir',
  'to-do.compare': 'Comparer',
  'to-do.together_one': '{{count, number}} document d’un coup',
  'to-do.together_many': '{{count, number}} de documents d’un coup',
  'to-do.together_other': '{{count, number}} documents d’un coup',
  'to-do.ended.ignore': '{{name}} est ignoré.',
  'to-do.ended.resolve': '{{name}} est marqué comme traité.',
  'to-do.ended.asked': 'Vous avez demandé pour {{name}}.',
  'to-do.where': 'Vous le retrouvez dans Documents, sous « {{where}} ».',
  'to-do.seconds': '{{count, number}} s',
  'to-do.unchanged': 'Rien n’a changé pour {{name}} : son état est déjà différent.',
};
