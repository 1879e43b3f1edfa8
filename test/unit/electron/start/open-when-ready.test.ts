import { describe, expect, it } from 'vitest';
import { openWhenReady } from '#electron/engine/open-when-ready.ts';
import type { Engine, EngineFault } from '#electron/engine/engine.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

type Kind = EngineFault['kind'];

/** A start whose attempts end as given, one after the other. */
function aStart(tries: readonly (Kind | 'good')[]) {
  const clock = virtualClock();
  const told: (Kind | null)[] = [];
  let made = 0;
  const opened = openWhenReady({
    world: { clock, log: recordingLog() },
    open: async () => {
      const kind = tries[made] ?? 'good';
      made += 1;
      return kind === 'good' ? ok({} as Engine) : fail({ kind, detail: '' });
    },
    tell: (fault) => told.push(fault === null ? null : fault.kind),
  });
  let ended: Kind | 'good' | null = null;
  void opened.then((result) => {
    ended = result.ok ? 'good' : result.failure.kind;
    return ended;
  });
  return { clock, told, made: () => made, ended: () => ended };
}

describe('a start', () => {
  it('on a disk that does not take what is written waits, says each reason once, and goes on by itself', async () => {
    const start = aStart(['full', 'full', 'read-only', 'held', 'broken', 'full']);
    await start.clock.settle();
    expect([start.ended(), start.told]).toEqual([null, ['full']]);
    await start.clock.advance(20 * SECOND_MS);
    expect(start.ended()).toBeNull();
    await start.clock.advance(20 * SECOND_MS);
    expect(start.ended()).toBe('good');
    expect(start.told).toEqual(['full', 'read-only', 'held', 'broken', 'full', null]);
    expect(start.made()).toBe(7);
  });

  it.each(['newer', 'in-use', 'unreadable'] as const)('ends at once where waiting mends nothing: %s', async (kind) => {
    const start = aStart([kind]);
    await start.clock.settle();
    expect([start.ended(), start.told, start.made()]).toEqual([kind, [], 1]);
  });

  it('that waits lets a command have the profile for a moment, and ends where another one keeps it', async () => {
    const lent = aStart(['full', 'in-use', 'in-use', 'full']);
    await lent.clock.advance(60 * SECOND_MS);
    expect([lent.ended(), lent.told]).toEqual(['good', ['full', null]]);
    const kept = aStart(['full', ...Array.from({ length: 30 }, () => 'in-use' as const)]);
    await kept.clock.advance(60 * SECOND_MS);
    expect([kept.ended(), kept.told]).toEqual(['in-use', ['full', null]]);
  });

  it('that waits ends when the journal turns out to be of a newer version', async () => {
    const start = aStart(['full', 'newer']);
    await start.clock.advance(5 * SECOND_MS);
    expect([start.ended(), start.told]).toEqual(['newer', ['full', null]]);
  });
});
