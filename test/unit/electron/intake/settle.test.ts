import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hindered, nextStep, seen, type Settling, UNFINISHED_MS, UNREADABLE_MS } from '#electron/intake/settle.ts';
import type { KnownFile } from '#electron/intake/store.ts';
import { aKnownFile } from '#test/support/a-known-file.ts';

const SETTLE_MS = 5_000;
const pair = (bytes: number, modifiedAt = 0): KnownFile => aKnownFile(bytes, modifiedAt);
const step = (file: Settling, nowMs: number, ageMs = 0) => nextStep(file, { settleMs: SETTLE_MS, nowMs, ageMs });

describe('a file that settles', () => {
  it('is read when it has been the same for the quiet time', () => {
    const file = seen(seen(undefined, pair(10), 1_000), pair(10), 3_000);
    expect(step(file, 5_999)).toEqual({ kind: 'wait', untilMs: 6_000 });
    expect(step(file, 6_000)).toEqual({ kind: 'read' });
  });

  it.each([
    ['grows, as under a slow writer', pair(20)],
    ['is written again in the same length', pair(10, 7)],
    ['shrinks, as when it is replaced', pair(3, 7)],
  ])('is armed anew when it %s', (_what, next) => {
    const file = seen(seen(undefined, pair(10), 0), next, 4_900);
    expect(step(file, 9_899).kind).toBe('wait');
    expect(step(file, 9_900).kind).toBe('read');
  });

  it('is armed anew by a page that is added after it was found unfinished', () => {
    const cut = hindered(seen(undefined, pair(10), 0), 'unfinished', { nowMs: 5_000, reported: false });
    expect(step(cut, 60_000)).toEqual({ kind: 'wait', untilMs: 65_000 });
    expect(step(seen(cut, pair(30), 60_000), 65_000)).toEqual({ kind: 'read' });
  });

  it('is shown unfinished after a quarter of an hour, or at once when it has lain there for longer', () => {
    const cut = hindered(seen(undefined, pair(10), 0), 'unfinished', { nowMs: 5_000, reported: false });
    expect(step(cut, 64_999).kind).toBe('wait');
    expect(step(cut, UNFINISHED_MS - 1).kind).toBe('read');
    expect(step(cut, UNFINISHED_MS).kind).toBe('report');
    expect(step(cut, 5_000, UNFINISHED_MS).kind).toBe('report');
  });

  it('is tried again every few seconds while it cannot be read, and for ever after it was shown', () => {
    const held = hindered(seen(undefined, pair(10), 0), 'unreadable', { nowMs: 5_000, reported: false });
    expect(step(held, 5_000)).toEqual({ kind: 'wait', untilMs: 7_000 });
    expect(step(held, 7_000).kind).toBe('read');
    // However old it is: it may have been put there a moment ago.
    expect(step(held, UNREADABLE_MS - 1, 10 * UNFINISHED_MS).kind).toBe('read');
    expect(step(held, UNREADABLE_MS).kind).toBe('report');
    const shown = hindered(held, 'unreadable', { nowMs: UNREADABLE_MS, reported: true });
    expect(step(shown, UNREADABLE_MS).kind).toBe('wait');
    expect(step(shown, 2 * UNREADABLE_MS).kind).toBe('read');
  });

  it('never is read while it was seen to change within the quiet time, and never waits without an end', () => {
    const looks = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 9_000 }), bytes: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(looks, (all) => {
        let file: Settling | undefined;
        let [nowMs, changedMs, bytes] = [0, 0, -1];
        for (const look of all) {
          nowMs += look.afterMs;
          if (look.bytes !== bytes) changedMs = nowMs;
          bytes = look.bytes;
          file = seen(file, pair(bytes), nowMs);
          const next = step(file, nowMs);
          expect(next.kind === 'read').toBe(nowMs - changedMs >= SETTLE_MS);
          expect(step(file, next.kind === 'wait' ? next.untilMs : nowMs).kind).toBe('read');
        }
      }),
    );
  });
});
