import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';

const whole = readFileSync(sampleFiles.invoice.path);
const cut = whole.subarray(0, 9_000);

async function watching(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return at;
}

/** The test's clock is in another year than the disk's. */
function put(at: AnIntake, name: string, bytes: Uint8Array): void {
  const path = join(at.root, name);
  writeFileSync(path, bytes);
  utimesSync(path, at.clock.wallMs() / 1_000, at.clock.wallMs() / 1_000);
}

/** A look every second, as the watcher's rings cause it. */
async function looking(at: AnIntake, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += SECOND_MS) {
    at.intake.lookAgain();
    await at.pass(SECOND_MS);
  }
}

/** All names that were reported at any moment, including those no longer reported. */
function toldNames(at: AnIntake): Set<string> {
  const names = new Set<string>();
  at.intake.onChange(() => at.intake.unfinished().forEach(({ files }) => files.forEach(({ name }) => names.add(name))));
  return names;
}

/** As another file system may order it. */
async function listedBackwards(real: Files, path: string): ReturnType<Files['list']> {
  const listed = await real.list(path);
  return listed.ok ? { ...listed, value: listed.value.toReversed() } : listed;
}

const filesOf = (at: AnIntake) => at.intake.unfinished().flatMap(({ files }) => files);
const send = (at: AnIntake, name: string) => at.intake.sendAsItIs(at.folder().id, name);
const states = (at: AnIntake) => at.items().map(({ id }) => at.open.journal.items.get(id)?.state.kind);

describe('a file that is not complete', () => {
  it('is told with name, size and since when once it was read, long before it is a document, and not when it is whole', async () => {
    const at = await watching();
    const told = toldNames(at);
    const since = at.clock.wallMs();
    put(at, 'facture.pdf', cut);
    await looking(at, 10 * SECOND_MS);
    const [file] = filesOf(at);
    expect(Array.from(told)).toEqual(['facture.pdf']);
    expect(file).toMatchObject({ path: 'facture.pdf', name: 'facture.pdf', bytes: 9_000, isSendable: true });
    expect((file?.since ?? 0) - since).toBeLessThan(3 * SECOND_MS);
    expect(at.intake.unfinished()).toMatchObject([{ folderId: at.folder().id, more: 0 }]);
    await looking(at, 3 * MINUTE_MS);
    expect([filesOf(at), at.items()]).toEqual([[file], []]);
    put(at, 'facture.pdf', whole);
    await looking(at, 8 * SECOND_MS);
    expect([filesOf(at), states(at)]).toEqual([[], ['waiting']]);
  });

  it('is told no more when it is gone, when its folder is, and when it is a document that cannot be sent', async () => {
    const at = await watching();
    put(at, 'a.pdf', cut);
    put(at, 'b.pdf', cut);
    await looking(at, 10 * SECOND_MS);
    rmSync(join(at.root, 'a.pdf'));
    await looking(at, 3 * SECOND_MS);
    expect(filesOf(at).map(({ name }) => name)).toEqual(['b.pdf']);
    await at.pass(16 * MINUTE_MS);
    expect([filesOf(at), states(at)]).toEqual([[], ['unfit']]);
    put(at, 'c.pdf', cut);
    await looking(at, 10 * SECOND_MS);
    expect(filesOf(at)).toHaveLength(1);
    rmSync(at.root, { recursive: true });
    await at.pass(31 * SECOND_MS);
    expect(at.intake.unfinished()).toEqual([]);
  });

  it('is told among the first five, those that can be sent before empty ones and by name, with how many more there are', async () => {
    const at = await watching({ files: (real) => ({ list: (path) => listedBackwards(real, path) }) });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) put(at, `${name}.pdf`, new Uint8Array());
    await looking(at, 10 * SECOND_MS);
    put(at, 'g.pdf', cut);
    await looking(at, 10 * SECOND_MS);
    expect(at.intake.unfinished()).toMatchObject([{ more: 2 }]);
    expect(filesOf(at).map(({ name, isSendable }) => [name, isSendable])).toEqual([
      ['g.pdf', true],
      ...['a', 'b', 'c', 'd'].map((name) => [`${name}.pdf`, false]),
    ]);
  });
});

describe('a file that is being written', () => {
  it('is told while it goes on growing, with its size, and cannot be sent', async () => {
    const at = await watching();
    for (let bytes = 1_000; bytes <= 12_000; bytes += 1_000) {
      put(at, 'lent.pdf', whole.subarray(0, bytes));
      await looking(at, SECOND_MS);
    }
    const [file] = filesOf(at);
    expect(file).toMatchObject({ name: 'lent.pdf', isSendable: false });
    expect(file?.bytes).toBeGreaterThan(8_000);
    expect(await send(at, 'lent.pdf')).toBe('changed');
    expect(at.items()).toEqual([]);
  });

  it('does not flash up where a scan is written within seconds and settles, however long its folder waits', async () => {
    const at = await watching({ settleMs: 60_000 });
    const told = toldNames(at);
    for (const bytes of [3_000, 9_000, 20_000, whole.length]) {
      put(at, 'scan.pdf', whole.subarray(0, bytes));
      await looking(at, SECOND_MS);
    }
    await looking(at, 70 * SECOND_MS);
    expect([Array.from(told), states(at)]).toEqual([[], ['waiting']]);
  });
});

