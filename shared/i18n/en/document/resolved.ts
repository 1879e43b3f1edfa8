/** Refusals that need no more action. */
export const resolved = {
  'resolved.person': 'You marked this refusal as dealt with: Intray no longer asks about it.',
  'resolved.correction': 'The document that replaces it was accepted, so this refusal is dealt with: Intray no longer asks about it.',
  'resolved.told': '“{{name}}” is marked as dealt with.',
} as const;
