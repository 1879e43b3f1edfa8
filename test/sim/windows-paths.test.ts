import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutant } from './mutants/mutate.ts';
import { type Done, isGood, playAll, type PoolOf, seedsFrom } from './pool.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { paper, type PaperKind, PURCHASES, typeOf } from './plan/places.ts';
import { keyOf } from './world/ledger.ts';
import { whyRestless } from './world/is-at-rest.ts';

/** A new thread needs seconds to make its first office, and minutes on a busy machine. */
const PATIENCE_MS = 600_000;

/** Correct only where paths have slashes. */
const ONLY_SLASHES: Mutant = {
  name: 'a path is absolute when it begins with a slash',
  file: 'electron/folders/clean-places.ts',
  find: "const paths = platform === 'win32' ? win32 : posix;",
  put: 'const paths = posix;',
};

async function played(from: number, count: number, of: Pick<PoolOf, 'paths' | 'mutant'> = { paths: 'win32' }): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({ jobs: seedsFrom(from, count), threads: 2, ...of, hear: (one) => done.push(one) > 0 });
  return done;
}

const digests = (done: readonly Done[]) =>
  new Map(done.flatMap((one) => (one.kind === 'played' ? [[one.report.seed, one.report.digest] as const] : [])));

describe('the office on Windows, by its paths', { timeout: PATIENCE_MS }, () => {
  it('keeps every promise, also while virus scanners have files open', async () => {
    const done = await played(1, 20);
    expect(done.filter((one) => !isGood(one))).toEqual([]);
    const reports = done.flatMap((one) => (one.kind === 'played' ? [one.report] : []));
    expect(reports.reduce((sum, { struck }) => sum + struck['file-locked'], 0)).toBeGreaterThan(0);
    expect(reports.reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThan(20);
  });

  it('does the same bit for bit when a seed is played again', async () => {
    const [first, second] = [digests(await played(7, 3)), digests(await played(7, 3))];
    expect(first.size).toBe(3);
    expect(second).toEqual(first);
  });

  it('is no office where the product knows slashes alone', async () => {
    const [here, there] = [await played(1, 1, { mutant: ONLY_SLASHES }), await played(1, 1, { mutant: ONLY_SLASHES, paths: 'win32' })];
    expect([here.map(isGood), there.map(isGood)]).toEqual([[sep === '/'], [false]]);
  });
});

const PATH = join(PURCHASES, 'scan.pdf');

/** The answer for a file of this kind that one computer knows in this state. `isLeft`: its user said that it is not to be sent. */
function why(kind: PaperKind, state: object, isLeft: boolean): readonly string[] {
  const sheet = paper(kind, 'one');
  const item = { importType: typeOf(PATH), sha256: sheet.sha256, name: 'scan.pdf', state } as unknown as Item;
  const leftAside = new Set(isLeft ? [keyOf(typeOf(PATH), sheet.sha256)] : []);
  return whyRestless({ path: PATH, paper: sheet, modifiedAt: 0, atMs: 0 }, [item], { lost: null, leftAside, keyless: false });
}

const aside = { kind: 'aside', why: 'user' };

describe('a file that is larger than the service takes, which only the service can say', () => {
  it('has ended when the service has said it, and while a person is asked', () => {
    expect(why('too-large', { kind: 'unfit', by: 'service' }, false)).toEqual([]);
    expect(why('too-large', { kind: 'held', question: { kind: 'bulk-arrival' } }, false)).toEqual([]);
  });

  it('has ended when its person put it aside before it was sent', () => {
    expect(why('too-large', aside, true)).toEqual([]);
  });

  it('has not ended when it was put aside and nobody asked for that, nor while it waits', () => {
    expect(why('too-large', aside, false)).toEqual(['is not set aside']);
    expect(why('too-large', { kind: 'waiting', last: null }, true)).toEqual(['is not set aside']);
  });
});

describe('a file that can be sent', () => {
  it('has ended aside only where its person put it there', () => {
    expect(why('fit', aside, true)).toEqual([]);
    expect(why('fit', aside, false)).toEqual(['has not ended']);
  });
});
