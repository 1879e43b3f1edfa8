import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files, ReadOptions } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';
import { NO_ODD_NAMES, unless } from '#test/support/why-skipped.ts';

const first = readFileSync(sampleFiles.invoice.path);
const second = readFileSync(sampleFiles.threePages.path);

/** Watching, and past its first look. */
async function watching(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return at;
}

/** A look every second, between the scanner's steps, as the doorbell causes it. */
async function looking(at: AnIntake, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += SECOND_MS) {
    at.intake.lookAgain();
    await at.pass(SECOND_MS);
  }
}

const states = (at: AnIntake) => at.items().map(({ id }) => at.open.journal.items.get(id)?.state.kind);
const contents = (at: AnIntake) => at.found.map(({ inspected }) => inspected.sha256);
const content = (bytes: Uint8Array) => hex(nodeSha256([bytes]));

const RESULT_FOLDERS = { accepted: 'Sent', refused: 'Refused' };

describe('a scanner', () => {
  it('that keeps its file to itself for as long as it writes, as on Windows, is waited for and never said to be unreadable', async () => {
    let isHeld = true;
    const at = await watching({
      files: (real) => ({ read: async (path, options) => (isHeld ? fail({ kind: 'busy', code: 'EBUSY' }) : real.read(path, options)) }),
    });
    const path = join(at.root, 'SCN_0002.pdf');
    const step = Math.ceil(first.length / 6);
    for (let from = 0; from < first.length; from += step) {
      appendFileSync(path, first.subarray(from, from + step));
      await looking(at, MINUTE_MS);
      expect(at.found).toEqual([]);
    }
    isHeld = false;
    await looking(at, 8 * SECOND_MS);
    expect([contents(at), states(at)]).toEqual([[content(first)], ['waiting']]);
  });

  it('that writes for minutes, and closes and opens its file many times, makes one document', async () => {
    const at = await watching();
    const path = join(at.root, 'SCN_0001.pdf');
    const step = Math.ceil(first.length / 60);
    for (let from = 0; from < first.length; from += step) {
      // Opens the file again for each strip, as scanners do.
      appendFileSync(path, first.subarray(from, from + step));
      await looking(at, 4 * SECOND_MS);
      expect(at.found).toEqual([]);
    }
    await looking(at, 8 * SECOND_MS);
    expect([contents(at), states(at)]).toEqual([[content(first)], ['waiting']]);
  });

  it('that reserves the whole room first and fills it later makes one document, when it is filled', async () => {
    const at = await watching();
    const file = openSync(join(at.root, 'SCN_0002.pdf'), 'w');
    ftruncateSync(file, first.length);
    const foundBefore: number[] = [];
    for (let from = 0; from < first.length; from += 10_000) {
      writeSync(file, first, from, Math.min(10_000, first.length - from), from);
      // Quiet for longer than the settle time, and at full size all the while.
      await looking(at, 12 * SECOND_MS);
      foundBefore.push(at.found.length);
    }
    closeSync(file);
    await looking(at, 8 * SECOND_MS);
    expect(contents(at)).toEqual([content(first)]);
    expect(new Set(foundBefore.slice(0, -1))).toEqual(new Set([0]));
  });

  it('that writes under a temporary name and renames makes one document under the last name', async () => {
    const at = await watching();
    writeFileSync(join(at.root, 'SCN_0003.pdf.filepart'), first);
    await looking(at, 10 * SECOND_MS);
    expect(at.found).toEqual([]);
    renameSync(join(at.root, 'SCN_0003.pdf.filepart'), join(at.root, 'SCN_0003.pdf'));
    await looking(at, 8 * SECOND_MS);
    expect(at.items().map(({ name }) => name)).toEqual(['SCN_0003.pdf']);
  });

  it('that adds a page after forty seconds makes one document of two pages where the folder waits for two minutes', async () => {
    const at = await watching({ settleMs: 2 * MINUTE_MS });
    const path = join(at.root, 'SCN_0004.pdf');
    writeFileSync(path, first);
    await looking(at, 40 * SECOND_MS);
    writeFileSync(path, second);
    await looking(at, 119 * SECOND_MS);
    expect(at.found).toEqual([]);
    await looking(at, 30 * SECOND_MS);
    expect([contents(at), states(at)]).toEqual([[content(second)], ['waiting']]);
  });

  it('that adds it where nobody chose to wait makes two, of which the first is not sent as well', async () => {
    const at = await watching();
    const path = join(at.root, 'SCN_0005.pdf');
    writeFileSync(path, first);
    await looking(at, 40 * SECOND_MS);
    writeFileSync(path, second);
    await looking(at, 10 * SECOND_MS);
    expect([contents(at), states(at)]).toEqual([
      [content(first), content(second)],
      ['aside', 'waiting'],
    ]);
    expect(at.items()[1]?.replaces).toBe(at.items()[0]?.id);
  });

  it('that counts from one again every morning makes a document of each, and none is linked to another', async () => {
    const at = await watching();
    const path = join(at.root, 'SCN_0001.pdf');
    writeFileSync(path, first);
    await looking(at, 10 * SECOND_MS);
    rmSync(path);
    await looking(at, 2 * SECOND_MS);
    writeFileSync(path, second);
    await looking(at, 10 * SECOND_MS);
    expect(at.items().map(({ replaces }) => replaces)).toEqual([null, null]);
    expect(states(at)).toEqual(['waiting', 'waiting']);
  });

  it('that is done without a trace that the disk would show is taken up all the same', async () => {
    const at = await watching();
    let whole = false;
    const path = join(at.root, 'SCN_0006.pdf');
    writeFileSync(path, first);
    const again = anIntake({
      open: at.open,
      root: at.root,
      files: (real) => ({ read: async (place, options) => (whole ? real.read(place, options) : halfRead(real, place, options)) }),
    });
    await at.intake.close();
    again.intake.start();
    await looking(again, 20 * SECOND_MS);
    expect(again.found).toEqual([]);
    whole = true;
    await looking(again, MINUTE_MS);
    expect(contents(again)).toEqual([content(first)]);
  });
});

