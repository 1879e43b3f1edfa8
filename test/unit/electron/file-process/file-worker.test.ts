import { describe, expect, it } from 'vitest';
import { EndedChildren } from '#electron/file-process/ended-children.ts';
import { ANSWER_MS, FETCH_MS, FileWorker, type FileWorkerDeps, LOOK_MS, REST_MS } from '#electron/file-process/file-worker.ts';
import type { CallArguments } from '#electron/file-process/questions.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { playedChildren } from './a-child.ts';

const reading = (path: string): CallArguments => ({ kind: 'read', of: { path, root: '/', want: 'verdict', copy: null } });
const A_BIT_MS = 1_000;

function aWorker(given: Partial<FileWorkerDeps> = {}) {
  const clock = virtualClock();
  const kills = { hangs: false };
  const children = playedChildren(kills);
  const ended = new EndedChildren();
  const worker = new FileWorker({ clock, log: recordingLog(), start: children.start, ended, hangs: 'alone', ...given });
  return { clock, children, kills, ended, worker };
}

describe('the process that reads files', () => {
  it('is started when something will be read before long, answers, and ends after a minute of rest', async () => {
    const { clock, children, worker } = aWorker();
    worker.ready();
    expect(children.all).toHaveLength(1);
    await clock.advance(REST_MS - A_BIT_MS);
    const asked = worker.ask(reading('/a'));
    children.last().answers('facts');
    expect(await asked).toEqual({ kind: 'answer', answer: 'facts' });
    await clock.advance(REST_MS - A_BIT_MS);
    expect(children.last().isKilled).toBe(false);
    await clock.advance(2 * A_BIT_MS);
    expect(children.last().isKilled).toBe(true);
    expect(clock.sleepers).toBe(0);
    void worker.ask(reading('/b'));
    expect(children.all).toHaveLength(2);
  });

  it('has four files in hand at most, and the time of the others begins when it is their turn', async () => {
    const { clock, children, worker } = aWorker();
    const all = Array.from({ length: 6 }, (_, n) => worker.ask(reading(`/${n}`)));
    const child = children.last();
    expect(child.questions).toHaveLength(4);
    await clock.advance(ANSWER_MS - A_BIT_MS);
    for (const question of child.questions.slice()) child.answers('first', question);
    expect(child.questions).toHaveLength(6);
    await clock.advance(ANSWER_MS - A_BIT_MS);
    for (const question of child.questions.slice(4)) child.answers('then', question);
    expect((await Promise.all(all)).map((told) => told.kind)).toEqual(Array(6).fill('answer'));
    expect(children.all).toHaveLength(1);
  });

  it('is killed over a read that hangs, which fails alone; the others are asked again', async () => {
    const { clock, children, worker } = aWorker();
    const hanging = worker.ask(reading('/hangs'));
    await clock.advance(A_BIT_MS);
    const other = worker.ask(reading('/good'));
    await clock.advance(ANSWER_MS);
    expect(await hanging).toEqual({ kind: 'silent' });
    expect(children.all.map(({ isKilled }) => isKilled)).toEqual([true, false]);
    expect(children.last().questions.map(({ asked }) => asked)).toEqual([reading('/good')]);
    children.last().answers('facts');
    expect(await other).toEqual({ kind: 'answer', answer: 'facts' });
  });

  it('waits ten minutes for what has to be fetched, and others go on meanwhile', async () => {
    const { clock, children, worker } = aWorker();
    const fetched = worker.ask({ kind: 'read', of: { path: '/cloud', root: '/', want: 'verdict', copy: null, fetch: true } });
    const [question] = children.last().questions;
    children.last().says({ kind: 'goes-on', id: question?.id ?? 0 });
    await clock.advance(FETCH_MS - ANSWER_MS);
    const other = worker.ask(reading('/good'));
    children.last().answers('facts');
    expect(await other).toEqual({ kind: 'answer', answer: 'facts' });
    expect(children.all).toHaveLength(1);
    await clock.advance(ANSWER_MS + A_BIT_MS);
    expect(await fetched).toEqual({ kind: 'silent' });
  });

  it('does not read what still hangs in one that could not be ended, until that one is gone', async () => {
    const { clock, children, kills, worker } = aWorker();
    kills.hangs = true;
    const hanging = worker.ask(reading('/hangs'));
    await clock.advance(ANSWER_MS + A_BIT_MS);
    expect(await hanging).toEqual({ kind: 'silent' });
    const [first] = children.all;
    expect(await worker.ask(reading('/hangs'))).toEqual({ kind: 'silent' });
    const other = worker.ask(reading('/good'));
    children.last().answers('facts');
    expect(await other).toEqual({ kind: 'answer', answer: 'facts' });
    first?.ends();
    const again = worker.ask(reading('/hangs'));
    children.last().answers('facts', children.last().questions.at(-1));
    expect(await again).toEqual({ kind: 'answer', answer: 'facts' });
  });

  it('that says it goes on is waited for', async () => {
    const { clock, children, worker } = aWorker();
    const asked = worker.ask(reading('/slow'));
    const { id } = children.last().questions[0] ?? { id: 0 };
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(ANSWER_MS - A_BIT_MS);
      children.last().says({ kind: 'goes-on', id });
    }
    children.last().answers('facts');
    expect(await asked).toEqual({ kind: 'answer', answer: 'facts' });
    expect(children.all).toHaveLength(1);
  });

  it('is killed over a file that takes too long to look into, which is then not looked into; the others lose nothing by it', async () => {
    const { clock, children, worker } = aWorker();
    const hostile = worker.ask(reading('/hostile'));
    const other = worker.ask(reading('/good'));
    const [first] = children.last().questions;
    children.last().says({ kind: 'looks', id: first?.id ?? 0 });
    await clock.advance(LOOK_MS + A_BIT_MS);
    expect(children.last().questions).toMatchObject([
      { asked: reading('/hostile'), isLookedInto: false },
      { asked: reading('/good'), isLookedInto: true },
    ]);
    for (const question of children.last().questions.slice()) children.last().answers('facts', question);
    expect(await Promise.all([hostile, other])).toEqual(Array.from({ length: 2 }, () => ({ kind: 'answer', answer: 'facts' })));
  });

  it('has no ear for others while it looks into one, which does not count against them', async () => {
    const { clock, children, worker } = aWorker();
    const other = worker.ask(reading('/good'));
    await clock.advance(ANSWER_MS - 2 * A_BIT_MS);
    void worker.ask(reading('/large'));
    const [, large] = children.last().questions;
    children.last().says({ kind: 'looks', id: large?.id ?? 0 });
    await clock.advance(LOOK_MS - A_BIT_MS);
    children.last().says({ kind: 'looked', id: large?.id ?? 0 });
    await clock.advance(A_BIT_MS);
    children.last().answers('facts', children.last().questions[0]);
    expect(await other).toEqual({ kind: 'answer', answer: 'facts' });
    expect(children.all).toHaveLength(1);
  });

  it('that breaks over a file is asked once more without looking into it, and then not again', async () => {
    const { children, worker } = aWorker();
    const asked = worker.ask(reading('/hostile'));
    for (const isLookedInto of [true, false]) {
      const [question] = children.last().questions;
      expect(question?.isLookedInto).toBe(isLookedInto);
      children.last().says({ kind: 'looks', id: question?.id ?? 0 });
      children.last().ends();
    }
    expect(await asked).toEqual({ kind: 'ended' });
    expect(children.all).toHaveLength(2);
  });

  it('that ends for no reason is begun once more, and then not again', async () => {
    const { children, worker } = aWorker();
    const asked = worker.ask(reading('/a'));
    children.last().ends();
    children.last().ends();
    expect(await asked).toEqual({ kind: 'ended' });
    expect(children.all).toHaveLength(2);
  });

  it('lets others break again and again without a harm to a file that is with them each time', async () => {
    const { children, worker } = aWorker();
    const good = worker.ask(reading('/good'));
    const hostile = ['/1', '/2', '/3'].map((path) => worker.ask(reading(path)));
    for (const path of ['/1', '/2', '/3']) {
      const { id } = children.last().questions.find(({ asked }) => asked.kind === 'read' && asked.of.path === path) ?? { id: 0 };
      children.last().says({ kind: 'looks', id });
      children.last().ends();
    }
    for (const question of children.last().questions.slice()) children.last().answers('facts', question);
    expect(await Promise.all([good, ...hostile])).toEqual(Array.from({ length: 4 }, () => ({ kind: 'answer', answer: 'facts' })));
  });

  it('that cannot be killed is one of four; then a read that hangs fails, and leaves the process to the others', async () => {
    const { clock, children, kills, worker } = aWorker();
    kills.hangs = true;
    for (let n = 0; n < 4; n += 1) {
      const hanging = worker.ask(reading(`/hangs/${n}`));
      await clock.advance(ANSWER_MS + A_BIT_MS);
      expect(await hanging).toEqual({ kind: 'silent' });
    }
    const fifth = worker.ask(reading('/hangs/4'));
    expect(children.all).toHaveLength(5);
    await clock.advance(ANSWER_MS + A_BIT_MS);
    expect(await fifth).toEqual({ kind: 'silent' });
    expect(children.last().isKilled).toBe(false);
    const good = worker.ask(reading('/good'));
    children.last().answers('facts');
    expect(await good).toEqual({ kind: 'answer', answer: 'facts' });
    expect(children.all).toHaveLength(5);
    // The fifth process still answers other calls, so it is kept. The file that hangs in it stays silent until another process may start.
    expect(await worker.ask(reading('/hangs/4'))).toEqual({ kind: 'silent' });
    expect(children.last().isKilled).toBe(false);
    kills.hangs = false;
    for (const child of children.all.slice(0, 4)) child.ends();
    const again = worker.ask(reading('/hangs/4'));
    expect(children.all).toHaveLength(6);
    children.last().answers('facts');
    expect(await again).toEqual({ kind: 'answer', answer: 'facts' });
  });

  it('is not blamed for a time in which this computer slept', async () => {
    const { clock, children, worker } = aWorker();
    let leapMs = 0;
    const sleepy = { ...clock, monotonicMs: () => clock.monotonicMs() + leapMs };
    const other = new FileWorker({ clock: sleepy, log: recordingLog(), start: children.start, ended: new EndedChildren(), hangs: 'alone' });
    const asked = other.ask(reading('/a'));
    await clock.advance(A_BIT_MS);
    leapMs = 3_600_000;
    await clock.advance(A_BIT_MS);
    children.last().answers('facts');
    expect(await asked).toEqual({ kind: 'answer', answer: 'facts' });
    worker.end();
  });

  it('waits for nothing at the end: all that is asked is told so, and so is all that is asked later', async () => {
    const { children, kills, worker } = aWorker();
    kills.hangs = true;
    const all = Array.from({ length: 6 }, (_, n) => worker.ask(reading(`/${n}`)));
    worker.end();
    expect(children.last().isKilled).toBe(true);
    expect(await Promise.all([...all, worker.ask(reading('/late'))])).toEqual(Array.from({ length: 7 }, () => ({ kind: 'ended' })));
    expect(children.all).toHaveLength(1);
  });
});
