/** Answers that only the relay vouches for, and what a user can do about them. */
export const unproven = {
  'unproven.accepted.what': 'Intray’s server says: accepted. Intray cannot prove that this result comes from the import service.',
  'unproven.refused.what': 'Intray’s server says: refused. Intray cannot prove that this result comes from the import service.',
  'unproven.reason': 'The reason that Intray’s server gives:',
  'unproven.why':
    'The import service changed its keys while this computer was off, or before Intray was set up on it: the signature can no longer be checked here.',
  'unproven.next': 'Take the result if it fits what you know, or ask your accountant. Intray goes on waiting for one that it can prove.',
  'unproven.taken': 'You took this result unproven',
  'unproven.taken.text': 'Nothing else was done: no file was moved, and no note was written. A result that can be proven will replace it.',
  'unproven.no-send-again': '“Send again” is not offered: perhaps the document was not refused at all.',
  'unproven.confirmed': 'You had taken this result unproven; the import service has confirmed it.',
  'unproven.contradicted': 'You had taken another result unproven; the import service contradicts it, and this is what it says.',
} as const;
