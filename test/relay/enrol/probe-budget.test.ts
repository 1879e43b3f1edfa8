import { describe, expect, it, onTestFinished } from 'vitest';
import { type ProbeBudget, probeBudget, type ProbeTurn } from '#relay/enrol/probe-budget.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

type Told = { readonly name: string; readonly turn: ProbeTurn | null };

describe('what the relay asks of the service for proofs', () => {
  it('is asked for eight at a time, by who has failed least first, and in the order of arrival among these', async () => {
    const { told, ask, end } = aBudget();
    for (let n = 0; n < 8; n += 1) ask(`first ${n}`, 9);
    ask('guesser', 5);
    ask('another guesser', 5);
    ask('newcomer', 0);
    ask('known', -1);
    await settled();
    expect(told).toHaveLength(8);
    for (let n = 0; n < 4; n += 1) end(n, false);
    await settled();
    expect(told.slice(8).map(({ name }) => name)).toEqual(['known', 'newcomer', 'guesser', 'another guesser']);
  });

  it('may fail sixty times at once and then twice a second; what holds is not counted', async () => {
    const { told, ask, clock, end, endAll } = aBudget();
    for (let n = 0; n < 500; n += 1) {
      ask(`right ${n}`, 0);
      await settled();
      end(n, false);
    }
    expect(told).toHaveLength(500);
    for (let n = 0; n < 100; n += 1) ask(`wrong ${n}`, 0);
    await settled();
    await endAll();
    expect(told).toHaveLength(560);
    await clock.advance(499);
    expect(told).toHaveLength(560);
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(500);
      await endAll();
    }
    expect(told).toHaveLength(565);
  });

  it('is waited for in a queue of two hundred for fifteen seconds; who has failed most is sent away first', async () => {
    const { told, ask, clock } = aBudget();
    for (let n = 0; n < 8; n += 1) ask(`first ${n}`, 0);
    for (let n = 0; n < 201; n += 1) ask(`guess ${n}`, n);
    await settled();
    expect(told.slice(8)).toEqual([{ name: 'guess 200', turn: null }]);
    ask('newcomer', 0);
    await settled();
    expect(told.slice(9)).toEqual([{ name: 'guess 199', turn: null }]);
    await clock.advance(14_999);
    expect(told).toHaveLength(10);
    await clock.advance(1);
    expect(told.slice(10).every(({ turn }) => turn === null)).toBe(true);
    expect(told).toHaveLength(210);
  });

  it('is given up at once when the relay closes', async () => {
    const { told, ask, stop, clock } = aBudget();
    for (let n = 0; n < 9; n += 1) ask(`${n}`, 0);
    stop();
    await settled();
    expect(told.map(({ turn }) => turn === null)).toEqual([...Array<boolean>(8).fill(false), true]);
    expect(clock.sleepers).toBe(0);
  });
});

function aBudget() {
  const clock = virtualClock();
  const ends = new AbortController();
  onTestFinished(() => ends.abort());
  const turnOf: ProbeBudget = probeBudget(clock, ends.signal);
  const told: Told[] = [];
  const ended = new Set<number>();
  const note = async (name: string, rank: number): Promise<void> => {
    told.push({ name, turn: await turnOf(rank) });
  };
  const end = (at: number, isFailure: boolean): void => {
    if (ended.has(at)) return;
    ended.add(at);
    told[at]?.turn?.done(isFailure);
  };
  /** Makes every running proof fail, and those that follow. */
  const endAll = async (): Promise<void> => {
    for (let at = 0; at < told.length; at += 1) {
      end(at, true);
      await settled();
    }
  };
  return { told, ask: (name: string, rank: number) => void note(name, rank), clock, stop: () => ends.abort(), end, endAll };
}

async function settled(): Promise<void> {
  for (let n = 0; n < 4; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
