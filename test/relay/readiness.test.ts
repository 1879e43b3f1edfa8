import { describe, expect, it } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { openRelay } from './relay-bench.ts';

/** A relay whose store answers as the test wants, and counts how many times it was asked to write. */
async function watched() {
  const store = { looks: 0, isWritable: (): Promise<boolean> => Promise.resolve(true) };
  const bench = await openRelay({
    store: (real) => ({
      ...real,
      isWritable: () => {
        store.looks += 1;
        return store.isWritable();
      },
    }),
  });
  const ask = async (): Promise<number> => (await bench.call('GET', RELAY_PATHS.ready)).status;
  return { bench, store, ask };
}

describe('whether the relay is ready', () => {
  it('is one write to the store in five seconds, however many ask', async () => {
    const { bench, store, ask } = await watched();
    const answers = await Promise.all(Array.from({ length: 500 }, ask));
    await bench.clock.advance(4_999);
    answers.push(await ask());
    expect([new Set(answers), store.looks]).toEqual([new Set([200]), 1]);
    await bench.clock.advance(1);
    expect([await ask(), store.looks]).toEqual([200, 2]);
  });

  it('is no within five seconds of a store that fails, and yes within five of one that writes again', async () => {
    const { bench, store, ask } = await watched();
    expect(await ask()).toBe(200);
    store.isWritable = () => Promise.resolve(false);
    await bench.clock.advance(5_000);
    expect(await ask()).toBe(503);
    store.isWritable = () => Promise.resolve(true);
    await bench.clock.advance(4_999);
    expect([await ask(), store.looks]).toEqual([503, 2]);
    await bench.clock.advance(1);
    expect(await ask()).toBe(200);
  });

  it('is no while the store hangs: five seconds after the look began, with one look at a time', async () => {
    const { bench, store, ask } = await watched();
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    store.isWritable = () => promise;
    const first = ask();
    await bench.clock.advance(5_000);
    expect(await first).toBe(503);
    await bench.clock.advance(60_000);
    expect([await ask(), store.looks]).toEqual([503, 1]);
    store.isWritable = () => Promise.resolve(true);
    answer(true);
    await bench.clock.settle();
    expect([await ask(), store.looks]).toEqual([200, 2]);
  });

  it('is no at once when the relay is told to end, whatever was found before', async () => {
    const { bench, ask } = await watched();
    expect(await ask()).toBe(200);
    bench.relay.drain();
    expect(await ask()).toBe(503);
  });
});
