import type { settled as en } from '../en/settled.ts';
import type { French } from '../french.ts';

/** Not “réglé”: said of an invoice, it is “paid”. */
export const settled: French<typeof en> = {
  'state.settled': 'Refusé – traité',
  'document.settle': 'C’est traité',
  'document.settle-name': 'C’est traité : {{name}}',
  'document.unsettle': 'Pas encore traité',
  'document.unsettle-name': 'Pas encore traité : {{name}}',
  'document.settled': 'Traité',
  'settled.person': 'Vous avez indiqué que ce refus est traité : Intray ne vous le signale plus.',
  'settled.correction': 'Le document qui le remplace a été accepté, ce refus est donc traité : Intray ne vous le signale plus.',
  'settled.told': '« {{name}} » est noté comme traité.',
  'head.settled_one': '{{count, number}} refus est traité',
  'head.settled_many': '{{count, number}} de refus sont traités',
  'head.settled_other': '{{count, number}} refus sont traités',
  'list.told.resolved_one': '{{count, number}} refus est noté comme traité.',
  'list.told.resolved_many': '{{count, number}} de refus sont notés comme traités.',
  'list.told.resolved_other': '{{count, number}} refus sont notés comme traités.',
  'list.told.unresolved_one': 'Intray vous signale de nouveau {{count, number}} refus.',
  'list.told.unresolved_many': 'Intray vous signale de nouveau {{count, number}} de refus.',
  'list.told.unresolved_other': 'Intray vous signale de nouveau {{count, number}} refus.',
  'list.not-again.settled_one': '{{count, number}} est traité',
  'list.not-again.settled_many': '{{count, number}} d’entre eux sont traités',
  'list.not-again.settled_other': '{{count, number}} sont traités',
};
