import { describe, expect, it } from 'vitest';
import { type DayTime, type NotifyTimes, shouldNotifyNow } from '#shared/domain/notice.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';

const PLAIN: NotifyTimes = { notifications: true, quietHours: null, digestAt: null };
const NIGHT = { from: 20 * 60, to: 7 * 60 };
const NOON = { from: 12 * 60, to: 14 * 60 };

/** This hour of this day. */
function time(day: number, hour: number): DayTime {
  return { at: wallMs((day * 1_440 + hour * 60) * MINUTE_MS), minuteOfDay: hour * 60 };
}

function told(settings: Partial<NotifyTimes>, now: DayTime, { since = now, urgent = false } = {}): boolean {
  return shouldNotifyNow({ ...PLAIN, ...settings }, now, { since, urgent });
}

describe('whether a notice may come now', () => {
  it('is yes where nothing is set, and no where they are off', () => {
    expect(told({}, time(1, 3))).toBe(true);
    expect(told({ notifications: false }, time(1, 12), { urgent: true })).toBe(false);
  });

  it.each([
    [19.9, true],
    [20, false],
    [23, false],
    [0, false],
    [6.9, false],
    [7, true],
  ])('at %f o’clock is %s with quiet hours over midnight', (hour, may) => {
    expect(told({ quietHours: NIGHT }, time(1, hour), { urgent: true })).toBe(may);
  });

  it('knows quiet hours within a day, and none where both ends are the same', () => {
    expect([11, 12, 13, 14].map((hour) => told({ quietHours: NOON }, time(1, hour)))).toEqual([true, false, false, true]);
    expect(told({ quietHours: { from: 60, to: 60 } }, time(1, 1))).toBe(true);
  });

  it('waits for the digest of the day, or of the next one, and not with what is urgent', () => {
    const since = time(1, 10);
    const digestAt = 9 * 60;
    expect(told({ digestAt }, time(1, 20), { since })).toBe(false);
    expect(told({ digestAt }, time(2, 8.9), { since })).toBe(false);
    expect(told({ digestAt }, time(2, 9), { since })).toBe(true);
    // The computer was asleep at the time of the digest.
    expect(told({ digestAt }, time(2, 16), { since })).toBe(true);
    expect(told({ digestAt }, time(1, 20), { since, urgent: true })).toBe(true);
  });

  it('comes at the end of the quiet hours where the digest falls into them', () => {
    const since = time(1, 10);
    const settings = { digestAt: 23 * 60, quietHours: NIGHT };
    expect(told(settings, time(1, 23.5), { since })).toBe(false);
    expect(told(settings, time(2, 7), { since })).toBe(true);
  });
});
