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
  'tray.standing.fine': 'Tous vos documents sont chez votre comptable',
  'tray.standing.working': 'Des documents sont en route',
  'tray.standing.needs-you': 'Votre attention est requise',
  'tray.standing.disconnected': 'Non connecté pour le moment',
  'tray.standing.busy': 'Le service d’import est occupé : Intray continue de lui-même',
  'tray.standing.battery': 'En attente : l’ordinateur est sur batterie',
  'tray.standing.paused': 'En pause',
  'tray.standing.empty': 'Aucune société connectée',
};