async function halfRead(real: Files, path: string, options: ReadOptions): ReturnType<Files['read']> {
  const read = await real.read(path, options);
  if (!read.ok) return read;
  return { ...read, value: { ...read.value, bytes: read.value.bytes?.map((byte, at) => (at > 9_000 ? 0 : byte)) ?? null } };
}

describe('sub-folders', () => {
  it('are watched, or not, as the person wants, and what is known of them is not forgotten', async () => {
    const at = await watching();
    mkdirSync(join(at.root, '2026'));
    at.drop(sampleFiles.invoice, '2026/a.pdf');
    await looking(at, 10 * SECOND_MS);
    expect(at.items()).toHaveLength(1);
    at.open.journal.folders.change(at.folder().id, { subfolders: false, resultFolders: RESULT_FOLDERS });
    at.drop(sampleFiles.quote, '2026/b.pdf');
    at.drop(sampleFiles.jpeg, 'c.jpg');
    await looking(at, 10 * SECOND_MS);
    expect(at.items().map(({ name }) => name)).toEqual(['a.pdf', 'c.jpg']);
    expect([...at.open.journal.intake.knownFiles(at.folder().id)].flat().map(([path]) => path)).toEqual(['2026/a.pdf', 'c.jpg']);
    at.open.journal.folders.change(at.folder().id, { subfolders: true, resultFolders: RESULT_FOLDERS });
    await looking(at, 10 * SECOND_MS);
    expect(at.items()).toHaveLength(3);
  });
});

describe('names', unless(NO_ODD_NAMES), () => {
  it('that are no UTF-8 are shown with marks and sent under a clean name; composed or not, an accent is one letter', async () => {
    const at = await watching();
    writeFileSync(Buffer.concat([Buffer.from(`${at.root}/`), Buffer.from('Reçu été.pdf', 'latin1')]), first);
    writeFileSync(join(at.root, 'Facture re\u0301glée.PDF'), second);
    await looking(at, 10 * SECOND_MS);
    expect(Object.fromEntries(at.items().map(({ name, sentName }) => [name, sentName]))).toEqual({
      'Facture réglée.PDF': 'Facture réglée.pdf',
      'Re\u{fffd}u \u{fffd}t\u{fffd}.pdf': 'Re_u _t_.pdf',
    });
    await looking(at, 2 * MINUTE_MS);
    expect(at.found).toHaveLength(2);
  });

  it('in both forms of an accent are one document when the bytes are the same, and none is lost when the share changes the form', async () => {
    const at = await watching();
    writeFileSync(join(at.root, 're\u0301gle\u0301.pdf'), first);
    await looking(at, 10 * SECOND_MS);
    renameSync(join(at.root, 're\u0301gle\u0301.pdf'), join(at.root, 'réglé.pdf'));
    await looking(at, 10 * SECOND_MS);
    expect([at.items().length, states(at)]).toEqual([1, ['waiting']]);
    expect(at.open.journal.list.detail(at.items()[0]?.id ?? ('' as never))?.places.filter(({ present }) => present)).toHaveLength(1);
  });

  it('as long as a disk takes, without an ending, or with a turn of writing are all sent', async () => {
    const at = await watching();
    const names = [`${'é'.repeat(125)}.pdf`, 'facture', 'fac\u202Efdp.exe.pdf', 'SCAN.Pdf'];
    for (const [n, name] of names.entries()) writeFileSync(join(at.root, name), Buffer.concat([first, Buffer.from(`\n% ${n}\n`)]));
    await looking(at, 10 * SECOND_MS);
    expect(states(at)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    for (const { sentName } of at.items()) {
      expect(Buffer.byteLength(sentName)).toBeLessThanOrEqual(120);
      expect(sentName).toMatch(/^[^\u202E]+\.pdf$/);
    }
  });
});
