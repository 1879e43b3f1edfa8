import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KnownFile } from '#electron/intake/store.ts';
import { sweep } from '#electron/intake/folder/sweep.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { type FolderSeen, judgeFolder, newestOf } from '#electron/intake/folder/folder-identity-check.ts';
import { inodeWithBirth } from '#shared/domain/folder/same-folder.ts';

/** A real folder with these files, all of them known as they are. */
async function aKnownFolder(...paths: string[]) {
  const root = join(tempFolder(), 'scans');
  mkdirSync(root);
  put(root, ...paths);
  const first = await sweep({ files: nodeFiles(), path: root, known: new Map(), subfolders: true });
  const known = new Map<string, KnownFile>(first.kind === 'seen' ? first.fresh.map(({ relativePath, pair }) => [relativePath, pair]) : []);
  const again = (files: Partial<Files> = {}) => sweep({ files: { ...nodeFiles(), ...files }, path: root, known, subfolders: true });
  return { root, known, again };
}

function put(root: string, ...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
}

const level = (depth: number): string => Array.from({ length: depth }, (_, at) => `l${at + 1}`).join('/');

describe('a walk over a folder', () => {
  it('forgets nothing below a part that does not let itself be listed, and goes on elsewhere', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'locked/b.pdf', 'locked/deep/c.pdf', 'open/d.pdf');
    put(root, 'open/new.pdf');
    const files = nodeFiles();
    const list: Files['list'] = async (path) => (path.includes('locked') ? fail({ kind: 'denied', code: 'EACCES' }) : files.list(path));
    const swept = await again({ list });
    // Files in a folder that it does not open are neither missing nor recognised.
    expect(swept).toMatchObject({ kind: 'seen', vanished: [], unchanged: 2, expected: 2, recognised: 2 });
    expect(swept.kind === 'seen' && swept.fresh.map(({ relativePath }) => relativePath)).toEqual(['open/new.pdf']);
  });

  it('forgets what lay in a part that is certainly gone', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'gone/b.pdf');
    renameSync(join(root, 'gone'), join(dirname(root), 'elsewhere'));
    expect(await again()).toMatchObject({ kind: 'seen', vanished: ['gone/b.pdf'], unchanged: 1, expected: 2, recognised: 1 });
  });

  it('recognises what has its result, though nothing is to be done about it', async () => {
    const { root, known } = await aKnownFolder('a.pdf', 'Sent/b.pdf');
    const swept = await sweep({ files: nodeFiles(), path: root, known, subfolders: true, resultFolders: ['Sent'] });
    expect(swept).toMatchObject({ kind: 'seen', fresh: [], vanished: [], unchanged: 1, expected: 2, recognised: 2 });
  });

  it('says nothing about its files when another folder takes its place in the middle', async () => {
    const { root, again } = await aKnownFolder('a.pdf', 'b.pdf');
    const files = nodeFiles();
    const list: Files['list'] = async (path) => {
      renameSync(root, `${root}-before`);
      mkdirSync(root);
      return files.list(path);
    };
    expect(await again({ list })).toEqual({ kind: 'away', state: 'missing' });
  });

  it('counts what lies deeper than sixteen levels, names the first, and forgets nothing below it', async () => {
    const { root, again } = await aKnownFolder(`${level(16)}/a.pdf`, `${level(17)}/old.pdf`);
    put(root, `${level(16)}/b.pdf`, `${level(17)}/c.pdf`, `${level(16)}/other/d.pdf`, `${level(16)}/.hidden/e.pdf`);
    const swept = await again();
    expect(swept).toMatchObject({ kind: 'seen', vanished: [], unchanged: 1, tooDeep: { folders: 2 } });
    expect(swept.kind === 'seen' && [level(17), `${level(16)}/other`]).toContain(swept.kind === 'seen' && swept.tooDeep?.first);
    expect(swept.kind === 'seen' && swept.fresh.map(({ relativePath }) => relativePath)).toEqual([`${level(16)}/b.pdf`]);
  });

  it('ends in a tree without an end, as a junction in circles is one', async () => {
    const { root } = await aKnownFolder('a.pdf', 'sub/b.pdf');
    const files = nodeFiles();
    let listed = 0;
    // Every path below the sub-folder gets the listing of the watched folder itself.
    const list: Files['list'] = async (path) => {
      listed += 1;
      return files.list(path.slice(root.length).includes('sub') ? root : path);
    };
    const swept = await sweep({ files: { ...files, list }, path: root, known: new Map(), subfolders: true });
    expect(swept.kind).toBe('seen');
    expect(listed).toBeLessThan(40);
  });
});

const BORN = 1_700_000_000_000;
const LATER = BORN + 5_000;

type Given = readonly [volume: string, inode: string];

