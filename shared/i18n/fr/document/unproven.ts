import type { unproven as en } from '../../en/document/unproven.ts';
import type { French } from '../../french.ts';

export const unproven: French<typeof en> = {
  'unproven.accepted.what': 'Le serveur d’Intray dit : accepté. Intray ne peut pas prouver que cette réponse vient du service d’import.',
  'unproven.refused.what': 'Le serveur d’Intray dit : refusé. Intray ne peut pas prouver que cette réponse vient du service d’import.',
  'unproven.reason': 'Le motif que donne le serveur d’Intray :',
  'unproven.why':
    'Le service d’import a changé ses clés pendant que cet ordinateur était éteint, ou avant qu’Intray n’y soit installé : la signature ne peut plus être vérifiée ici.',
  'unproven.next':
    'Retenez la réponse si elle correspond à ce que vous savez, ou demandez à votre comptable. Intray continue d’attendre une réponse qu’il puisse prouver.',
  'unproven.taken': 'Vous avez retenu cette réponse sans preuve',
  'unproven.taken.text':
    'Rien d’autre n’a été fait : aucun fichier n’a été déplacé, aucune note n’a été écrite. Une réponse prouvée la remplacera.',
  'unproven.no-send-again': '« Renvoyer » n’est pas proposé : le document n’a peut-être pas été refusé du tout.',
  'unproven.confirmed': 'Vous aviez retenu cette réponse sans preuve ; le service d’import l’a confirmée.',
  'unproven.contradicted': 'Vous aviez retenu une autre réponse sans preuve ; le service d’import la contredit, et voici la sienne.',
};
