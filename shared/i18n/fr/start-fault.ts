import type { startFault as en } from '../en/start-fault.ts';
import type { French } from '../french.ts';

export const startFault: French<typeof en> = {
  'start-fault.title': 'Intray ne peut pas démarrer',
  'start-fault.in-use':
    'Un autre Intray travaille déjà avec ces fichiers, peut-être pour une autre personne sur cet ordinateur. Rien n’a été modifié. Quittez l’autre, puis relancez Intray.',
  'start-fault.newer':
    'Une version plus récente d’Intray a été utilisée ici, et celle-ci ne peut pas lire ses fichiers. Rien n’a été modifié. Installez la dernière version, puis relancez Intray.',
  'start-fault.unreadable':
    'Intray ne peut pas lire ses propres fichiers. Rien n’a été modifié et rien n’est envoyé. Vérifiez que le disque est présent et non plein, puis relancez Intray.',
};
