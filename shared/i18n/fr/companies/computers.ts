import type { computers as en } from '../../en/companies/computers.ts';
import type { French } from '../../french.ts';

export const computers: French<typeof en> = {
  'computers.title': 'Ordinateurs de {{name}}',
  'computers.text': 'Ces ordinateurs lisent les réponses de votre comptable. Retirez celui qui a été vendu, perdu ou volé.',
  'computers.here': 'Cet ordinateur, depuis le {{moment}}',
  'computers.since': 'Depuis le {{moment}}',
  'computers.leave': 'Retirer cet ordinateur',
  'computers.leave.one': 'Retirer cet ordinateur : {{name}}',
  'computers.leave.title': 'Retirer {{name}} ?',
  'computers.leave.text':
    'Dans quelques secondes, il ne lira plus aucune réponse pour {{name}}. Pour le reconnecter, il faudra y saisir le secret. S’il a été volé, demandez aussi une nouvelle connexion à votre comptable : le secret s’y trouve peut-être encore. Rien ne change sur cet ordinateur.',
  'computers.fault.not-found':
    'Le serveur d’Intray ne montre pas les ordinateurs de cette société pour l’instant. Reconnectez la société, puis regardez à nouveau.',
  'computers.fault.relay-unreachable': 'Le serveur d’Intray est injoignable pour l’instant. Rien n’a été changé ; réessayez plus tard.',
};
