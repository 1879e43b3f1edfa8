/** Answers that only the relay vouches for, and what a person can do about them. */
export const unproven = {
  'unproven.accepted.what': 'The relay says: accepted. Intray cannot prove that this answer is the service’s.',
  'unproven.refused.what': 'The relay says: refused. Intray cannot prove that this answer is the service’s.',
  'unproven.reason': 'The reason that the relay gives:',
  'unproven.why':
    'The service changed its keys while this computer was off, or before Intray was set up on it: the signature can no longer be checked here.',
  'unproven.next': 'Take the answer if it fits what you know, or ask your accountant. Intray goes on waiting for one that it can prove.',
  'unproven.taken': 'You took this answer unproven',
  'unproven.taken.text': 'Nothing else was done: no file was moved, and no note was written. An answer that can be proven will replace it.',
  'unproven.no-send-again': '“Send again” is not offered: perhaps the document was not refused at all.',
  'unproven.confirmed': 'You had taken this answer unproven; the service has confirmed it.',
  'unproven.contradicted': 'You had taken another answer unproven; the service contradicts it, and this is what it says.',
} as const;
