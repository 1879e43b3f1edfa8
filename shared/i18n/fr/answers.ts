import type { answers as en } from '../en/answers.ts';
import type { French } from '../french.ts';

export const answers: French<typeof en> = {
  'no-answer.long.what_one': 'Il a été reçu il y a {{count, number}} jour, et aucune réponse n’est venue.',
  'no-answer.long.what_many': 'Il a été reçu il y a {{count, number}} de jours, et aucune réponse n’est venue.',
  'no-answer.long.what_other': 'Il a été reçu il y a {{count, number}} jours, et aucune réponse n’est venue.',
  'no-answer.long.next': 'Demandez à votre comptable, en donnant le numéro de document.',
  'no-answer.relay-silent.what': 'Les réponses n’ont pas pu être lues pendant deux jours : celle de ce document est peut-être perdue.',
  'no-answer.relay-silent.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.relay-lost.what': 'Le relais a perdu une partie des réponses : celle de ce document en fait peut-être partie.',
  'no-answer.relay-lost.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.link-closed.what': 'Il a été envoyé par une connexion dont cet ordinateur ne peut plus lire les réponses.',
  'no-answer.link-closed.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.unknown-result.what': 'Une réponse est venue qu’Intray ne connaît pas : « {{word}} ».',
  'no-answer.unknown-result.next':
    'Demandez à votre comptable ce qu’elle signifie, en donnant le numéro de document. Intray attend toujours un oui ou un non.',
  'no-answer.asked': 'Vous avez demandé à votre comptable. Intray vous le rappellera si rien ne vient.',
  'document.asked': 'J’ai demandé',
  'document.asked-name': 'J’ai demandé pour {{name}}',
  'state.no-answer': 'Reçu – pas encore de réponse',
  'head.no-answer_one': '{{count, number}} sans réponse depuis longtemps',
  'head.no-answer_many': '{{count, number}} sans réponse depuis longtemps',
  'head.no-answer_other': '{{count, number}} sans réponse depuis longtemps',
  'notice.no-answer.one': 'Pas encore de réponse pour « {{name}} »',
  'notice.no-answer.many_one': 'Pas encore de réponse pour {{count, number}} document',
  'notice.no-answer.many_many': 'Pas encore de réponse pour {{count, number}} de documents',
  'notice.no-answer.many_other': 'Pas encore de réponse pour {{count, number}} documents',
  'notice.no-answer.body': 'Demandez à votre comptable. Ouvrez Intray pour le numéro de document.',
  'settings.answers': 'Réponses',
  'settings.ask-after': 'Jours d’attente d’une réponse',
  'settings.ask-after.text':
    'Un document reçu et resté sans réponse après ce délai vous est signalé, pour que vous puissiez demander à votre comptable.',
  'settings.ask-after.fewer': 'Un jour de moins',
  'settings.ask-after.more': 'Un jour de plus',
};
