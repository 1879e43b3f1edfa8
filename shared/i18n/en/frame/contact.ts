/** The line on the rail that says whether the service and the relay can be reached. */
export const contact = {
  'contact.connected': 'Connected',
  'contact.last': 'Last contact {{age}}',
  'contact.program': 'No contact with Intray',
  'contact.no-company': 'No company yet',
  'contact.keychain': 'Keychain closed',
  'contact.lost': 'Not connected',
  'contact.lost-one': 'A company is not connected',
  'contact.doubt': 'Connection uncertain',
  'contact.relay': 'Answers cannot be read',
  'contact.relay-not-set': 'Answers not set up',
  'contact.paused': 'Paused by you',
} as const;
