import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newPlace } from '#electron/tidy/refusal-note.ts';
import { numberedName } from '#shared/lib/file-names.ts';
import type { TidyFile } from '#electron/tidy/store.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { aTidy, atRest, filesIn, tidied, tidying } from './a-tidy.ts';

describe('a file after its result', () => {
  it('is moved into the folder of its result, with its sub-folders, and its row goes with it', async () => {
    const all = aTidy();
    const accepted = all.came('2026/mars/a.pdf', 'one', 'Accepted');
    const refused = all.came('b.pdf', 'two', 'Refused');
    all.scanned('c.pdf', 'on its way');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/2026/mars/a.pdf': 'one', 'Refused/b.pdf': 'two', 'c.pdf': 'on its way' });
    expect(all.places(accepted)).toEqual([{ path: 'Sent/2026/mars/a.pdf', present: true, stays: null }]);
    expect(all.places(refused)).toEqual([{ path: 'Refused/b.pdf', present: true, stays: null }]);
  });

  it('is left where it is unless the person chose otherwise, and an archive from before that choice stays in peace', async () => {
    const all = aTidy({ after: 'leave' });
    all.came('old.pdf', 'one', 'Accepted');
    await tidied(all);
    await all.clock.advance(HOUR_MS);
    all.set({ after: 'move' });
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'old.pdf': 'one' });
    await all.clock.advance(HOUR_MS);
    all.came('new.pdf', 'two', 'Accepted');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/new.pdf': 'two', 'old.pdf': 'one' });
  });

  it('never replaces another one: it gets a number', async () => {
    const all = aTidy();
    for (const content of ['one', 'two', 'three']) {
      all.came('SCN_0001.pdf', content, 'Accepted');
      await tidied(all);
    }
    expect(filesIn(all.root)).toEqual({
      'Sent/SCN_0001 (2).pdf': 'two',
      'Sent/SCN_0001 (3).pdf': 'three',
      'Sent/SCN_0001.pdf': 'one',
    });
  });

  it('whose bytes are others by now is left', async () => {
    const all = aTidy();
    all.came('a.pdf', 'one', 'Accepted');
    writeFileSync(join(all.root, 'a.pdf'), 'edited');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'a.pdf': 'edited' });
  });

  it('whose bytes are others of the same size and time is left, and has no note beside it', async () => {
    const all = aTidy({ after: 'move', refusalNote: true });
    all.came('a.pdf', 'one', 'Refused');
    const [path, before] = [join(all.root, 'a.pdf'), statSync(join(all.root, 'a.pdf'))];
    writeFileSync(path, 'two');
    utimesSync(path, before.atime, before.mtime);
    // A file's time is set from a Date, which has no fractions of a millisecond.
    expect([statSync(path).size, Math.abs(statSync(path).mtimeMs - before.mtimeMs) <= 1]).toEqual([before.size, true]);
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'a.pdf': 'two' });
  });

  it('has all its copies moved, also one that comes later', async () => {
    const all = aTidy();
    const itemId = all.came('a.pdf', 'one', 'Accepted');
    all.scanned('copies/b.pdf', 'one');
    await tidied(all);
    all.scanned('a.pdf', 'one');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/a (2).pdf': 'one', 'Sent/a.pdf': 'one', 'Sent/copies/b.pdf': 'one' });
    expect(all.places(itemId)?.every(({ path, present }) => present && path.startsWith('Sent/'))).toBe(true);
  });

  it('goes from Refused to Sent when it was sent again and accepted, but not for a contradiction', async () => {
    const all = aTidy({ after: 'move', refusalNote: true });
    const itemId = all.came('2026/a.pdf', 'one', 'Refused');
    await tidied(all);
    const note = { 'Refused/2026/a.pdf.refused.txt': `refused: Illisible dddddddd-0000-4000-8000-000000000001` };
    expect(filesIn(all.root)).toEqual({ 'Refused/2026/a.pdf': 'one', ...note });
    const refused = all.journal.items.get(itemId);
    if (refused === null) throw new Error('the item is there');
    all.journal.delivery.sendAgain(refused, all.clock.wallMs());
    const second = all.sent(itemId);
    all.decided(second, 'Accepted');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ ...note, 'Sent/2026/a.pdf': 'one' });
    all.decided(second, 'Refused', '2026-01-06T09:00:00Z');
    expect(all.state(itemId)).toMatchObject({ kind: 'refused', contradicted: true });
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ ...note, 'Sent/2026/a.pdf': 'one' });
  });

  it('is found where another computer has moved it', async () => {
    const all = aTidy();
    const itemId = all.came('a.pdf', 'one', 'Accepted');
    rmSync(join(all.root, 'a.pdf'));
    const elsewhere = nodeFiles();
    await elsewhere.makeFolder(join(all.root, 'Sent'));
    writeFileSync(join(all.root, 'Sent', 'a.pdf'), 'one');
    await tidied(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/a.pdf': 'one' });
    expect(all.places(itemId)).toEqual([{ path: 'Sent/a.pdf', present: true, stays: null }]);
  });
});

