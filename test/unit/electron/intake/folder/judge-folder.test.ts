import { expect, it } from 'vitest';
import { type FolderSeen, judgeFolder, newestOf } from '#electron/intake/folder/folder-identity-check.ts';
import { inodeWithBirth } from '#shared/domain/folder/same-folder.ts';

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

const at = (inode: string) => ({ volume: '1', inode });

it('is recorded with the time of its birth at the second look, where that is the time of the last reading and reading did not change it', () => {
  const first = newestOf(null, at(`7^${BORN}`));
  expect(first).toEqual(at(`7^${BORN}`));
  const second = newestOf(first, at(`7^${BORN}`));
  expect(second).toEqual(at(`7@${BORN}`));
  expect(newestOf(second, at(`7^${BORN}`))).toEqual(at(`7@${BORN}`));
  expect(newestOf(first, at(`7~${LATER}`))).toEqual(at(`7~${LATER}`));
  expect(judged(['1', second.inode], ['1', `7^${LATER}`], { known: 9, unchanged: 9 })).toBe('swapped');
});
