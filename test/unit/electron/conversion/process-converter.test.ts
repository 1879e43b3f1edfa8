import { describe, expect, it } from 'vitest';
import { CONVERT_MS, ProcessConverter, REST_MS } from '#electron/conversion/process-converter.ts';
import {
  type ConversionChild,
  type ConversionMessage,
  type ConversionRequest,
  TOO_MUCH_MEMORY,
} from '#electron/conversion/process/messages.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { ConvertRequest, JoinRequest } from '#shared/ports/converter.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';

const convertRequest = (path: string): ConvertRequest => ({
  path,
  root: '/scans',
  sha256: 'ab',
  kind: 'tiff',
  password: null,
  copy: { path: '/copy', itemId: '00000000-0000-4000-8000-000000000001' as ItemId },
});
const MADE = ok({ sha256: 'cd', bytes: 4, mediaType: 'image/jpeg', pages: 1, from: 'tiff', tools: 'a 1.0.0' } as const);
const answer = { kind: 'answer', answer: MADE } as const;

function converter() {
  const [clock, children] = [virtualClock(), playedChildren()];
  const log = recordingLog();
  const made = new ProcessConverter({ clock, log, start: children.start });
  const begin = (path: string, stop = new StopSource()) => {
    const told: unknown[] = [];
    return { told, stop, done: made.convert(convertRequest(path), { progress: (at) => void told.push(at), stop }) };
  };
  return { clock, children, log, made, begin };
}

const pathOf = (asked: ConversionRequest): string => ('path' in asked ? asked.path : asked.sources.map(({ path }) => path).join(' '));

const joinRequest = (...paths: string[]): JoinRequest => ({
  kind: 'joined',
  sources: paths.map((path) => ({ path, root: '/scans', sha256: 'ab', kind: 'tiff' })),
  copy: convertRequest('').copy,
});

