import { chmodSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderState } from '#shared/domain/folder/folder.ts';
import { type FileIdentity, inodeWithBirth } from '#shared/domain/folder/same-folder.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import type { Files, FileStat } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { anIntake } from '../an-intake.ts';
import { InodeTrust } from '#electron/intake/folder/folder-identity-check.ts';
import { RereadMeter } from '#electron/intake/folder/sweep.ts';

const SETTLE_MS = 10_000;

/** A folder on a disk without birth times. Its root can be shown as another one, with files that look the same. */
function aFolder() {
  let shown: 'own' | 'other' | 'unsteady' = 'own';
  let looks = 0;
  let isListed = false;
  const stat = async (real: Files, path: string): ReturnType<Files['stat']> => {
    const found = await real.stat(path);
    if (!path.endsWith('Achats') || !found.ok) return found;
    const { kind, bytes, modifiedAt, changedAt, inode, noBlocks } = found.value;
    // The two looks of one sweep agree, with the listing between them.
    looks += isListed ? 0 : 1;
    isListed = false;
    const number = shown === 'unsteady' ? String(looks) : shown;
    const identity = { volume: found.value.identity.volume, inode: number };
    return ok({ kind, bytes, modifiedAt, changedAt, inode, noBlocks, identity } satisfies FileStat);
  };
  const list = (real: Files, path: string): ReturnType<Files['list']> => {
    isListed ||= path.endsWith('Achats');
    return real.list(path);
  };
  const at = anIntake({ settleMs: SETTLE_MS, files: (real) => ({ stat: (path) => stat(real, path), list: (path) => list(real, path) }) });
  return { ...at, show: (what: typeof shown) => (shown = what) };
}

it('is looked at before each batch, so that no file of another disk is taken for one that settled', async () => {
  const at = aFolder();
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  at.drop(sampleFiles.invoice);
  at.intake.lookAgain();
  await at.pass(SECOND_MS);
  at.show('other');
  await at.pass(2 * MINUTE_MS);
  expect(at.folder().state).toBe('swapped');
  expect(at.items()).toEqual([]);
  at.show('own');
  await at.until(() => at.items().length === 1);
});

type Times = Record<'changeMs' | 'writtenMs' | 'readMs', number>;

/** Disks that store no birth time and report another time for it. */
const MADE_UP: Readonly<Record<string, (times: Times) => number>> = {
  'the last change': ({ changeMs }) => changeMs,
  'the last writing': ({ writtenMs }) => writtenMs,
  'the earliest time': ({ changeMs, writtenMs, readMs }) => Math.min(changeMs, writtenMs, readMs),
};

async function statWith(birthOf: (times: Times) => number, real: Files, path: string): ReturnType<Files['stat']> {
  const found = await real.stat(path);
  if (!path.endsWith('Achats') || !found.ok) return found;
  const { kind, bytes, modifiedAt, changedAt, inode, noBlocks, identity } = found.value;
  const times = { changeMs: changedAt, writtenMs: modifiedAt, readMs: Math.floor(statSync(path).atimeMs) };
  const seen = { ...identity, inode: inodeWithBirth(inode, { ...times, birthMs: birthOf(times) }) };
  return ok({ kind, bytes, modifiedAt, changedAt, inode, noBlocks, identity: seen } satisfies FileStat);
}

it.each(Object.entries(MADE_UP))(
  'is the same one where %s is told as its birth, whatever changes in it, also after a restart',
  async (_what, birthOf) => {
    const files = (real: Files) => ({ stat: (path: string) => statWith(birthOf, real, path) });
    const at = anIntake({ settleMs: SETTLE_MS, files });
    const states: (FolderState | null)[] = [];
    at.open.journal.onChange(() => states.push(at.folder().state));
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    for (const [count, sample] of [sampleFiles.invoice, sampleFiles.png, sampleFiles.quote].entries()) {
      at.drop(sample);
      // Changes owner or mode, which does not count as a modification; the time then stays the same for some looks.
      if (count > 0) chmodSync(at.root, 0o750 + count);
      await at.until(() => at.items().length === count + 1);
      await at.pass(2 * MINUTE_MS);
    }
    await at.intake.close();
    at.drop(sampleFiles.jpeg);
    const again = anIntake({ open: at.open, root: at.root, settleMs: SETTLE_MS, files });
    again.intake.start();
    await again.until(() => again.items().length === 1);
    expect([...new Set(states), again.folder().state]).toEqual(['present', 'present']);
  },
);

/** Disks on which only its files identify a folder after a restart. */
const BY_FILES: Readonly<Record<string, (before: FileIdentity, run: number) => FileIdentity>> = {
  'that keeps no birth times': ({ volume, inode }) => ({ volume, inode: inode.replace(/[@~^].*/, '') }),
  'that has another number after a restart': ({ volume, inode }, run) => ({ volume: `${volume} ${run}`, inode }),
};

async function statAs(identity: (before: FileIdentity) => FileIdentity, real: Files, path: string): ReturnType<Files['stat']> {
  const found = await real.stat(path);
  if (!found.ok) return found;
  const { kind, bytes, modifiedAt, changedAt, inode, noBlocks } = found.value;
  return ok({ kind, bytes, modifiedAt, changedAt, inode, noBlocks, identity: identity(found.value.identity) } satisfies FileStat);
}

