/** The deposit register: what was handed in, when, and what became of it. */
export const register = {
  'register.export': 'Export…',
  'register.export.title': 'Export the deposit register',
  'register.export.text_one':
    '{{count, number}} document, with its fingerprint, its document number, when it was received and what became of it.',
  'register.export.text_other':
    '{{count, number}} documents, each with its fingerprint, its document number, when it was received and what became of it.',
  'register.format': 'Format',
  'register.format.csv': 'Table (CSV)',
  'register.format.pdf': 'Document (PDF)',
  'register.do': 'Export',
  'register.progress': '{{done, number}} of {{all, number}} documents',
  'register.done_one': 'The register of {{count, number}} document is ready.',
  'register.done_other': 'The register of {{count, number}} documents is ready.',
  'register.failed':
    'The register could not be saved ({{code}}). Nothing was left behind; free some space or choose another place, then try again.',
  'register.file': 'Deposit register',
  'register.title': 'Deposit register of {{moment}}',
  'register.page': 'Page {{number, number}}',
  'register.name': 'Name',
  'register.unseen': '(sent by another computer)',
  'register.deposited': 'Received on',
  'register.state': 'State',
  'register.odd-date': '{{moment}} (dated {{odd}} by the service)',
  'register.result': 'Result on',
  'register.reason': 'Reason',
  'register.sent-before.same': 'same pages as {{name}}',
  'register.sent-before.grown': 'the pages of {{name}}, and more',
  'register.sent-before.changed': 'in place of {{name}}, changed after that was sent',
  'register.version-sha256': 'SHA-256 of the version',
} as const;