describe('a file that a person has sent as it is', () => {
  it('is a document of what its first bytes say, whatever it is called, and is not found anew', async () => {
    const at = await watching();
    put(at, 'facture.dat', cut);
    await looking(at, 2 * MINUTE_MS);
    expect([await send(at, 'facture.dat'), filesOf(at)]).toEqual(['taken', []]);
    expect(at.found.map(({ inspected }) => inspected)).toMatchObject([
      { kind: 'fit', mediaType: 'application/pdf', sentName: 'facture.dat.pdf', sha256: hex(nodeSha256([cut])) },
    ]);
    await at.pass(20 * MINUTE_MS);
    expect([filesOf(at), states(at), at.found.length]).toEqual([[], ['waiting'], 1]);
  });

  it.each([
    ['jpeg', sampleFiles.cutJpeg, 'image/jpeg'],
    ['png', sampleFiles.cutPng, 'image/png'],
    ['bmp', sampleFiles.cutBmp, 'image/bmp'],
  ] as const)('is a %s where it begins as one', async (_type, sample, mediaType) => {
    const at = await watching();
    put(at, 'scan', readFileSync(sample.path));
    await looking(at, 2 * MINUTE_MS);
    expect(await send(at, 'scan')).toBe('taken');
    expect(at.items()).toMatchObject([{ mediaType, state: { kind: 'waiting' } }]);
  });

  it('waits for its minute, and settles anew where it changed meanwhile', async () => {
    const at = await watching();
    put(at, 'facture.pdf', cut);
    await looking(at, 30 * SECOND_MS);
    expect(await send(at, 'facture.pdf')).toBe('too-soon');
    await looking(at, MINUTE_MS);
    // No look has happened since.
    put(at, 'facture.pdf', whole.subarray(0, 15_000));
    expect(await send(at, 'facture.pdf')).toBe('changed');
    expect(filesOf(at)).toMatchObject([{ bytes: 15_000, isSendable: false }]);
    await looking(at, 10 * SECOND_MS);
    expect([filesOf(at).map(({ isSendable }) => isSendable), at.items()]).toEqual([[true], []]);
    expect(await send(at, 'facture.pdf')).toBe('taken');
    expect(at.items()).toMatchObject([{ bytes: 15_000 }]);
  });

  it('is no empty one, none of another kind, and none that nobody waits for', async () => {
    const at = await watching();
    put(at, 'vide.pdf', new Uint8Array());
    put(at, 'zeros.pdf', new Uint8Array(20_000));
    put(at, 'entier.pdf', whole);
    await looking(at, 2 * MINUTE_MS);
    expect(await send(at, 'vide.pdf')).toBe('not-fit');
    expect(await send(at, 'zeros.pdf')).toBe('not-fit');
    for (const name of ['entier.pdf', 'nowhere.pdf', '../Achats/vide.pdf']) expect(await send(at, name)).toBeNull();
    expect(states(at)).toEqual(['waiting']);
  });

  it('is linked to the document of the same content, and asked about where it came with a bulk arrival', async () => {
    const at = await watching();
    put(at, 'a.pdf', cut);
    put(at, 'b.pdf', cut);
    await looking(at, 2 * MINUTE_MS);
    expect([await send(at, 'a.pdf'), await send(at, 'b.pdf'), states(at)]).toEqual(['taken', 'known', ['waiting']]);
    for (let number = 0; number < 51; number += 1) put(at, `${number}.pdf`, whole.subarray(0, 10_000 + number));
    await looking(at, 2 * MINUTE_MS);
    expect(await send(at, '7.pdf')).toBe('taken');
    expect(states(at)).toEqual(['waiting', 'held']);
  });

  it('is sent where its content stands in the list as unfit, as that document', async () => {
    const at = await watching();
    put(at, 'a.pdf', cut);
    await looking(at, 20 * MINUTE_MS);
    expect(states(at)).toEqual(['unfit']);
    put(at, 'b.pdf', cut);
    await looking(at, 2 * MINUTE_MS);
    const now = at.clock.wallMs();
    expect([await send(at, 'b.pdf'), states(at)]).toEqual(['taken', ['waiting']]);
    const [document] = at.items().map(({ id }) => at.open.journal.items.get(id));
    expect(document).toMatchObject({ allTheSameAt: now, mediaType: 'application/pdf', sentName: 'b.pdf' });
    put(at, 'c.pdf', cut);
    await looking(at, 2 * MINUTE_MS);
    expect([await send(at, 'c.pdf'), states(at)]).toEqual(['known', ['waiting']]);
  });

  it('is sent once by two presses at the same time, and not at all while its folder is away', async () => {
    const at = await watching();
    put(at, 'a.pdf', cut);
    await looking(at, 2 * MINUTE_MS);
    expect((await Promise.all([send(at, 'a.pdf'), send(at, 'a.pdf')])).sort()).toEqual([null, 'taken']);
    expect(at.found).toHaveLength(1);
    put(at, 'b.pdf', cut);
    await looking(at, 2 * MINUTE_MS);
    rmSync(at.root, { recursive: true });
    expect(await send(at, 'b.pdf')).toBe('unreadable');
  });
});
