import { chmodSync, readFileSync, renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import type { KnownFile } from '#electron/intake/store.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { HOUR_MS, MINUTE_MS, wallMs } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files, FileStat, ReadOptions } from '#shared/ports/files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { NO_BLOCKS, unless } from '#test/support/why-skipped.ts';
import { anOpenJournal } from '../../journal/an-open-journal.ts';
import { type AnIntake, anIntake, type Of, withoutBlocks } from '../an-intake.ts';

const real = nodeFiles();
const NEXT_SWEEP_MS = 31_000;
const NAME = 'facture.pdf';
const WRITTEN_AT_S = 1_700_000_000;
/** What one budget of the meter allows. */
const READ_AT_MOST = 256;

type Watched = AnIntake & {
  readonly reads: string[];
  path(name?: string): string;
  known(name?: string): KnownFile | undefined;
  /** As another program does. */
  hold(held: boolean): void;
};

/** A disk that reports what `tell` says; each read is recorded. */
function watched(of: Of = {}, tell: (stat: FileStat) => FileStat = (stat) => stat): Watched {
  const reads: string[] = [];
  let isHeld = false;
  const list = async (own: Files, path: string): ReturnType<Files['list']> => {
    const listed = await withoutBlocks(own).list(path);
    return listed.ok ? { ...listed, value: listed.value.map(({ name, stat, special }) => ({ name, stat: tell(stat), special })) } : listed;
  };
  const read = async (own: Files, path: string, options: ReadOptions): ReturnType<Files['read']> => {
    if (isHeld) return fail({ kind: 'busy', code: 'EBUSY' });
    reads.push(path);
    const got = await withoutBlocks(own).read(path, options);
    return got.ok ? { ...got, value: { ...got.value, stat: tell(got.value.stat) } } : got;
  };
  const at = anIntake({
    ...of,
    files: (own) => ({ list: (path) => list(own, path), read: (path, options) => read(own, path, options) }),
  });
  const known = (name = NAME) => new Map([...at.open.journal.intake.knownFiles(at.folder().id)].flat()).get(name);
  const hold = (held: boolean): void => {
    isHeld = held;
  };
  return { ...at, reads, hold, path: (name = NAME) => join(at.root, name), known };
}

function write(path: string, text: string): void {
  writeFileSync(path, aPdf(text));
  utimesSync(path, WRITTEN_AT_S, WRITTEN_AT_S);
}

/** Watching, with one known document. */
async function withOne(of: Of = {}, tell?: (stat: FileStat) => FileStat): Promise<Watched> {
  const at = watched(of, tell);
  write(at.path(), 'Facture 1041');
  at.intake.start();
  await at.until(() => at.items().length === 1);
  await at.pass(NEXT_SWEEP_MS);
  at.reads.length = 0;
  return at;
}

/** The same profile and folder, after the program was away. */
async function again(before: Watched, meanwhile: (database: DatabaseSync) => void = () => undefined): Promise<Watched> {
  await before.intake.close();
  before.open.journal.close();
  const database = new DatabaseSync(before.open.file);
  meanwhile(database);
  database.close();
  const at = watched({ open: anOpenJournal(before.open.file), root: before.root });
  at.intake.start();
  return at;
}

async function found(at: Watched, name = NAME): Promise<KnownFile | null> {
  const stat = await real.stat(at.path(name));
  return stat.ok ? asSeen(stat.value) : null;
}

/** An hour is played in steps between which the real disk is asked; on Windows' Node under Wine 10 this takes minutes. */
const PATIENCE_MS = 300_000;

describe('a known file whose change time differs', { timeout: PATIENCE_MS }, () => {
  it('and whose content is the same is read once, and nobody hears of it', async () => {
    const at = await withOne();
    const item = at.items()[0];
    const seen = () => item && [at.open.journal.items.get(item.id), at.open.journal.list.detail(item.id)];
    const before = seen();
    chmodSync(at.path(), 0o640);
    await at.pass(4 * NEXT_SWEEP_MS);
    expect(at.reads).toEqual([at.path()]);
    expect([at.found.length, seen()]).toEqual([1, before]);
    expect(at.known()).toEqual(await found(at));
  });

  it('is not read while it lies in the cloud alone, and is when it is back', unless(NO_BLOCKS), async () => {
    const at = await withOne();
    const bytes = readFileSync(at.path());
    // The folder belongs to a program that syncs with a cloud, and its file has a size and no blocks.
    writeFileSync(join(at.root, '.sync_4f0e.db'), '');
    truncateSync(at.path(), 0);
    truncateSync(at.path(), bytes.length);
    utimesSync(at.path(), WRITTEN_AT_S, WRITTEN_AT_S);
    await at.pass(4 * NEXT_SWEEP_MS);
    expect([at.reads, at.intake.unfinished()]).toEqual([[], []]);
    writeFileSync(at.path(), bytes);
    utimesSync(at.path(), WRITTEN_AT_S, WRITTEN_AT_S);
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.reads).toEqual([at.path()]);
  });

  it('at every look is read less and less often where its content stays, and its folder goes on', async () => {
    let ticks = 0;
    const at = await withOne({}, (stat) => ({ ...plain(stat), changedAt: wallMs((ticks += 1)) }));
    await at.pass(HOUR_MS);
    // 30 seconds, then 1, 2, 4, 8, 16 and 32 minutes.
    expect(at.reads.length).toBeLessThanOrEqual(8);
    expect(at.items()).toHaveLength(1);
  });

  it('that another program holds is left for later, and nobody hears of it', async () => {
    const at = await withOne();
    const before = at.known();
    at.hold(true);
    chmodSync(at.path(), 0o640);
    await at.pass(5 * MINUTE_MS);
    expect([at.found.length, at.known()]).toEqual([1, before]);
    at.hold(false);
    await at.pass(10 * MINUTE_MS);
    expect([at.found.length, at.known()]).toEqual([1, await found(at)]);
  });
});

