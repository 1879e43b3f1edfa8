import type { tray as en } from '../../en/desktop/tray.ts';
import type { French } from '../../french.ts';

export const tray: French<typeof en> = {
  'tray.open': 'Ouvrir Intray',
  'tray.quit': 'Quitter Intray',
  'tray.refusals': 'Refusés récemment',
  'tray.pause': 'Suspendre l’envoi',
  'tray.resume': 'Reprendre l’envoi',
  'tray.add-folder': 'Ajouter un dossier…',
  'tray.settings': 'Réglages…',
  'tray.update': 'Redémarrer en version {{version}}',
};
