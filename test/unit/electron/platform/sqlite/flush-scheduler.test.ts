import { describe, expect, it } from 'vitest';
import { flushScheduler } from '#electron/platform/sqlite/flush-scheduler.ts';

/** A disk that takes `writeMs`, and a clock that only it advances. */
function setUp(writeMs: number) {
  let nowMs = 0;
  const waits: (number | 'turn')[] = [];
  let next: (() => void) | null = null;
  const gather = flushScheduler({
    nowMs: () => nowMs,
    endOfTurn: (act) => {
      waits.push('turn');
      next = act;
    },
    after: (ms, act) => {
      waits.push(ms);
      next = act;
    },
  });
  return {
    waits,
    ask: () => gather(() => (nowMs += writeMs)),
    run: () => next?.(),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('gathering what shares a flush', () => {
  it('writes at once on a quick disk, and who comes alone on any', () => {
    const quick = setUp(0.3);
    for (let time = 0; time < 3; time += 1) {
      quick.ask();
      quick.run();
    }
    const slow = setUp(12);
    slow.ask();
    slow.run();
    slow.pass(12);
    slow.ask();
    expect([quick.waits, slow.waits]).toEqual([
      ['turn', 'turn', 'turn'],
      ['turn', 'turn'],
    ]);
  });

  it('rests as long as the last write took, and not longer than 20 ms', () => {
    const slow = setUp(12);
    slow.ask();
    slow.run();
    slow.pass(2);
    slow.ask();
    const ill = setUp(3_000);
    ill.ask();
    ill.run();
    ill.ask();
    expect([slow.waits, ill.waits]).toEqual([
      ['turn', 10],
      ['turn', 20],
    ]);
  });
});