it.each(Object.entries(BY_FILES))(
  'on a disk %s is the same one after a restart where every file was moved after its result, and another one without them',
  async (_what, identityOf) => {
    const filesOf = (run: number) => (real: Files) => ({ stat: (path: string) => statAs((before) => identityOf(before, run), real, path) });
    const at = anIntake({ files: filesOf(1) });
    const { id: folderId } = at.folder();
    at.open.journal.folders.change(folderId, { after: 'move', resultFolders: { accepted: 'Sent', refused: 'Refused' } });
    at.intake.start();
    for (const sample of [sampleFiles.invoice, sampleFiles.png]) at.drop(sample);
    await at.until(() => at.items().length === 2 && at.folder().identity !== null);
    mkdirSync(join(at.root, 'Sent'));
    for (const { id: itemId, name } of at.items()) {
      renameSync(join(at.root, name), join(at.root, 'Sent', name));
      at.open.journal.tidy.moved({ folderId, relativePath: name, itemId }, `Sent/${name}`);
    }
    await at.intake.close();
    const again = anIntake({ open: at.open, root: at.root, files: filesOf(2) });
    again.intake.start();
    again.drop(sampleFiles.quote);
    await again.until(() => again.items().length === 1);
    expect(again.folder().state).toBe('present');
    await again.intake.close();
    for (const name of readdirSync(at.root)) rmSync(join(at.root, name), { recursive: true });
    const other = anIntake({ open: at.open, root: at.root, files: filesOf(3) });
    other.intake.start();
    await other.until(() => other.folder().state === 'swapped');
  },
);

it('is believed after a sweep that found its files, where a share gives the folder another number at every look', async () => {
  const at = aFolder();
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  at.drop(sampleFiles.invoice);
  await at.until(() => at.items().length === 1);
  at.show('unsteady');
  at.drop(sampleFiles.png);
  await at.until(() => at.items().length === 2);
  expect(at.folder().state).toBe('present');
});

it('tells of sub-folders that lie too deep, as long as there are any', async () => {
  const at = anIntake();
  const names = Array.from({ length: 17 }, () => 'more');
  const deep = join(at.root, ...names);
  mkdirSync(deep, { recursive: true });
  let told = 0;
  at.intake.onChange(() => {
    told += 1;
  });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  expect([at.intake.passedOver(at.folder().id).tooDeep, told]).toEqual([{ folders: 1, first: names.join('/') }, 1]);
  rmdirSync(deep);
  at.intake.lookAgain();
  await at.pass(SECOND_MS);
  expect([at.intake.passedOver(at.folder().id).tooDeep, told]).toEqual([null, 2]);
});

/** One sweep every half minute. */
function verdicts(...sweeps: (readonly [same: number, other: number])[]): readonly string[] {
  const trust = new InodeTrust();
  return sweeps.map(([same, other], at) => trust.note({ same, other, nowMs: at * 30_000 }));
}

describe('inodes of a folder', () => {
  it.each([
    [
      'are believed from the second sweep on that finds them as they were',
      [
        [9, 0],
        [9, 0],
        [8, 1],
      ],
      ['leave', 'look', 'look'],
    ],
    [
      'leave a file that differs unread until then, and do not take its number',
      [
        [8, 1],
        [8, 1],
      ],
      ['leave', 'look'],
    ],
    [
      'that most files lost before they were proven are taken as given anew, once',
      [
        [1, 9],
        [10, 0],
        [10, 0],
      ],
      ['adopt', 'leave', 'look'],
    ],
    [
      'that are given anew a second time are not believed any more',
      [
        [1, 9],
        [1, 9],
        [10, 0],
        [10, 0],
        [9, 1],
      ],
      ['adopt', 'leave', 'leave', 'leave', 'leave'],
    ],
    [
      'of a few files that are all that there is are believed',
      [
        [2, 0],
        [2, 0],
        [0, 2],
      ],
      ['leave', 'look', 'look'],
    ],
    [
      'of an empty folder prove nothing',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      ['leave', 'leave', 'leave'],
    ],
  ] as const)('%s', (_what, sweeps, expected) => {
    expect(verdicts(...sweeps)).toEqual(expected);
  });

  it('that were proven, and change for many files at once, are not believed any more', () => {
    expect(verdicts([9, 0], [9, 0], [1, 8], [9, 0])).toEqual(['leave', 'look', 'leave', 'leave']);
  });

  it('prove nothing by two sweeps in a row that a watcher rang for', () => {
    const trust = new InodeTrust();
    const note = (nowMs: number) => trust.note({ same: 5, other: 0, nowMs });
    expect([note(0), note(10), note(9_999), note(10_000)]).toEqual(['leave', 'leave', 'leave', 'look']);
  });

  it('are not believed any more after one that differed over the same content', () => {
    const trust = new InodeTrust();
    trust.wasWrong();
    expect([0, 1, 2].map((n) => trust.note({ same: 5, other: 1, nowMs: n * 30_000 }))).toEqual(['leave', 'leave', 'leave']);
  });
});

function taken(meter: RereadMeter, bytes: number, nowMs: number): number {
  let files = 0;
  while (files < 1_000 && meter.take(bytes, nowMs)) files += 1;
  return files;
}

describe('what is read again', () => {
  it('is 256 files at once, and as many anew in half a minute', () => {
    const meter = new RereadMeter();
    expect([0, 0, 15_000, 45_000, 3_600_000].map((nowMs) => taken(meter, 1_000, nowMs))).toEqual([256, 0, 128, 256, 256]);
  });

  it('is 128 MB at once, and a file that is larger than what is left is the last', () => {
    const meter = new RereadMeter();
    expect([0, 15_000, 45_000].map((nowMs) => taken(meter, 5_000_000, nowMs))).toEqual([26, 13, 25]);
  });
});
