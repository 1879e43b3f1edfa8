import * as fc from 'fast-check';
import { virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { readsHere } from '#test/support/why-skipped.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { takeUp } from '#electron/intake/take-up.ts';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { Semaphore } from '#shared/async/semaphore.ts';
import { describe, expect, it } from 'vitest';
import { afterFailure, nextStep, afterLook, type Settling, UNFINISHED_MS, UNREADABLE_MS } from '#electron/intake/settle.ts';
import type { KnownFile } from '#electron/intake/store.ts';
import { aKnownFile, sampleFiles } from '#test/support/documents/sample-files.ts';
import type { Files, WatchRing } from '#shared/ports/files.ts';
import { anOpenJournal } from '#test/unit/electron/journal/an-open-journal.ts';
import { anIntake, type Of } from './an-intake.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { aPdf, largePdf } from '#test/support/documents/pdfs.ts';
import { oneFetchAtATime } from '#electron/intake/cloud/cloud-queue.ts';
import { fail } from '#shared/lib/result.ts';
import { NO_FOLDER_ENTRIES } from '#shared/domain/folder/folder-entries.ts';
import type { FileReader, ReadRequest } from '#shared/ports/file-reader.ts';

const SETTLE_MS = 5_000;
const pair = (bytes: number, modifiedAt = 0): KnownFile => aKnownFile(bytes, modifiedAt);
const step = (file: Settling, nowMs: number, ageMs = 0) => nextStep(file, { settleMs: SETTLE_MS, nowMs, ageMs });

describe('a file that settles', () => {
  it('is read when it has been the same for the quiet time', () => {
    const file = afterLook(afterLook(undefined, pair(10), 1_000), pair(10), 3_000);
    expect(step(file, 5_999)).toEqual({ kind: 'wait', untilMs: 6_000 });
    expect(step(file, 6_000)).toEqual({ kind: 'read' });
  });

  it.each([
    ['grows, as under a slow writer', pair(20)],
    ['is written again in the same length', pair(10, 7)],
    ['shrinks, as when it is replaced', pair(3, 7)],
  ])('is armed anew when it %s', (_what, next) => {
    const file = afterLook(afterLook(undefined, pair(10), 0), next, 4_900);
    expect(step(file, 9_899).kind).toBe('wait');
    expect(step(file, 9_900).kind).toBe('read');
  });

  it('is armed anew by a page that is added after it was found unfinished', () => {
    const cut = afterFailure(afterLook(undefined, pair(10), 0), 'unfinished', { nowMs: 5_000, reported: false });
    expect(step(cut, 60_000)).toEqual({ kind: 'wait', untilMs: 65_000 });
    expect(step(afterLook(cut, pair(30), 60_000), 65_000)).toEqual({ kind: 'read' });
  });

  it('is shown unfinished after a quarter of an hour, or at once when it has lain there for longer', () => {
    const cut = afterFailure(afterLook(undefined, pair(10), 0), 'unfinished', { nowMs: 5_000, reported: false });
    expect(step(cut, 64_999).kind).toBe('wait');
    expect(step(cut, UNFINISHED_MS - 1).kind).toBe('read');
    expect(step(cut, UNFINISHED_MS).kind).toBe('report');
    expect(step(cut, 5_000, UNFINISHED_MS).kind).toBe('report');
  });

  it('is tried again every few seconds while it cannot be read, and for ever after it was shown', () => {
    const held = afterFailure(afterLook(undefined, pair(10), 0), 'unreadable', { nowMs: 5_000, reported: false });
    expect(step(held, 5_000)).toEqual({ kind: 'wait', untilMs: 7_000 });
    expect(step(held, 7_000).kind).toBe('read');
    // However old it is: it may have been put there a moment ago.
    expect(step(held, UNREADABLE_MS - 1, 10 * UNFINISHED_MS).kind).toBe('read');
    expect(step(held, UNREADABLE_MS).kind).toBe('report');
    const shown = afterFailure(held, 'unreadable', { nowMs: UNREADABLE_MS, reported: true });
    expect(step(shown, UNREADABLE_MS).kind).toBe('wait');
    expect(step(shown, 2 * UNREADABLE_MS).kind).toBe('read');
  });

  it('never is read while it was seen to change within the quiet time, and never waits without an end', () => {
    const looks = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 9_000 }), bytes: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(looks, (all) => {
        let file: Settling | undefined;
        let [nowMs, changedMs, bytes] = [0, 0, -1];
        for (const look of all) {
          nowMs += look.afterMs;
          if (look.bytes !== bytes) changedMs = nowMs;
          bytes = look.bytes;
          file = afterLook(file, pair(bytes), nowMs);
          const next = step(file, nowMs);
          expect(next.kind === 'read').toBe(nowMs - changedMs >= SETTLE_MS);
          expect(step(file, next.kind === 'wait' ? next.untilMs : nowMs).kind).toBe('read');
        }
      }),
    );
  });
});

type SlowOf = Omit<Of, 'files'> & { readonly files?: (real: Files) => Partial<Files> };

/** A folder whose watcher the test rings. */
async function rungByHand(of: SlowOf) {
  const rings: WatchRing[] = [];
  const watch: Files['watch'] = (_path, ring) => {
    rings.push(ring);
    return { close: () => Promise.resolve() };
  };
  const at = anIntake({ ...of, settleMs: 1_000, files: (real) => ({ ...of.files?.(real), watch }) });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return { ...at, ring: () => rings[0]?.({ kind: 'look' }) };
}

