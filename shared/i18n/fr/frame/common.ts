import type { common as en } from '../../en/frame/common.ts';
import type { French } from '../../french.ts';

export const common: French<typeof en> = {
  'common.cancel': 'Annuler',
  'common.close': 'Fermer',
  'common.secret.show': 'Afficher la saisie',
  'common.secret.hide': 'Masquer la saisie',
  'common.save': 'Enregistrer',
  'common.saved': 'Enregistré',
  'common.copied': 'Copié',
  'common.continue': 'Continuer',
  'common.loading': 'Un instant…',
  'common.unexpected': 'Cela n’a pas fonctionné, et Intray ne sait pas pourquoi. Rien n’a été modifié. Réessayez.',
  'common.now': 'à l’instant',
  'common.soon': 'dans un instant',
};
