import { describe, expect, it } from 'vitest';
import { EndedChildren } from '#electron/file-process/ended-children.ts';
import { ANSWER_MS, REST_MS } from '#electron/file-process/file-worker.ts';
import { ForeignPlace } from '#electron/file-process/foreign-place.ts';
import type { CallArguments } from '#electron/file-process/questions.ts';
import type { WatchRing } from '#shared/ports/files.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { playedChildren } from './a-child.ts';

const call = (name: 'stat' | 'list', path: string): CallArguments => ({ kind: 'call', name, args: [path], others: [] });
const A_BIT_MS = 1_000;
const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 300_000;
const SILENT = { kind: 'silent' };

function aPlace(ended = new EndedChildren()) {
  const clock = virtualClock();
  const kills = { hangs: false };
  const children = playedChildren(kills);
  const changes: boolean[] = [];
  const place: ForeignPlace = new ForeignPlace({
    clock,
    log: recordingLog(),
    start: children.start,
    ended,
    onChange: () => changes.push(place.isSilent),
  });
  const hang = async (asked: CallArguments = call('stat', '/nas/a')) => {
    const told = place.ask(asked);
    await clock.advance(ANSWER_MS + A_BIT_MS);
    return told;
  };
  return { clock, kills, children, changes, place, hang };
}