/** A share whose first listings take this long. */
function slow(listings: number, milliseconds: number): SlowOf {
  const open = anOpenJournal();
  let listed = 0;
  const list = async (real: Files, path: string): ReturnType<Files['list']> => {
    // The folder's parent is listed too, for files that were dropped beside it.
    if (path.endsWith('Achats')) listed += 1;
    if (listed <= listings) await open.clock.sleep(milliseconds);
    return real.list(path);
  };
  return { open, files: (real) => ({ list: (path) => list(real, path) }) };
}

describe('a file that the watcher tells of right after a sweep', () => {
  it('is looked for at once, however long the journal took to note that sweep', async () => {
    const at = await rungByHand({ sweptMs: 3_000 });
    for (const [count, sample] of [sampleFiles.invoice, sampleFiles.png].entries()) {
      at.drop(sample);
      at.ring();
      await at.pass(3_000);
      expect(at.items()).toHaveLength(count + 1);
    }
  });

  it('is looked for at once, when one walk alone took long', async () => {
    const at = await rungByHand(slow(1, 3_000));
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(2_000);
    expect(at.items()).toHaveLength(1);
  });

  it('is looked for after four times as long as the walks take', async () => {
    const at = await rungByHand(slow(2, 3_000));
    at.ring();
    await at.pass(3_500);
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(10_000);
    expect(at.items()).toHaveLength(0);
    // Each turn of a busy machine costs half a second more; the sweep that would find it without the ring comes after 30 s.
    await at.pass(10_000);
    expect(at.items()).toHaveLength(1);
  });

  it('is never looked for later than without it', async () => {
    const at = await rungByHand(slow(2, 15_000));
    at.ring();
    await at.pass(15_500);
    at.drop(sampleFiles.invoice);
    at.ring();
    await at.pass(32_000);
    expect(at.items()).toHaveLength(1);
  });
});

describe('a file that is too large to be sent', () => {
  it('is known by its content, in two copies as in one, and by what it is', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    const { path: root } = at.folder();
    const bytes = largePdf(FILE_BYTES_MAX + 1_000_000);
    for (const name of ['scan.pdf', 'again.pdf']) writeFileSync(join(root, name), bytes);
    await at.until(() => at.found.length === 2);
    const problem = { kind: 'too-large', bytes: bytes.byteLength, bytesMax: FILE_BYTES_MAX, found: 'pdf' };
    expect(at.items()).toMatchObject([{ sha256: hex(nodeSha256([bytes])), state: { kind: 'unfit', by: 'intray', problem } }]);
  });
});

it('reads no further file while there is no room for what it found, and all of them when there is', async () => {
  const waiting: (() => void)[] = [];
  let isFull = false;
  const at = anIntake({ room: () => (isFull && at.found.length >= 2 ? new Promise<void>((resolve) => waiting.push(resolve)) : null) });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  for (let file = 0; file < 20; file += 1) writeFileSync(join(at.root, `scan-${file}.pdf`), aPdf(`scan ${file}`));
  isFull = true;
  await at.until(() => waiting.length > 0);
  await at.pass(60_000);
  // Only those that had begun: eight at a time.
  expect(at.found.length).toBeLessThan(10);
  isFull = false;
  for (const go of waiting) go();
  await at.until(() => at.items().length === 20);
});

const hashRequest = (path: string): ReadRequest => ({ path, root: '/', want: 'hash', copy: null });

it('reads that may fetch go one after the other, also after one that broke; others wait for none', async () => {
  const begun: string[] = [];
  const goOn = new Map<string, (broke: boolean) => void>();
  const reader: FileReader = {
    ready: () => undefined,
    read: async ({ path }) => {
      begun.push(path);
      if (await new Promise<boolean>((resolve) => goOn.set(path, resolve))) throw new Error('a bug');
      return fail({ kind: 'gone', code: 'ENOENT' });
    },
  };
  const one = oneFetchAtATime(reader);
  const broken = one.read({ ...hashRequest('a'), fetch: true });
  const second = one.read({ ...hashRequest('b'), fetch: true });
  const plain = one.read(hashRequest('c'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['c', 'a']);
  goOn.get('a')?.(true);
  await expect(broken).rejects.toThrow('a bug');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['c', 'a', 'b']);
  goOn.get('b')?.(false);
  goOn.get('c')?.(false);
  expect([(await second).ok, (await plain).ok]).toEqual([false, false]);
});

async function taken(before: string, now: string) {
  const path = tempFolder();
  const file = join(path, 'scan.pdf');
  writeFileSync(file, before);
  const files = nodeFiles();
  const seen = await files.stat(file);
  if (!seen.ok) throw new Error('it was just written');
  if (now !== before) writeFileSync(file, now);
  const by = {
    clock: virtualClock(),
    ...readsHere(files),
    store: { mapping: () => null },
    stop: new AbortController().signal,
    reads: new Semaphore(1),
  };
  return takeUp(
    { path, importType: 'purchase-invoices', pairs: 'no', entries: NO_FOLDER_ENTRIES },
    { relativePath: 'scan.pdf', pair: asSeen(seen.value), kind: 'file', bulkArrival: false },
    by,
  );
}

describe('a file that is taken up', () => {
  it('and was changed since it was seen quiet is not what was waited for, however whole it is', async () => {
    expect(await taken('%PDF-1.4 first', 'another and longer one')).toMatchObject({ kind: 'changed', pair: { bytes: 22 } });
  });

  it('and is as it was is inspected', async () => {
    expect(await taken('no scan', 'no scan')).toMatchObject({ kind: 'inspected', inspected: { kind: 'unfit' } });
  });
});
