import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS, wallMs } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import type { FileStat, Files } from '#shared/ports/files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake } from './an-intake.ts';

const bytes = readFileSync(sampleFiles.invoice.path);

/** Watching a folder that learns, past its first look; `known`: after its first ten files. */
async function watching(known = false): Promise<AnIntake> {
  const at = anIntake({ settleMs: null, files: withVirtualTimes });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  if (!known) return at;
  for (let n = 0; n < 10; n += 1) write(at, `known ${n}.pdf`, aPdf(`known ${n}`));
  await looking(at, 25 * SECOND_MS);
  return at;
}

/** Names of files that were moved when they had been quiet for a minute. */
const moved = new Set<string>();

/** The time of a move is of the real clock: here it is that of the last write, but for what was moved later. */
const stamped = (name: string, stat: FileStat): FileStat => ({
  ...stat,
  changedAt: wallMs(stat.modifiedAt + (moved.has(name) ? MINUTE_MS : 0)),
});

function withVirtualTimes(real: Files): Partial<Files> {
  return {
    list: async (path) => {
      const listed = await real.list(path);
      return listed.ok ? ok(listed.value.map((entry) => ({ ...entry, stat: stamped(entry.name, entry.stat) }))) : listed;
    },
    read: async (path, options) => {
      const read = await real.read(path, options);
      return read.ok ? ok({ ...read.value, stat: stamped(basename(path), read.value.stat) }) : read;
    },
  };
}

/** Writes it as of now by the virtual clock. */
function write(at: AnIntake, name: string, content: Uint8Array = bytes): void {
  const path = join(at.root, name);
  writeFileSync(path, content);
  const now = at.clock.wallMs() / SECOND_MS;
  utimesSync(path, now, now);
}

/** A look every second, as the doorbell causes it. */
async function looking(at: AnIntake, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += SECOND_MS) {
    at.intake.lookAgain();
    await at.pass(SECOND_MS);
  }
}

const names = (at: AnIntake): readonly string[] => at.found.map(({ relativePath }) => relativePath);

describe('a folder that nobody has set', () => {
  it('waits twenty seconds for each of its first ten files, then five', async () => {
    const at = await watching();
    expect(at.folder()).toMatchObject({ settleMs: 20_000, waits: { kind: 'first', files: 10 } });
    write(at, 'a.pdf');
    await looking(at, 17 * SECOND_MS);
    expect(names(at)).toEqual([]);
    await looking(at, 5 * SECOND_MS);
    expect(names(at)).toEqual(['a.pdf']);
    expect(at.folder().waits).toEqual({ kind: 'first', files: 9 });
    for (let n = 0; n < 9; n += 1) write(at, `${n}.pdf`, aPdf(`${n}`));
    await looking(at, 25 * SECOND_MS);
    expect(at.folder()).toMatchObject({ settleMs: 5_000, waits: { kind: 'quick' } });
    write(at, 'next.pdf', aPdf('next'));
    await looking(at, 8 * SECOND_MS);
    expect(names(at)).toHaveLength(11);
  });

  it.each([3, 8, 15])('makes one document of pages that come %i s apart, from the first scan on', async (gap) => {
    const at = await watching();
    for (const page of [1, 2, 3]) {
      write(at, 'scan.pdf', aPdf(`page ${page}`));
      await looking(at, gap * SECOND_MS);
    }
    await looking(at, 25 * SECOND_MS);
    expect(at.items().map(({ name, state }) => [name, state.kind])).toEqual([['scan.pdf', 'waiting']]);
  });

  it('learns the gap of pages that come 45 s apart, and waits twice as long from then on', async () => {
    const at = await watching(true);
    write(at, 'scan.pdf', aPdf('page 1'));
    await looking(at, 45 * SECOND_MS);
    write(at, 'scan.pdf', aPdf('pages 1 and 2'));
    await looking(at, 10 * SECOND_MS);
    expect(at.folder()).toMatchObject({ settleMs: 90_000, waits: { kind: 'pages', gapMs: 45_000 } });
    const before = at.found.length;
    for (const page of [1, 2, 3]) {
      write(at, 'next.pdf', aPdf(`next ${page}`));
      await looking(at, 45 * SECOND_MS);
    }
    expect(at.found).toHaveLength(before);
    await looking(at, 60 * SECOND_MS);
    expect(at.found).toHaveLength(before + 1);
  });

  it('learns nothing of an edit an hour later', async () => {
    const at = await watching(true);
    write(at, 'scan.pdf', aPdf('scan'));
    await looking(at, 10 * SECOND_MS);
    await at.clock.advance(60 * MINUTE_MS);
    write(at, 'scan.pdf', aPdf('edited'));
    await looking(at, 10 * SECOND_MS);
    expect(at.folder().waits).toEqual({ kind: 'quick' });
  });
});

