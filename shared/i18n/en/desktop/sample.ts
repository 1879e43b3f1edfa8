/** The made-up document that a user can send to a service to try things on. */
export const sample = {
  'sample.name': 'Intray test document.pdf',
  'sample.title': 'Test document of Intray – not an invoice',
  'sample.text': 'Intray made this page to try out the way to your accountant.',
  'sample.refuse': 'It contains no amount and can be refused without harm.',
  'sample.made': 'Made on {{at}}',
} as const;