describe('a folder of which every file was touched', { timeout: PATIENCE_MS }, () => {
  const FILES = 600;

  async function touched(): Promise<Watched> {
    const at = watched();
    for (let n = 0; n < FILES; n += 1) write(at.path(`${n}.pdf`), `Facture ${n}`);
    at.intake.start();
    await at.until(() => at.found.length === FILES);
    await at.pass(NEXT_SWEEP_MS);
    at.reads.length = 0;
    // A rename and one back change nothing else on any system.
    for (let n = 0; n < FILES; n += 1) {
      renameSync(at.path(`${n}.pdf`), at.path('elsewhere.pdf'));
      renameSync(at.path('elsewhere.pdf'), at.path(`${n}.pdf`));
    }
    return at;
  }

  it('is read a part at a time, each file once, after what is new; an end of the program loses none', async () => {
    const before = await touched();
    write(before.path('neu.pdf'), 'Facture neuve');
    await before.pass(NEXT_SWEEP_MS);
    // One part, and what a busy machine reads of the next one; never all of it.
    expect(before.reads.length).toBeLessThanOrEqual(READ_AT_MOST + 1 + READ_AT_MOST / 2);
    await before.until(() => before.items().length === FILES + 1);
    const read = new Set(before.reads);
    expect(read.size).toBeLessThan(FILES);
    const after = await again(before);
    await after.pass(4 * NEXT_SWEEP_MS);
    expect(new Set([...read, ...after.reads]).size).toBe(FILES + 1);
    expect(after.found).toEqual([]);
    expect(after.known('17.pdf')).toEqual(await found(after, '17.pdf'));
  });
});

/** Rows as an older version left them. */
function forgotten(dealtWithAt: number): (database: DatabaseSync) => void {
  return (database) => {
    database.prepare('UPDATE files SET changed_at = NULL, inode = NULL, seen_at = ?').run(dealtWithAt);
  };
}

describe('a row of a version that kept no change time', () => {
  it('learns it without a look where the file was not touched since it was dealt with', async () => {
    const before = await withOne();
    const at = await again(before, forgotten(Math.ceil(statSync(before.path()).ctimeMs)));
    await at.pass(2 * NEXT_SWEEP_MS);
    expect([at.reads, at.known()]).toEqual([[], await found(at)]);
  });

  it('has its file read where it was touched since', async () => {
    const before = await withOne();
    write(before.path(), 'Facture 1042');
    const at = await again(before, forgotten(Math.floor(statSync(before.path()).ctimeMs) - 1_000));
    await at.until(() => at.items().length === 1);
    expect(at.found[0]?.inspected).toMatchObject({ sha256: hex(nodeSha256([readFileSync(at.path())])) });
  });
});

describe('a disk that keeps no change time', () => {
  it('shows by its inode that another file was put in the place, once inodes were seen to stay', async () => {
    const at = await withOne({}, (stat) => ({ ...plain(stat), changedAt: stat.modifiedAt }));
    await at.pass(2 * NEXT_SWEEP_MS);
    write(`${at.path()}.part`, 'Facture 1042');
    renameSync(`${at.path()}.part`, at.path());
    await at.until(() => at.items().length === 2);
    expect(at.items()[1]).toMatchObject({ replaces: at.items()[0]?.id, state: { kind: 'waiting' } });
  });

  it('and gives its inodes anew has none of its files read', async () => {
    let mount = 0;
    const at = await withOne({}, (stat) => ({ ...plain(stat), changedAt: stat.modifiedAt, inode: stat.inode + mount }));
    for (let n = 0; n < 9; n += 1) write(at.path(`${n}.pdf`), `Facture ${n}`);
    await at.until(() => at.items().length === 10);
    await at.pass(3 * NEXT_SWEEP_MS);
    at.reads.length = 0;
    mount = 1_000_000;
    await at.pass(4 * NEXT_SWEEP_MS);
    expect([at.reads, at.found.length]).toEqual([[], 10]);
  });
});

/** What the real disk tells, as a plain object that can be spread: the original computes its texts when they are read. */
function plain({ kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks }: FileStat): FileStat {
  return { kind, bytes, modifiedAt, changedAt, identity, inode, noBlocks };
}
