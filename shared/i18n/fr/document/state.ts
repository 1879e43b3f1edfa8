import type { state as en } from '../../en/document/state.ts';
import type { French } from '../../french.ts';

export const state: French<typeof en> = {
  'state.held': 'Attend votre décision',
  'state.aside': 'Mis de côté',
  'state.unfit': 'Ne peut pas être envoyé',
  'state.waiting': 'En attente d’envoi',
  'state.uploading': 'Envoi en cours',
  'state.awaiting': 'Transmis – réponse attendue',
  'state.accepted': 'Accepté',
  'state.refused': 'Refusé',
  'state.no-answer': 'Transmis – sans réponse',
  'state.settled': 'Refusé – traité',
  'state.unproven': 'Réponse sans preuve',
  'state.taken.accepted': 'Accepté – non prouvé, retenu le {{moment}}',
  'state.taken.refused': 'Refusé – non prouvé, retenu le {{moment}}',
};
