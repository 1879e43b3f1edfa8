import type { unproven as en } from '../en/unproven.ts';
import type { French } from '../french.ts';

export const unproven: French<typeof en> = {
  'state.unproven': 'Réponse sans preuve',
  'state.taken.accepted': 'Accepté – non prouvé, retenu le {{moment}}',
  'state.taken.refused': 'Refusé – non prouvé, retenu le {{moment}}',
  'unproven.accepted.what': 'Le relais dit : accepté. Intray ne peut pas prouver que cette réponse vient du service.',
  'unproven.refused.what': 'Le relais dit : refusé. Intray ne peut pas prouver que cette réponse vient du service.',
  'unproven.reason': 'Le motif que donne le relais :',
  'unproven.why':
    'Le service a changé ses clés pendant que cet ordinateur était éteint, ou avant qu’Intray n’y soit installé : la signature ne peut plus être vérifiée ici.',
  'unproven.next':
    'Retenez la réponse si elle correspond à ce que vous savez, ou demandez à votre comptable. Intray continue d’attendre une réponse qu’il puisse prouver.',
  'unproven.taken': 'Vous avez retenu cette réponse sans preuve',
  'unproven.taken.text':
    'Rien d’autre n’a été fait : aucun fichier n’a été déplacé, aucune note n’a été écrite. Une réponse prouvée la remplacera.',
  'unproven.no-send-again': '« Renvoyer » n’est pas proposé : le document n’a peut-être pas été refusé du tout.',
  'unproven.confirmed': 'Vous aviez retenu cette réponse sans preuve ; le service l’a confirmée.',
  'unproven.contradicted': 'Vous aviez retenu une autre réponse sans preuve ; le service la contredit, et voici la sienne.',
  'document.take.accepted': 'Retenir comme accepté',
  'document.take.refused': 'Retenir comme refusé',
  'document.take-name.accepted': 'Retenir comme accepté : {{name}}',
  'document.take-name.refused': 'Retenir comme refusé : {{name}}',
  'document.want-again': 'Je veux quand même le renvoyer',
  'document.unproven-accepted': 'Accepté, dit le relais ; vous l’avez retenu sans preuve',
  'document.unproven-refused': 'Refusé, dit le relais ; vous l’avez retenu sans preuve',
  'document.unproven-told': 'Le relais a transmis une réponse qui ne peut pas être prouvée',
  'needs.unproven_one': '{{count, number}} document a une réponse qui ne peut pas être prouvée',
  'needs.unproven_many': '{{count, number}} de documents ont une réponse qui ne peut pas être prouvée',
  'needs.unproven_other': '{{count, number}} documents ont une réponse qui ne peut pas être prouvée',
  'needs.take-accepted_one': 'Retenir celle qui dit accepté',
  'needs.take-accepted_many': 'Retenir les {{count, number}} qui disent accepté',
  'needs.take-accepted_other': 'Retenir les {{count, number}} qui disent accepté',
  'head.unproven_one': '{{count, number}} a une réponse qui ne peut pas être prouvée',
  'head.unproven_many': '{{count, number}} ont une réponse qui ne peut pas être prouvée',
  'head.unproven_other': '{{count, number}} ont une réponse qui ne peut pas être prouvée',
  'documents.filter.unproven': 'Sans preuve',
  'documents.none-of-these.unproven': 'Aucun document n’a de réponse impossible à prouver.',
  'list.take-accepted': 'Retenir comme accepté',
  'list.confirm.take_one': 'Retenir {{count, number}} réponse comme acceptée, sans preuve ?',
  'list.confirm.take_many': 'Retenir {{count, number}} de réponses comme acceptées, sans preuve ?',
  'list.confirm.take_other': 'Retenir {{count, number}} réponses comme acceptées, sans preuve ?',
  'list.confirm.take.text':
    'Le relais le dit, et rien ne le prouve. Ce que vous retenez reste marqué comme non prouvé, dans la liste et dans le registre, jusqu’à ce que vienne la réponse du service lui-même. Les réponses qui disent refusé se retiennent une par une.',
  'list.told.taken_one': '{{count, number}} réponse a été retenue, sans preuve.',
  'list.told.taken_many': '{{count, number}} de réponses ont été retenues, sans preuve.',
  'list.told.taken_other': '{{count, number}} réponses ont été retenues, sans preuve.',
  'message.unproven':
    'J’ai reçu pour le document ci-dessous une réponse que je ne peux pas vérifier. Pourriez-vous me dire ce qu’il est devenu ?',
};
