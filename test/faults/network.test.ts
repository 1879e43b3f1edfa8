import { describe, expect, it } from 'vitest';
import type { LineFault, Way } from '#test/support/network/proxies.ts';
import { aLine, type Sent } from './connected-host.ts';

/** Hundreds of uploads, each with a broken first attempt. */
const MANY = { timeout: 180_000 };
const ENDS = ['reset', 'close', 'half-close'] as const;
/** Larger than one packet, and than what a socket takes at a time, so that a cut can fall within the file. */
const SCAN = 'scan '.repeat(8_000);

describe('a line that breaks', () => {
  it('at any byte of the answer still gives one document, and no receipt that is not the service’s', MANY, async () => {
    const line = await aLine();
    const { downBytes } = await measured(line);
    let number = 0;
    for (const afterBytes of upTo(Math.max(downBytes, 300))) {
      const kind = ENDS[afterBytes % ENDS.length] ?? 'reset';
      const sent = await line.send(`answer ${(number += 1)}`, { kind, way: 'down', afterBytes });
      expectOne(sent, `${kind} after ${afterBytes} bytes of the answer`);
      // Before its last byte the answer does not count; after it nothing has to be repeated.
      expect([afterBytes, sent.item.attempts]).toEqual([afterBytes, afterBytes < downBytes ? 2 : 1]);
    }
  });

  it.each(ENDS)('by %s, in any part of the request, sends the whole of it once in the end', MANY, async (kind) => {
    const line = await aLine();
    const { upBytes } = await measured(line);
    const head = upBytes - SCAN.length;
    const places = [...every(20, 0, head), ...every(4_096, head, upBytes), ...upTo(8).map((back) => upBytes - back)];
    for (const [number, afterBytes] of places.entries()) {
      const sent = await line.send(`${kind} ${String(number).padStart(4)} ${SCAN}`.slice(0, SCAN.length), { kind, way: 'up', afterBytes });
      expectOne(sent, `${kind} after ${afterBytes} of ${upBytes} bytes of the request`);
      expect(sent.item.attempts).toBeLessThanOrEqual(2);
    }
  });

  it('by falling silent is given up in time and asked again, wherever it does', MANY, async () => {
    const line = await aLine();
    const { upBytes, downBytes } = await measured(line);
    const places: readonly (readonly [Way, number])[] = [
      ...[0, 1, 200, upBytes - SCAN.length, upBytes - 5_000, upBytes - 1, upBytes].map((bytes) => ['up', bytes] as const),
      ...[0, 1, 20, downBytes - 1].map((bytes) => ['down', bytes] as const),
    ];
    for (const [way, afterBytes] of places) {
      const sent = await line.send(`${way} ${afterBytes} ${SCAN}`.slice(0, SCAN.length), { kind: 'stall', way, afterBytes });
      expectOne(sent, `silence after ${afterBytes} bytes ${way}`);
      expect(failures(sent)).toEqual(['timed-out']);
    }
  });

  it('never before the first byte left is called a fault of the line: it is offline, and nothing is asked twice', async () => {
    const line = await aLine();
    await line.proxy.refuse();
    const sending = line.send('nobody listens', { kind: 'none' });
    const sent = await sending;
    expect(failures(sent)).toContain('offline');
    expect(sent.documents).toEqual([]);
    await line.proxy.listen();
    const again = await line.send('somebody does', { kind: 'none' });
    expectOne(again, 'after nobody listened');
  });

  it.each<[string, LineFault]>([
    ['an answer that drips, byte by byte', { kind: 'drip', way: 'down', everyMs: 100 }],
    ['a way that takes the request byte by byte', { kind: 'drip', way: 'up', everyMs: 100 }],
    ['a service that accepts and never reads', { kind: 'deaf' }],
  ])('by %s is given up in time, however alive it looks, and asked again under the same reference', MANY, async (what, fault) => {
    const line = await aLine();
    const sent = await line.send(`${what} ${SCAN}`.slice(0, SCAN.length), fault);
    expectOne(sent, what);
    expect(failures(sent)).toEqual(['timed-out']);
    expect(sent.item.attempts).toBe(2);
  });

  it('is told from a slow one, which only takes longer', async () => {
    const line = await aLine();
    const sent = await line.send(SCAN, { kind: 'latency', milliseconds: 40 });
    expectOne(sent, 'a slow line');
    expect(sent.item.attempts).toBe(1);
  });
});

type Line = Awaited<ReturnType<typeof aLine>>;

/** How many bytes an upload of `SCAN`, and its answer, take. */
async function measured(line: Line): Promise<{ readonly upBytes: number; readonly downBytes: number }> {
  const sent = await line.send(`measure ${SCAN}`.slice(0, SCAN.length), { kind: 'none' });
  expectOne(sent, 'a whole line');
  const [first] = line.proxy.lines;
  if (first === undefined) throw new Error('nothing went through the line');
  return { ...first };
}

function expectOne({ item, outcomes, documents }: Sent, fault: string): void {
  expect({ fault, state: item.state.kind, documents: documents.length }).toEqual({ fault, state: 'awaiting', documents: 1 });
  const claimed = outcomes.flatMap((outcome) => ('documentId' in outcome ? [outcome.documentId] : []));
  expect(new Set(claimed)).toEqual(new Set(documents));
}

function failures({ outcomes }: Sent): readonly string[] {
  return [...new Set(outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.failure.kind] : [])))];
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function every(step: number, from: number, to: number): readonly number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step);
}
