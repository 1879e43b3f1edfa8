import { describe, expect, it } from 'vitest';
import { callerHash, lendings } from '#relay/misuse/caller-hash.ts';
import { refusals } from '#relay/misuse/refusals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const [HERE, THERE] = ['203.0.113.7', '203.0.113.8'];

describe('what is refused', () => {
  it('is said once at first, then counted, and a flood is told every ten minutes', async () => {
    const { log, clock, noted } = parts();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let n = 0; n < 20; n += 1) noted(HERE);
      await clock.advance(MINUTE_MS);
    }
    const [first, ...later] = log.lines.map(({ fields }) => fields['times']);
    expect(first).toBe(undefined);
    expect(later.length).toBe(6);
    expect(later.reduce<number>((sum, times) => sum + Number(times), 1)).toBe(1_200);
  });

  it('and comes again every five minutes for two days is said once a day, and how often it was at the day’s end', async () => {
    const { log, clock, noted } = parts();
    for (let time = 0; time < 576; time += 1) {
      noted(HERE);
      await clock.advance(5 * MINUTE_MS);
    }
    const times = log.lines.map(({ fields }) => Number(fields['times'] ?? 1));
    expect(times.length).toBeLessThanOrEqual(4);
    expect(times.reduce((sum, one) => sum + one, 0)).toBe(576);
  });

  it('is told of a new caller however many have come before, since the quiet ones are forgotten', async () => {
    const { log, clock, noted } = parts();
    for (let window = 0; window < 5; window += 1) {
      for (let n = 0; n < 80; n += 1) noted(`10.0.${window}.${n}`);
      await clock.advance(10 * MINUTE_MS);
    }
    noted(THERE);
    expect(log.lines.length).toBe(401);
    expect(log.lines.filter(({ fields }) => fields['from'] === 'others')).toEqual([]);
  });
});

describe('the hash of a caller', () => {
  it('is one for all that it does within a day, and another one after that and after the next start', async () => {
    const clock = virtualClock();
    const random = seededRandom(3);
    const [hash, restarted] = [callerHash({ clock, random }), callerHash({ clock, random })];
    const today = hash.of(HERE);
    expect(hash.of(HERE)).toBe(today);
    expect(hash.of(THERE)).not.toBe(today);
    expect(restarted.of(HERE)).not.toBe(today);
    await clock.advance(DAY_MS);
    expect(hash.of(HERE)).not.toBe(today);
  });
});

describe('an access token that is lent', () => {
  it('is said once a day of each device and place', async () => {
    const { log, clock, hash } = parts();
    const lent = lendings({ log, hash });
    for (let hour = 0; hour < 48; hour += 1) {
      for (const [deviceId, address] of [
        ['d1', HERE],
        ['d2', HERE],
        ['d2', THERE],
      ] as const)
        lent({ deviceId, integrations: 2, address });
      await clock.advance(HOUR_MS);
    }
    expect(log.lines.length).toBe(6);
    expect(log.lines[0]).toEqual({
      level: 'info',
      message: 'access token lent',
      fields: { deviceId: 'd1', integrations: 2, from: expect.any(String) as string },
    });
    expect(new Set(log.lines.map(({ fields }) => fields['from'])).size).toBe(4);
  });
});

/** `noted`: notes an unknown token from this address. Moving the clock makes the counts appear in the log. */
function parts() {
  const [log, clock] = [recordingLog(), virtualClock()];
  const hash = callerHash({ clock, random: seededRandom(3) });
  const counted = refusals({ log, clock, hash });
  void counted.run(new AbortController().signal);
  return { log, clock, hash, noted: (address: string) => counted.note({ what: 'token', code: 'unknown', address }) };
}
