import type { recovery as en } from '../../en/frame/recovery.ts';
import type { French } from '../../french.ts';

export const recovery: French<typeof en> = {
  'recovery.title': 'L’historique d’Intray était endommagé et a été reconstruit',
  'recovery.backup':
    'Il a été restauré à partir de la copie du {{when}}. Ce qui est venu après est retrouvé : le service d’import sait ce qu’il a reçu, et rien n’est envoyé deux fois.',
  'recovery.set-up':
    'Vos sociétés, dossiers et réglages sont là ; la liste repart de zéro. Intray demande avant d’envoyer ce qui se trouve déjà dans vos dossiers ; le service d’import sait ce qu’il a reçu, et rien n’est envoyé deux fois.',
  'recovery.nothing':
    'Il n’en restait rien. Connectez de nouveau vos sociétés et ajoutez vos dossiers ; ce qui a déjà été envoyé ne l’est pas une seconde fois.',
  'recovery.kept': 'L’historique endommagé est gardé dans le dossier d’Intray sous le nom {{name}}.',
  'recovery.seen': 'J’ai compris',
};
