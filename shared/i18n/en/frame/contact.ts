/** The line on the rail that says whether the service and the relay can be reached. */
export const contact = {
  'contact.connected': 'Connected',
  'contact.last': 'Last contact {{age}}',
  'contact.program': 'No contact with Intray',
  'contact.no-company': 'No company yet',
  'contact.stopped': 'Nothing is leaving',
  'contact.disk-full': 'Disk full',
  'contact.keychain': 'Keychain locked',
  'contact.lost': 'Not connected',
  'contact.lost-one': 'A company is not connected',
  'contact.doubt': 'Connection uncertain',
  'contact.relay': 'Results unavailable',
  'contact.relay-not-set': 'Results not set up',
  'contact.relay-connecting': 'Connecting…',
  'contact.paused': 'Paused by you',
} as const;