describe('the engine’s end of the process that converts', () => {
  it('starts a process for the first file, and another one for the next, before it is asked for', async () => {
    const { children, clock, begin } = converter();
    const first = begin('/a');
    await clock.settle();
    children.last().says({ kind: 'page', at: { page: 1, pages: 2 } });
    children.last().says(answer);
    expect(await first.done).toEqual(MADE);
    expect(first.told).toEqual([{ page: 1, pages: 2 }]);
    expect(children.all.map(({ isKilled }) => isKilled)).toEqual([true, false]);
    const second = begin('/b');
    await clock.settle();
    children.last().says(answer);
    expect(await second.done).toEqual(MADE);
    expect(children.all.map(({ requests }) => requests.map(pathOf))).toEqual([['/a'], ['/b'], []]);
  });

  it('converts one file at a time, in the order of asking', async () => {
    const { children, clock, begin } = converter();
    const all = ['/a', '/b', '/c'].map((path) => begin(path));
    for (const path of ['/a', '/b', '/c']) {
      await clock.settle();
      expect(children.last().requests.map(pathOf).at(-1)).toBe(path);
      children.last().says(answer);
    }
    expect(await Promise.all(all.map(({ done }) => done))).toEqual([MADE, MADE, MADE]);
  });

  it('kills a process that takes too long, and the next file gets another one', async () => {
    const { children, clock, begin } = converter();
    const [slow, next] = [begin('/slow'), begin('/next')];
    await clock.advance(CONVERT_MS - 1);
    expect(children.last().isKilled).toBe(false);
    await clock.advance(1);
    expect(await slow.done).toEqual(fail('too-slow'));
    expect(children.all[0]?.isKilled).toBe(true);
    await clock.settle();
    expect(children.all).toHaveLength(2);
    children.last().says(answer);
    expect(await next.done).toEqual(MADE);
  });

  it('ignores what a killed process still says', async () => {
    const { children, clock, begin } = converter();
    const slow = begin('/slow');
    await clock.advance(CONVERT_MS);
    await slow.done;
    const next = begin('/next');
    await clock.settle();
    children.all[0]?.says(answer);
    children.last().says({ ...answer, answer: fail('gone') });
    expect(await next.done).toEqual(fail('gone'));
  });

  it('stops when asked, during the work and while waiting', async () => {
    const { children, clock, begin } = converter();
    const [working, waiting] = [begin('/a'), begin('/b')];
    await clock.settle();
    waiting.stop.abort();
    expect(await waiting.done).toEqual(fail('stopped'));
    expect(children.last().isKilled).toBe(false);
    working.stop.abort();
    expect(await working.done).toEqual(fail('stopped'));
    expect(children.last().isKilled).toBe(true);
    expect(children.all).toHaveLength(1);
  });

  it('says why a process ended by itself', async () => {
    const { children, clock, begin } = converter();
    const large = begin('/large');
    await clock.settle();
    children.last().ends(`a library says something\n${TOO_MUCH_MEMORY}`);
    expect(await large.done).toEqual(fail('too-much-memory'));
    const broken = begin('/broken');
    await clock.settle();
    children.last().ends();
    expect(await broken.done).toEqual(fail('broken'));
  });

  it('ends a process that has nothing to do', async () => {
    const { children, clock, begin } = converter();
    const one = begin('/a');
    await clock.settle();
    children.last().says(answer);
    await one.done;
    await clock.advance(REST_MS - 1);
    expect(children.last().isKilled).toBe(false);
    await clock.advance(1);
    expect(children.last().isKilled).toBe(true);
    expect(clock.sleepers).toBe(0);
  });

  it('says once what its processes lack', async () => {
    const { children, clock, log, begin } = converter();
    for (const lacks of [[], ['gc'], ['gc'], ['gc', 'heap-limit']] as const) {
      const one = begin('/a');
      await clock.settle();
      children.last().says({ kind: 'started', lacks });
      children.last().says(answer);
      await one.done;
    }
    const warned = log.lines.filter(({ message }) => message === 'a process was started without some of its limits');
    expect(warned.map(({ fields }) => fields)).toEqual([
      { process: 'conversion', lacks: 'gc' },
      { process: 'conversion', lacks: 'gc heap-limit' },
    ]);
  });

  it('ends without waiting for anything', async () => {
    const { children, clock, made, begin } = converter();
    const [working, waiting] = [begin('/a'), begin('/b')];
    await clock.settle();
    made.end();
    expect(await working.done).toEqual(fail('stopped'));
    expect(await waiting.done).toEqual(fail('stopped'));
    expect(await begin('/c').done).toEqual(fail('stopped'));
    expect(children.all.map(({ isKilled }) => isKilled)).toEqual([true]);
    expect(clock.sleepers).toBe(0);
  });

  it('joins files in their turn, says which of them is the reason for a fault, and gives each of them a minute', async () => {
    const { children, clock, made } = converter();
    const join = () => made.join(joinRequest('/a', '/b'), { progress: () => undefined, stop: new StopSource() });
    const [first, second] = [join(), join()];
    await clock.settle();
    expect(children.last().requests.map(pathOf)).toEqual(['/a /b']);
    children.last().says({ kind: 'answer', answer: fail('changed'), source: 1 });
    expect(await first).toEqual(fail({ fault: 'changed', source: 1 }));
    await clock.settle();
    children.last().says(answer);
    expect(await second).toEqual(MADE);
    const slow = join();
    await clock.advance(2 * CONVERT_MS - 1);
    expect(children.last().isKilled).toBe(false);
    await clock.advance(1);
    expect(await slow).toEqual(fail({ fault: 'too-slow', source: null }));
  });
});

/** A process played by the test: it answers, and ends, when told to. */
type PlayedChild = ConversionChild & {
  readonly requests: readonly ConversionRequest[];
  says(said: ConversionMessage): void;
  ends(output?: string): void;
  isKilled: boolean;
};

function playedChildren(): {
  readonly start: () => ConversionChild;
  readonly all: readonly PlayedChild[];
  readonly last: () => PlayedChild;
} {
  const all: PlayedChild[] = [];
  const start = (): ConversionChild => {
    const child = aChild();
    all.push(child);
    return child;
  };
  const last = (): PlayedChild => {
    const child = all.at(-1);
    if (child === undefined) throw new Error('none was started');
    return child;
  };
  return { all, last, start };
}

function aChild(): PlayedChild {
  const requests: ConversionRequest[] = [];
  const hears: ((said: ConversionMessage) => void)[] = [];
  const rings: (() => void)[] = [];
  let written = '';
  const child: PlayedChild = {
    requests,
    isKilled: false,
    send: (request) => void requests.push(request),
    onSaid: (hear) => void hears.push(hear),
    onEnd: (ring) => void rings.push(ring),
    output: () => written,
    kill: () => {
      child.isKilled = true;
      child.ends();
    },
    says: (said) => hears.forEach((hear) => hear(said)),
    ends: (output = '') => {
      written += output;
      for (const ring of rings.splice(0)) ring();
    },
  };
  return child;
}
