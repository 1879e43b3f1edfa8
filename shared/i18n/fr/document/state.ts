import type { state as en } from '../../en/document/state.ts';
import type { French } from '../../french.ts';

export const state: French<typeof en> = {
  'state.held': 'Attend votre décision',
  'state.held.gone': 'Disparu avant l’envoi',
  'state.aside.user': 'Ignoré',
  'state.aside.replaced': 'Remplacé',
  'state.aside.removed': 'Société retirée',
  'state.aside.gone': 'Fichier retiré',
  'state.aside.joined': 'Page d’un PDF',
  'state.aside.with-scan': 'Écritures d’un scan',
  'state.aside.undone': 'Réunion annulée',
  'state.unfit': 'Ne peut pas être envoyé',
  'state.waiting': 'En attente d’envoi',
  'state.uploading': 'Envoi en cours',
  'state.awaiting': 'Transmis – réponse attendue',
  'state.accepted': 'Accepté',
  'state.refused': 'Refusé',
  'state.no-answer': 'Transmis – sans réponse',
  'state.resolved': 'Refusé – traité',
  'state.unproven': 'Réponse sans preuve',
  'state.taken.accepted': 'Accepté – non prouvé, retenu le {{moment}}',
  'state.taken.refused': 'Refusé – non prouvé, retenu le {{moment}}',
};
