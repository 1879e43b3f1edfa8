/** Refusals that need no more action. */
export const resolved = {
  'resolved.user': 'You marked this refusal as resolved: Intray no longer asks about it.',
  'resolved.correction': 'The document that replaces it was accepted, so this refusal is resolved: Intray no longer asks about it.',
  'resolved.elsewhere':
    'This computer neither sent it nor has its file, so Intray does not ask about this refusal here. Mark it as unresolved if it belongs on your list.',
  'resolved.told': '“{{name}}” is marked as resolved.',
} as const;
