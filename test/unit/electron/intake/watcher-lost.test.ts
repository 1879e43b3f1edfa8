import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';
import { sameFolder } from '#shared/domain/folder/same-folder.ts';
import type { Files, Watch, WatchRing } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

const NEXT_SWEEP_MS = 31_000;

/** Different documents: each ends with a comment of its own. */
function dropMany(root: string, count: number, from = 0): void {
  for (let n = from; n < from + count; n += 1) {
    const path = join(root, `${n}.pdf`);
    copyFileSync(sampleFiles.jpeg.path, path);
    appendFileSync(path, `${n}`);
  }
}

function asShare(_path: string, ring: WatchRing): Watch {
  ring({ kind: 'share' });
  return { close: () => Promise.resolve() };
}

const kinds = (at: AnIntake) => new Set(at.items().map(({ state }) => state.kind));

describe('a folder that the system tells nothing of', () => {
  it('is found to have new files by looking, says so, and says when it hears again', async () => {
    const rings: WatchRing[] = [];
    const watch = (_path: string, ring: WatchRing) => {
      rings.push(ring);
      return { close: () => Promise.resolve() };
    };
    const at = anIntake({ files: () => ({ watch }) });
    let told = 0;
    at.intake.onChange(() => {
      told += 1;
    });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    expect(at.intake.watching(at.folder().id)).toBe('events');
    rings[0]?.({ kind: 'lost', code: 'ENOSPC' });
    expect([at.intake.watching(at.folder().id), told]).toEqual(['polling', 1]);
    at.drop(sampleFiles.invoice);
    await at.pass(NEXT_SWEEP_MS + 6_000);
    expect(at.items()).toHaveLength(1);
    rings[0]?.({ kind: 'restored' });
    expect([at.intake.watching(at.folder().id), told]).toEqual(['events', 2]);
  });

  it('since it lies on another computer has its files by looking, and says that', async () => {
    const at = anIntake({ files: () => ({ watch: asShare }) });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    at.drop(sampleFiles.invoice);
    await at.pass(NEXT_SWEEP_MS + 6_000);
    expect([at.items().length, at.intake.watching(at.folder().id)]).toEqual([1, 'share']);
    expect(at.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('because its watcher throws is looked at all the same', async () => {
    const at = anIntake({
      files: () => ({
        watch: () => {
          throw new Error('no');
        },
      }),
    });
    at.drop(sampleFiles.invoice);
    at.intake.start();
    await at.until(() => at.items().length === 1);
    expect(at.intake.watching(at.folder().id)).toBe('polling');
  });

  it('since its events overflowed has all its files in the end, held, and few of them in memory', async () => {
    const at = anIntake({ files: () => ({ watch: watchFolder }) });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    let [reading, most] = [0, 0];
    const count = 600;
    const watched = anIntake({
      open: at.open,
      root: at.root,
      files: (real) => ({
        watch: watchFolder,
        read: async (path, options) => {
          reading += 1;
          most = Math.max(most, reading);
          const read = await real.read(path, options);
          reading -= 1;
          return read;
        },
      }),
    });
    await at.intake.close();
    watched.intake.start();
    await watched.pass(2_000);
    // In one turn of the loop: more events than the system keeps for us (16,384), so those of the scans are lost.
    for (let n = 0; n < 20_000; n += 1) appendFileSync(join(at.root, n % 2 === 0 ? 'a.tmp' : 'b.tmp'), 'x');
    dropMany(at.root, count);
    await watched.until(() => watched.items().length === count);
    expect([kinds(watched), most]).toEqual([new Set(['held']), 4]);
  });
});

async function swapped(): Promise<AnIntake> {
  const at = anIntake();
  at.drop(sampleFiles.invoice);
  at.intake.start();
  await at.until(() => at.folder().identity !== null && at.items().length === 1);
  renameSync(at.root, `${at.root}-away`);
  mkdirSync(at.root);
  at.drop(sampleFiles.quote, 'old.pdf');
  utimesSync(join(at.root, 'old.pdf'), 1_000_000, 1_000_000);
  at.drop(sampleFiles.jpeg, 'recent.jpg');
  utimesSync(join(at.root, 'recent.jpg'), 1_000_000, 1_000_000);
  await at.until(() => at.folder().state === 'swapped');
  return at;
}

describe('another folder in the place of a watched one', () => {
  it('is left alone until a person says that it is the right one; then its files are asked about, and later ones are sent', async () => {
    const at = await swapped();
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.items()).toHaveLength(1);
    expect(at.open.journal.folders.accept(at.folder().id)).toMatchObject({ state: 'present', existing: 'ask', identity: null });
    at.intake.lookAgain();
    await at.until(() => at.items().length === 3);
    expect(at.items().map(({ state }) => state.kind)).toEqual(['waiting', 'held', 'held']);
    at.drop(sampleFiles.png);
    await at.until(() => at.items().length === 4);
    expect(at.items()[3]?.state.kind).toBe('waiting');
    const now = await nodeFiles().stat(at.root);
    const { identity } = at.folder();
    expect(now.ok && identity !== null && sameFolder(now.value.identity, identity)).toBe(true);
  });

  it('is no longer in question when the old one is back', async () => {
    const at = await swapped();
    rmSync(at.root, { recursive: true });
    renameSync(`${at.root}-away`, at.root);
    await at.until(() => at.folder().state === 'present');
    expect(at.open.journal.folders.accept(at.folder().id)).toBeNull();
    await at.pass(NEXT_SWEEP_MS);
    expect(at.items()).toHaveLength(1);
  });
});

async function watching(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return at;
}

/** As if the target of a link did not answer. */
const listUnknowing = async (real: Files, path: string): ReturnType<Files['list']> => {
  const listed = await real.list(path);
  return listed.ok ? { ...listed, value: listed.value.map((entry) => ({ ...entry, special: null })) } : listed;
};

const passedOver = (at: AnIntake) => at.intake.passedOver(at.folder().id).linked;

describe('a link to a folder', unless(NO_LINKS), () => {
  it('is passed over with one line, is no document, and its files are not sent', async () => {
    const at = await watching();
    const elsewhere = join(dirname(at.root), 'Ailleurs');
    mkdirSync(elsewhere);
    let told = 0;
    at.intake.onChange(() => (told += 1));
    for (const name of ['lien', 'second lien']) symlinkSync(elsewhere, join(at.root, name));
    at.drop(sampleFiles.invoice, '../Ailleurs/a.pdf');
    await at.pass(20 * MINUTE_MS);
    expect(at.items()).toEqual([]);
    expect([passedOver(at)?.folders, told]).toEqual([2, 1]);
    expect(passedOver(at)?.first).toMatch(/lien$/);
    for (const name of ['lien', 'second lien']) rmSync(join(at.root, name));
    await at.pass(MINUTE_MS);
    expect([passedOver(at), told]).toEqual([null, 2]);
  });

  it('is an ordinary link, which is set aside, where it is not known to lead to one', async () => {
    const at = await watching({ files: (real) => ({ list: (path) => listUnknowing(real, path) }) });
    symlinkSync(dirname(at.root), join(at.root, 'lien'));
    await at.until(() => at.items().length === 1);
    expect([at.found[0]?.inspected, passedOver(at)]).toMatchObject([{ kind: 'unfit', problem: { kind: 'link' } }, null]);
  });

  it('that leads to a file, or nowhere, is a document that is set aside, as before', async () => {
    const at = await watching();
    at.drop(sampleFiles.invoice, '../a.pdf');
    symlinkSync(join(at.root, '..', 'a.pdf'), join(at.root, 'fichier.pdf'));
    symlinkSync('/nowhere/at/all', join(at.root, 'nulle part.pdf'));
    await at.until(() => at.items().length === 2);
    expect(at.found.map(({ inspected }) => inspected)).toMatchObject([{ problem: { kind: 'link' } }, { problem: { kind: 'link' } }]);
    expect(passedOver(at)).toBeNull();
  });
});
