/** The panel of a refused document: its correction, and what the accountant has to be told. */
export const refusal = {
  'refusal.corrected': 'A corrected file was handed over',
  'refusal.more': 'Advice and other actions',
  'refusal.ask': 'For your accountant',
  'refusal.look': 'See the message',
  'refusal.copied': 'The message was copied. Paste it into an e-mail to your accountant.',
  'refusal.no-mail': 'No mail program opened on this computer. The message was copied: paste it into an e-mail to your accountant.',
  'refusal.mail-bare': 'The message is too long to be filled in. It was copied: paste it into the e-mail that has opened.',
  'refusal.subject': 'Question about {{name}}',
  'refusal.subject.refused': 'Refused: {{name}}',
  'refusal.technical': 'Technical details',
} as const;