describe('a file that cannot be moved', () => {
  it('is left where we may not write, which is said once and not tried for ever', async () => {
    const all = aTidy();
    let tries = 0;
    const readOnly: Files = {
      ...nodeFiles(),
      moveWithoutReplacing: async () => {
        tries += 1;
        return fail({ kind: 'denied', code: 'EROFS' });
      },
    };
    const itemId = all.came('a.pdf', 'one', 'Accepted');
    await tidied(all, readOnly);
    await tidied(all, readOnly);
    expect(tries).toBe(1);
    expect(all.places(itemId)).toEqual([{ path: 'a.pdf', present: true, stays: 'EROFS' }]);
    expect(filesIn(all.root)).toEqual({ 'a.pdf': 'one' });
  });

  it('because another program holds it is tried again, ever more slowly, while others go on', async () => {
    const all = aTidy();
    let held = true;
    const files = nodeFiles();
    const busy: Files = {
      ...files,
      moveWithoutReplacing: async (of) =>
        held && of.from.endsWith('a.pdf') ? fail({ kind: 'busy', code: 'EBUSY' }) : files.moveWithoutReplacing(of),
    };
    all.came('a.pdf', 'one', 'Accepted');
    all.came('b.pdf', 'two', 'Accepted');
    const tidy = tidying(all, busy);
    tidy.start();
    await atRest(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/b.pdf': 'two', 'a.pdf': 'one' });
    held = false;
    await all.clock.advance(2_000);
    await atRest(all);
    expect(filesIn(all.root)).toEqual({ 'Sent/a.pdf': 'one', 'Sent/b.pdf': 'two' });
  });

  it('after an hour of tries is said to stay', async () => {
    const all = aTidy();
    const busy: Files = { ...nodeFiles(), moveWithoutReplacing: async () => fail({ kind: 'busy', code: 'EBUSY' }) };
    const itemId = all.came('a.pdf', 'one', 'Accepted');
    const tidy = tidying(all, busy);
    tidy.start();
    for (let tries = 0; tries < 12; tries += 1) {
      await atRest(all);
      await all.clock.advance(15 * 60_000);
    }
    await atRest(all);
    expect(all.places(itemId)).toEqual([{ path: 'a.pdf', present: true, stays: 'EBUSY' }]);
  });
});

describe('the text beside a refused file', () => {
  it('is written where the file lies, never over another one, and is not written for an accepted one', async () => {
    const all = aTidy({ refusalNote: true });
    writeFileSync(join(all.root, 'a.pdf.refused.txt'), 'my own');
    all.came('a.pdf', 'one', 'Refused');
    all.came('b.pdf', 'two', 'Accepted');
    await tidied(all);
    await tidied(all);
    expect(Object.keys(filesIn(all.root))).toEqual(['a.pdf', 'a.pdf.refused (2).txt', 'a.pdf.refused.txt', 'b.pdf']);
    expect(filesIn(all.root)['a.pdf.refused.txt']).toBe('my own');
  });
});

describe('a program that is killed while it tidies', () => {
  it('at any await has every file in one place in the end, with its note, and its row there', async () => {
    let deaths = 0;
    for (let kill = 0; ; kill += 1) {
      const all = aTidy({ after: 'move', refusalNote: true });
      const first = all.came('a.pdf', 'one', 'Accepted');
      const second = all.came('sub/b.pdf', 'two', 'Refused');
      const { files, isDead } = mortal(kill);
      tidying(all, files).start();
      await atRest(all, isDead);
      expect(Object.values(filesIn(all.root))).toEqual(expect.arrayContaining(['one', 'two']));
      await tidied(all);
      const note = 'refused: Illisible dddddddd-0000-4000-8000-000000000002';
      expect(filesIn(all.root)).toEqual({ 'Refused/sub/b.pdf': 'two', 'Refused/sub/b.pdf.refused.txt': note, 'Sent/a.pdf': 'one' });
      expect([first, second].flatMap((itemId) => all.places(itemId)?.map(({ path }) => path))).toEqual(['Sent/a.pdf', 'Refused/sub/b.pdf']);
      if (!isDead()) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(8);
  });
});

describe('a program that is killed while it tidies onto a name that is taken', () => {
  it('finds its file under the next name, has its row there, and moves nothing twice', async () => {
    let deaths = 0;
    for (let kill = 0; ; kill += 1) {
      const all = aTidy();
      mkdirSync(join(all.root, 'Sent'));
      writeFileSync(join(all.root, 'Sent', 'a.pdf'), 'other');
      const itemId = all.came('a.pdf', 'one', 'Accepted');
      const { files, isDead } = mortal(kill);
      tidying(all, files).start();
      await atRest(all, isDead);
      await tidied(all);
      expect(filesIn(all.root)).toEqual({ 'Sent/a (2).pdf': 'one', 'Sent/a.pdf': 'other' });
      expect(all.places(itemId)).toEqual([{ path: 'Sent/a (2).pdf', present: true, stays: null }]);
      if (!isDead()) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(3);
  });
});

const file = (relativePath: string, kind: 'accepted' | 'refused') => ({ relativePath, result: { kind } }) as TidyFile;

describe('the new place of a file', () => {
  const into = { accepted: 'Envoyés', refused: 'Refusés' };

  it.each([
    ['a.pdf', 'accepted', 'Envoyés/a.pdf'],
    ['2026/a.pdf', 'refused', 'Refusés/2026/a.pdf'],
    ['Refusés/2026/a.pdf', 'accepted', 'Envoyés/2026/a.pdf'],
    ['Envoyés/a.pdf', 'accepted', 'Envoyés/a.pdf'],
    ['Envoyés', 'accepted', 'Envoyés/Envoyés'],
  ] as const)('of %s that was %s is %s', (relativePath, kind, expected) => {
    expect(newPlace(file(relativePath, kind), into)).toBe(expected);
  });

  it.each([
    ['Sent/a.pdf', 'Sent/a (2).pdf'],
    ['Sent/v1.2/scan', 'Sent/v1.2/scan (2)'],
    ['Sent/.hidden', 'Sent/.hidden (2)'],
    ['Sent/a.pdf.refused.txt', 'Sent/a.pdf.refused (2).txt'],
  ])('of %s gets a number as %s', (name, expected) => {
    expect([numberedName(name, 1), numberedName(name, 2)]).toEqual([name, expected]);
  });
});

/** Dies before or after call number `kill`; then what it awaits never resolves. */
function mortal(kill: number): { readonly files: Files; readonly isDead: () => boolean } {
  let isDead = false;
  let waits = 0;
  const die = async (): Promise<void> => {
    waits += 1;
    if (waits <= kill) return;
    isDead = true;
    await new Promise(() => undefined);
  };
  const files = new Proxy(nodeFiles(), {
    get: (target, name, self) => {
      const member: unknown = Reflect.get(target, name, self);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        await die();
        const value: unknown = await member.apply(target, args);
        await die();
        return value;
      };
    },
  });
  return { files, isDead: () => isDead };
}
