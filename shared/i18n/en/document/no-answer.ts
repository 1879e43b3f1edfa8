/** A document that was received but not answered: why the user should ask, and what to say. */
export const noAnswer = {
  'no-answer.long.what_one': 'It was received {{count, number}} day ago, and no result has come.',
  'no-answer.long.what_other': 'It was received {{count, number}} days ago, and no result has come.',
  'no-answer.long.next': 'Ask your accountant, and give the document number.',
  'no-answer.relay-silent.what': 'The results could not be read for two days: the one for this document may be lost.',
  'no-answer.relay-silent.next': 'Ask your accountant what became of it, and give the document number.',
  'no-answer.relay-lost.what': 'Intray’s server has lost a part of the results: the one for this document may be among them.',
  'no-answer.relay-lost.next': 'Ask your accountant what became of it, and give the document number.',
  'no-answer.link-closed.what': 'It was sent over a connection whose results this computer can no longer read.',
  'no-answer.link-closed.next': 'Ask your accountant what became of it, and give the document number.',
  'no-answer.unknown-result.what': 'A result came that Intray does not know: “{{word}}”.',
  'no-answer.unknown-result.next':
    'Ask your accountant what it means, and give the document number. Intray is still waiting for a yes or a no.',
  'no-answer.asked': 'You have asked your accountant. Intray reminds you if nothing comes.',
} as const;