function judged(recorded: Given | null, found: Given, rest: Partial<Omit<FolderSeen, 'recorded' | 'found'>>): 'present' | 'swapped' {
  const identityOf = ([volume, inode]: Given) => ({ volume, inode });
  return judgeFolder({
    recorded: recorded && identityOf(recorded),
    found: identityOf(found),
    sameMount: false,
    known: 0,
    unchanged: 0,
    ...rest,
  });
}

it('is believed when the folder was never seen before', () => {
  expect(judged(null, ['1', '7'], { known: 9 })).toBe('present');
});

it.each([
  ['has the birth time of the record, though all scans were filed away at once', `7@${BORN}`, `7@${BORN}`, 'present'],
  ['shows for the first time that the time it had was that of its birth', `7~${BORN}`, `7@${BORN}`, 'present'],
  ['is another disk by its birth time, under the same numbers', `7@${BORN}`, `7@${LATER}`, 'swapped'],
  ['was just made on a disk with the same numbers', `7@${BORN}`, `7~${LATER}`, 'swapped'],
  ['is another disk than the one that was just made when it was chosen', `7~${BORN}`, `7@${LATER}`, 'swapped'],
  ['has no birth time any more', `7@${BORN}`, '7', 'swapped'],
] as const)('%s', (_what, recorded, found, verdict) => {
  expect(judged(['1', recorded], ['1', found], { known: 9 })).toBe(verdict);
  expect(judged(['1', recorded], ['1', found], { known: 0 })).toBe(verdict);
});

it('takes most of the files for no proof against another birth time', () => {
  expect(judged(['1', `7@${BORN}`], ['1', `7@${LATER}`], { known: 9, unchanged: 9 })).toBe('swapped');
});

it.each([
  ['every known file is missing after a restart', { known: 9, unchanged: 0, sameMount: false }, 'swapped'],
  ['every known file was filed away while the disk stayed mounted', { known: 9, unchanged: 0, sameMount: true }, 'present'],
  ['some known files are there', { known: 9, unchanged: 1, sameMount: false }, 'present'],
  ['nothing was known', { known: 0, unchanged: 0, sameMount: false }, 'present'],
] as const)('without birth times decides by what else there is: %s', (_what, seen, verdict) => {
  expect(judged(['1', '7'], ['1', '7'], seen)).toBe(verdict);
  expect(judged(['1', `7~${BORN}`], ['1', `7~${LATER}`], seen)).toBe(verdict);
  expect(judged(['1', `7^${BORN}`], ['1', `7~${LATER}`], seen)).toBe(verdict);
  expect(judged(['1', `7~${BORN}`], ['1', `7^${LATER}`], seen)).toBe(verdict);
});

it.each([
  ['is the same by its files', { known: 9, unchanged: 5 }, '9', 'present'],
  ['is the same by its inode when it was empty', { known: 0, unchanged: 0 }, '7', 'present'],
  ['is another one when the known files are not in it', { known: 9, unchanged: 4 }, '7', 'swapped'],
  ['is another one when nothing speaks for it', { known: 0, unchanged: 0 }, '8', 'swapped'],
] as const)('on a disk that was renumbered %s', (_what, seen, inode, verdict) => {
  expect(judged(['1', '7'], ['2', inode], seen)).toBe(verdict);
});

it.each([
  ['is none of the other times', { birthMs: BORN }, `7@${BORN}`],
  ['is that of the last change', { birthMs: LATER, changeMs: LATER }, `7~${LATER}`],
  ['is that of the last writing, as Wine shows it, though the owner was changed later', { birthMs: LATER, writtenMs: LATER }, `7~${LATER}`],
  ['is that of the last reading, as Samba may show it', { birthMs: LATER, readMs: LATER }, `7^${LATER}`],
  ['is not told', { birthMs: 0 }, '7'],
] as const)('a time of birth that %s is marked so', (_what, times, inode) => {
  const others = { changeMs: LATER + 1, writtenMs: LATER + 2, readMs: LATER + 3 };
  expect(inodeWithBirth(7, { ...others, ...times })).toBe(inode);
});

const atForJudgeFolder = (inode: string) => ({ volume: '1', inode });

it('is recorded with the time of its birth at the second look, where that is the time of the last reading and reading did not change it', () => {
  const first = newestOf(null, atForJudgeFolder(`7^${BORN}`));
  expect(first).toEqual(atForJudgeFolder(`7^${BORN}`));
  const second = newestOf(first, atForJudgeFolder(`7^${BORN}`));
  expect(second).toEqual(atForJudgeFolder(`7@${BORN}`));
  expect(newestOf(second, atForJudgeFolder(`7^${BORN}`))).toEqual(atForJudgeFolder(`7@${BORN}`));
  expect(newestOf(first, atForJudgeFolder(`7~${LATER}`))).toEqual(atForJudgeFolder(`7~${LATER}`));
  expect(judged(['1', second.inode], ['1', `7^${LATER}`], { known: 9, unchanged: 9 })).toBe('swapped');
});
