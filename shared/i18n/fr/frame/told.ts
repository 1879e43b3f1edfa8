import type { told as en } from '../../en/frame/told.ts';
import type { French } from '../../french.ts';

export const told: French<typeof en> = {
  'told.notice': 'Avis',
  'told.undo': 'Annuler',
  'told.undone': 'C’est annulé.',
};
