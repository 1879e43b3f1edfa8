/** The state of the connection to the relay. */
export const relay = {
  'relay.title': 'Results',
  'relay.connected': 'Connected',
  'relay.connected.seen': 'Last read {{age}}',
  'relay.connecting': 'Connecting…',
  'relay.connecting.text': 'Intray has asked, and is waiting for the first answer.',
  'relay.unreachable': 'Unavailable at the moment',
  'relay.unreachable.text': 'Since {{moment}}. Intray keeps trying, and reads the results as soon as it can.',
  'relay.unreachable.text.late':
    'Since {{moment}}. Some results may have been lost: ask your accountant about the documents that have none. Intray keeps trying.',
  'relay.trouble.certificate': 'The server that answers does not have the right certificate, so nothing is read.',
  'relay.trouble.refused': 'Intray’s server does not know this computer at the moment.',
  'relay.trouble.keys': 'The import service’s keys cannot be read, and no result counts unchecked.',
  'relay.trouble.odd': 'Unexpected reply from Intray’s server. If this lasts, tell whoever runs it.',
  'relay.trouble.busy': 'Intray’s server is busy or has a fault.',
  'relay.trouble.own-files':
    'Intray reads no results while it cannot write its own files on this computer. Intray’s server is not the cause.',
  'relay.trouble.network': 'Intray’s server cannot be reached.',
  'relay.mode.stream': 'Results arrive instantly.',
  'relay.mode.long-poll': 'Results arrive instantly.',
  'relay.mode.poll': 'Results arrive within seconds: something on the network slows them down.',
  'relay.missing_one': 'A result may have been lost. Ask your accountant.',
  'relay.missing_other': '{{count, number}} results may have been lost. Ask your accountant.',
  'relay.forged_one': '{{count, number}} result was not signed by the import service and does not count. Ask whoever runs Intray’s server.',
  'relay.forged_other':
    '{{count, number}} results were not signed by the import service and do not count. Ask whoever runs Intray’s server.',
  'relay.closed_one': 'The results of {{count, number}} former connection can no longer be read.',
  'relay.closed_other': 'The results of {{count, number}} former connections can no longer be read.',
  'relay.not-set': 'Not set up',
  'relay.not-set.text': 'Open the file from your invitation in the settings, under “Installation”.',
} as const;
