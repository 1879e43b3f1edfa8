import { describe, expect, it } from 'vitest';
import { datedResult } from '#shared/domain/results/weigh-results.ts';
import { DAY_MS, HOUR_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';

const AT = wallMs(Date.UTC(2026, 10, 20, 10));
const RECEIVED = wallMs(AT - 3 * HOUR_MS);
const dated = (rejectedAt: number, receivedAt: WallMs | null = RECEIVED) =>
  datedResult({ at: AT, rejectedAt: wallMs(rejectedAt) }, receivedAt);

describe('the date of a result', () => {
  it('is that of the event where the service gives no other', () => {
    expect(datedResult({ at: AT }, RECEIVED)).toEqual({ at: AT, odd: null });
  });

  it.each([AT - HOUR_MS, AT, AT + HOUR_MS, AT + DAY_MS, RECEIVED])('is that of the refusal where it can be (%i)', (rejectedAt) => {
    expect(dated(rejectedAt)).toEqual({ at: rejectedAt, odd: null });
  });

  it.each([RECEIVED - 1, 0, AT + DAY_MS + 1, AT + 3_650 * DAY_MS])(
    'is that of the event where the other one cannot be (%i), which is said',
    (rejectedAt) => {
      expect(dated(rejectedAt)).toEqual({ at: AT, odd: rejectedAt });
    },
  );

  it('takes nothing for odd by a deposit that this computer does not know, or heard of after the event', () => {
    for (const receivedAt of [null, wallMs(AT + HOUR_MS)]) {
      expect(dated(AT - DAY_MS, receivedAt)).toEqual({ at: AT - DAY_MS, odd: null });
      expect(dated(0, receivedAt)).toEqual({ at: AT, odd: 0 });
    }
  });
});
