import type { noAnswer as en } from '../../en/document/no-answer.ts';
import type { French } from '../../french.ts';

export const noAnswer: French<typeof en> = {
  'no-answer.long.what_one': 'Il a été reçu il y a {{count, number}} jour, et aucune réponse n’est venue.',
  'no-answer.long.what_many': 'Il a été reçu il y a {{count, number}} de jours, et aucune réponse n’est venue.',
  'no-answer.long.what_other': 'Il a été reçu il y a {{count, number}} jours, et aucune réponse n’est venue.',
  'no-answer.long.next': 'Demandez à votre comptable, en donnant le numéro de document.',
  'no-answer.relay-silent.what': 'Les réponses n’ont pas pu être lues pendant deux jours : celle de ce document est peut-être perdue.',
  'no-answer.relay-silent.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.relay-lost.what': 'Le serveur d’Intray a perdu une partie des réponses : celle de ce document en fait peut-être partie.',
  'no-answer.relay-lost.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.link-closed.what': 'Il a été envoyé par une connexion dont cet ordinateur ne peut plus lire les réponses.',
  'no-answer.link-closed.next': 'Demandez à votre comptable ce qu’il est devenu, en donnant le numéro de document.',
  'no-answer.unknown-result.what': 'Une réponse est venue qu’Intray ne connaît pas : « {{word}} ».',
  'no-answer.unknown-result.next':
    'Demandez à votre comptable ce qu’elle signifie, en donnant le numéro de document. Intray attend toujours un oui ou un non.',
  'no-answer.asked': 'Vous avez demandé à votre comptable. Intray vous le rappellera si rien ne vient.',
};
