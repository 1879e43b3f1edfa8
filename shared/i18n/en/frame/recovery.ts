/** What was rebuilt after the journal was damaged. */
export const recovery = {
  'recovery.title': 'Intray’s own history was damaged and has been rebuilt',
  'recovery.backup':
    'It was restored from the copy of {{when}}. What came later is found again: the import service knows what it has received, so nothing is sent twice.',
  'recovery.set-up':
    'Your companies, folders and settings are there; the list starts afresh. Intray asks before it sends what is already in your folders; the import service knows what it has received, so nothing is sent twice.',
  'recovery.nothing': 'Nothing of it was left. Connect your companies and add your folders again; what was sent before is not sent twice.',
  'recovery.kept': 'The damaged one is kept in Intray’s folder as {{name}}.',
  'recovery.seen': 'Got it',
} as const;
