import type { states as en } from '../en/states.ts';
import type { French } from '../french.ts';

export const states: French<typeof en> = {
  'state.held': 'Attend votre décision',
  'state.aside': 'Laissé de côté',
  'state.unfit': 'Ne peut pas être envoyé',
  'state.waiting': 'En attente d’envoi',
  'state.uploading': 'Envoi en cours',
  'state.awaiting': 'Reçu – en attente de votre comptable',
  'state.accepted': 'Accepté',
  'state.refused': 'Refusé',
};
