/** Refusals that need no more action. */
export const resolved = {
  'resolved.person': 'You marked this refusal as resolved: Intray no longer asks about it.',
  'resolved.correction': 'The document that replaces it was accepted, so this refusal is resolved: Intray no longer asks about it.',
  'resolved.told': '“{{name}}” is marked as resolved.',
} as const;
