import { describe, expect, it } from 'vitest';
import { askedOf, countOf, EVERYTHING } from '#renderer/documents/list-filter.ts';

const KINDS = { held: 1, aside: 2, unfit: 3, waiting: 4, uploading: 5, awaiting: 6, accepted: 7, refused: 8 };
const COUNTS = { kinds: KINDS, asking: 2, unproven: 3, settled: 5 };
const CALENDAR = { today: '2026-11-20', locale: 'fr-FR' };

describe('what is to be looked at', () => {
  it('is what is refused and open, unfit, held or unanswered for long; what was dealt with is not', () => {
    expect(askedOf({ ...EVERYTHING, show: 'needs-you' }, CALENDAR)).toEqual({
      states: ['refused', 'unfit', 'held'],
      asking: true,
      unproven: true,
      settled: false,
    });
    expect(countOf('needs-you', COUNTS)).toBe(8 - 5 + 3 + 1 + 2 + 3);
  });

  it('is another thing than what was refused, which stays refused', () => {
    expect(askedOf({ ...EVERYTHING, show: 'refused' }, CALENDAR)).toEqual({ states: ['refused'], asking: false });
    expect([countOf('refused', COUNTS), countOf('all', COUNTS)]).toEqual([8, 34]);
  });
});