describe('a disk of which a call hangs', () => {
  it('is silent after ten seconds for all that is asked of it, and is asked nothing meanwhile', async () => {
    const { clock, children, changes, place } = aPlace();
    const first = place.ask(call('list', '/nas'));
    await clock.advance(ANSWER_MS - A_BIT_MS);
    expect(place.isSilent).toBe(false);
    const second = place.ask(call('stat', '/nas/a'));
    await clock.advance(2 * A_BIT_MS);
    expect(await Promise.all([first, second, place.ask(call('stat', '/nas/b'))])).toEqual([SILENT, SILENT, SILENT]);
    expect(children.all.map(({ isKilled, questions }) => [isKilled, questions.length])).toEqual([[true, 2]]);
    expect(changes).toEqual([true]);
  });

  it('is asked that very call again after growing pauses, and answers when it does, be it with a failure', async () => {
    const { clock, children, changes, place, hang } = aPlace();
    await hang(call('list', '/nas/a'));
    const pausesMs: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const fromMs = clock.monotonicMs();
      await clock.run(() => children.all.length > n + 1);
      pausesMs.push(clock.monotonicMs() - fromMs);
      expect(children.last().questions.map(({ asked }) => asked)).toEqual([call('list', '/nas/a')]);
      expect(await place.ask(call('stat', '/nas/a'))).toEqual(SILENT);
      await clock.run(() => children.last().isKilled);
    }
    // The first pause began a second before the test looked at the clock.
    expect(pausesMs).toEqual([FIRST_PAUSE_MS - A_BIT_MS, 60_000, 120_000, 240_000, LAST_PAUSE_MS, LAST_PAUSE_MS]);
    await clock.advance(LAST_PAUSE_MS);
    children.last().answers({ ok: false, failure: { kind: 'gone', code: 'ENOENT' } });
    await clock.settle();
    expect(changes).toEqual([true, false]);
    const asked = place.ask(call('stat', '/nas/a'));
    children.last().answers('stat');
    expect(await asked).toEqual({ kind: 'answer', answer: 'stat' });
  });

  it.each<[string, CallArguments, CallArguments]>([
    [
      'a read that writes a copy, whose place may be another’s by then',
      {
        kind: 'read',
        of: { path: '/nas/a', root: '/nas', want: 'verdict', copy: { path: '/spool/1', itemId: 'i' as never, sha256: null } },
      },
      { kind: 'read', of: { path: '/nas/a', root: '/nas', want: 'hash', copy: null } },
    ],
    [
      'a move',
      { kind: 'call', name: 'moveWithoutReplacing', args: [{ root: '/nas', from: '/nas/a', to: '/nas/b/a' }], others: [] },
      call('stat', '/nas/a'),
    ],
    ['a note', { kind: 'call', name: 'writeBeside', args: ['/nas/in/a.txt', new Uint8Array()], others: [] }, call('list', '/nas/in')],
  ])('is asked again without changing anything: %s', async (_, hung, again) => {
    const { clock, children, hang } = aPlace();
    await hang(hung);
    await clock.advance(FIRST_PAUSE_MS);
    expect(children.last().questions.map(({ asked }) => asked)).toEqual([again]);
  });

  it('whose process cannot be killed gets no other one before that is gone, and one as soon as it is', async () => {
    const { clock, kills, children, place, hang } = aPlace();
    kills.hangs = true;
    await hang();
    await clock.advance(10 * LAST_PAUSE_MS);
    expect(children.all).toHaveLength(1);
    children.last().ends();
    await clock.settle();
    expect(children.all).toHaveLength(2);
    children.last().answers('stat');
    await clock.settle();
    expect(place.isSilent).toBe(false);
  });

  it('gets no process where four hang that cannot be killed, and is silent for as long', async () => {
    const ended = new EndedChildren();
    const hung = Array.from({ length: 4 }, () => aPlace(ended));
    for (const { kills, hang } of hung) {
      kills.hangs = true;
      await hang();
    }
    const { children, place } = aPlace(ended);
    expect(await place.ask(call('stat', '/fifth'))).toEqual(SILENT);
    expect(children.all).toHaveLength(0);
    hung[0]?.children.last().ends();
    const asked = place.ask(call('stat', '/fifth'));
    children.last().answers('stat');
    expect(await asked).toEqual({ kind: 'answer', answer: 'stat' });
  });

  it('is begun anew at once where its process ends by itself', async () => {
    const { children, changes, place } = aPlace();
    const asked = place.ask(call('stat', '/nas/a'));
    children.last().ends();
    children.last().answers('stat');
    expect(await asked).toEqual({ kind: 'answer', answer: 'stat' });
    expect(changes).toEqual([]);
  });

  it('lets a watch know that nothing is heard, and when it is again', async () => {
    const { clock, children, place, hang } = aPlace();
    const rung: Parameters<WatchRing>[0][] = [];
    place.watch(7, { path: '/nas', others: [], ring: (ring) => rung.push(ring) });
    expect(children.last().questions).toMatchObject([{ asked: { kind: 'watch', watch: 7, path: '/nas' } }]);
    children.last().says({ kind: 'ring', watch: 7, ring: { kind: 'look' } });
    await clock.advance(2 * REST_MS);
    expect(children.last().isKilled).toBe(false);
    await hang();
    expect(rung).toEqual([{ kind: 'look' }, { kind: 'lost', code: 'NO_ANSWER' }]);
    await clock.advance(FIRST_PAUSE_MS);
    expect(children.last().questions).toMatchObject([{ asked: { kind: 'watch', watch: 7 } }, { asked: call('stat', '/nas/a') }]);
    children.last().answers('stat');
    await clock.settle();
    // Swept at once; it is heard from when its process says so.
    expect(rung.slice(2)).toEqual([{ kind: 'look' }]);
    children.last().says({ kind: 'ring', watch: 7, ring: { kind: 'look' } });
    expect(rung.slice(3)).toEqual([{ kind: 'restored' }, { kind: 'look' }]);
    place.unwatch(7);
    children.last().answers(null);
    await clock.advance(REST_MS + A_BIT_MS);
    expect(children.last().isKilled).toBe(true);
  });

  it('that is a share, which nobody listens to, has lost no ear when its process ends', async () => {
    const { clock, children, place } = aPlace();
    const rung: string[] = [];
    place.watch(7, { path: '\\\\nas\\scans', others: [], ring: ({ kind }) => void rung.push(kind) });
    children.last().says({ kind: 'ring', watch: 7, ring: { kind: 'share' } });
    children.last().ends();
    await clock.advance(A_BIT_MS);
    expect(rung).toEqual(['share']);
  });

  it('is not waited for at the end', async () => {
    const { clock, kills, place, hang } = aPlace();
    kills.hangs = true;
    await hang();
    place.end();
    await clock.settle();
    expect(clock.sleepers).toBe(0);
  });
});