describe('a file that came whole', () => {
  it('is read at once: moved there, renamed there, or put there by the window', async () => {
    const at = await watching();
    const aside = join(at.root, '..', 'aside');
    mkdirSync(aside);
    writeFileSync(join(aside, 'moved.pdf'), aPdf('moved'));
    moved.add('moved.pdf');
    renameSync(join(aside, 'moved.pdf'), join(at.root, 'moved.pdf'));
    await looking(at, 2 * SECOND_MS);
    expect(names(at)).toEqual(['moved.pdf']);
    write(at, 'renamed.pdf.part', aPdf('renamed'));
    await looking(at, 2 * SECOND_MS);
    renameSync(join(at.root, 'renamed.pdf.part'), join(at.root, 'renamed.pdf'));
    await looking(at, 2 * SECOND_MS);
    at.intake.putWhole(at.folder().id, 'put.pdf');
    write(at, 'put.pdf', aPdf('put'));
    await looking(at, 2 * SECOND_MS);
    expect(names(at)).toEqual(['moved.pdf', 'renamed.pdf', 'put.pdf']);
    // They say nothing about the scanner.
    expect(at.folder().waits).toEqual({ kind: 'first', files: 10 });
  });

  it('is waited for like any other once it is written again, and in a folder whose scanner writes page after page', async () => {
    const at = await watching(true);
    write(at, 'scan.pdf.tmp', aPdf('page 1'));
    await looking(at, 2 * SECOND_MS);
    renameSync(join(at.root, 'scan.pdf.tmp'), join(at.root, 'scan.pdf'));
    await looking(at, 8 * SECOND_MS);
    write(at, 'scan.pdf', aPdf('pages 1 and 2'));
    await looking(at, 8 * SECOND_MS);
    expect(at.folder().waits.kind).toBe('pages');
    const before = at.found.length;
    write(at, 'next.pdf.tmp', aPdf('next'));
    await looking(at, 2 * SECOND_MS);
    renameSync(join(at.root, 'next.pdf.tmp'), join(at.root, 'next.pdf'));
    await looking(at, 3 * SECOND_MS);
    expect(at.found).toHaveLength(before);
  });
});

describe('a folder for which a person has chosen a time', () => {
  it('waits that long for what was moved there, and not for what the window put there', async () => {
    const at = anIntake({ settleMs: 60_000, files: withVirtualTimes });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    moved.add('later.pdf');
    write(at, 'later.pdf', aPdf('later'));
    at.intake.putWhole(at.folder().id, 'put.pdf');
    write(at, 'put.pdf', aPdf('put'));
    await looking(at, 30 * SECOND_MS);
    expect(names(at)).toEqual(['put.pdf']);
    await looking(at, 35 * SECOND_MS);
    expect(names(at)).toEqual(['put.pdf', 'later.pdf']);
  });
});

describe('a file beside which its writer keeps another one', () => {
  it.each(['scan.pdf.tmp', 'scan.tmp', '~$scan.pdf', 'SCAN.PDF.part', 'scan.pdf~'])(
    'is not complete before that is gone: %s',
    async (name) => {
      const at = await watching(true);
      const before = at.found.length;
      write(at, name, aPdf('half'));
      write(at, 'scan.pdf', aPdf('scan'));
      await looking(at, MINUTE_MS);
      expect(at.found).toHaveLength(before);
      rmSync(join(at.root, name));
      await looking(at, 8 * SECOND_MS);
      expect(names(at).at(-1)).toBe('scan.pdf');
    },
  );

  it('is read after a quarter of an hour, whatever was left there', async () => {
    const at = await watching(true);
    write(at, 'scan.pdf.tmp', aPdf('left'));
    write(at, 'scan.pdf', aPdf('scan'));
    await looking(at, 15 * MINUTE_MS);
    await looking(at, 8 * SECOND_MS);
    expect(names(at).at(-1)).toBe('scan.pdf');
  });
});
