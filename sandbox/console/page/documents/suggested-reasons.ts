/** Reasons as an accountant writes them. To the app a reason is foreign text, in a language of its own. */
export const SUGGESTED_REASONS = {
  french: [
    'Document illisible : merci de le numériser à nouveau.',
    'La TVA n’apparaît pas sur la facture.',
    'Ce document a déjà été transmis.',
    'Le nom de votre société ne figure pas sur la facture.',
  ],
  english: ['The document cannot be read: please scan it again.', 'The invoice does not show any VAT.', 'This document was sent before.'],
} as const;
