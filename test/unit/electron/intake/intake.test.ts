import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { type AnIntake, anIntake } from './an-intake.ts';

const NEXT_SWEEP_MS = 31_000;
const problems = (at: AnIntake) => at.items().map(({ state }) => (state.kind === 'unfit' ? state.problem.kind : state.kind));
/** A disk other than that of the temporary files; null if there is none. */
const elsewhere = ['/dev/shm'].find((path) => existsSync(path) && statSync(path).dev !== statSync(tmpdir()).dev) ?? null;
const whole = readFileSync(sampleFiles.invoice.path);

describe('intake', () => {
  it('has what reads made ready when something new is found, and neither at the start nor for what it found before', async () => {
    let ready = 0;
    const at = anIntake({ settleMs: 60_000, ready: () => (ready += 1) });
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    expect(ready).toBe(0);
    at.drop(sampleFiles.invoice);
    at.intake.lookAgain();
    await at.pass(2_000);
    expect(ready).toBe(1);
    at.intake.lookAgain();
    await at.pass(2_000);
    expect(ready).toBe(1);
  });

  it('makes an item of a new scan when it has been quiet, with the bytes that lie there', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    at.drop(sampleFiles.accented);
    await at.until(() => at.items().length === 1);
    expect(at.items()[0]).toMatchObject({ name: 'Reçu boulangerie été.pdf', mediaType: 'application/pdf', state: { kind: 'waiting' } });
    expect(at.found[0]?.inspected).toMatchObject({ sha256: hex(nodeSha256([readFileSync(sampleFiles.accented.path)])) });
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.found).toHaveLength(1);
  });

  it('waits for a slow writer, and for the page that a scanner adds later', async () => {
    const at = anIntake();
    at.intake.start();
    const path = join(at.root, 'lent.pdf');
    const sizes: number[] = [];
    for (let from = 0; from < whole.length; from += 5_000) {
      appendFileSync(path, whole.subarray(from, from + 5_000));
      await at.pass(NEXT_SWEEP_MS);
      sizes.push(...at.found.map(({ known }) => known.bytes));
    }
    await at.until(() => at.items().length === 1);
    expect(new Set([...sizes, whole.length])).toEqual(new Set([whole.length]));
    appendFileSync(path, whole);
    await at.until(() => at.items().length === 2);
    expect(at.items().map(({ bytes }) => bytes)).toEqual([whole.length, 2 * whole.length]);
  });

  it('does not take a whole file that is replaced within the quiet time', async () => {
    const at = anIntake({ settleMs: 60_000 });
    at.drop(sampleFiles.invoice, 'scan.pdf');
    at.intake.start();
    await at.until(() => at.folder().lastSweptAt !== null);
    await at.pass(10_000);
    at.drop(sampleFiles.quote, 'scan.pdf');
    await at.until(() => at.items().length > 0);
    expect(at.found.map(({ known }) => known.bytes)).toEqual([readFileSync(sampleFiles.quote.path).byteLength]);
  });

  it('links the copy of a scan to the item that is there', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice);
    at.drop(sampleFiles.copy);
    at.intake.start();
    await at.until(() => at.found.length === 2);
    expect(at.items()).toHaveLength(1);
    const [made] = at.items();
    expect(made && at.open.journal.list.detail(made.id)?.places).toHaveLength(2);
  });

  it('finds what lies deeper, and passes by what is none of ours', async () => {
    const at = anIntake();
    mkdirSync(join(at.root, '2026', 'janvier'), { recursive: true });
    mkdirSync(join(at.root, '@eaDir'));
    for (const name of ['2026/janvier/a.pdf', '@eaDir/b.pdf', '~$c.pdf', 'd.pdf.part']) at.drop(sampleFiles.invoice, name);
    at.intake.start();
    await at.until(() => at.found.length > 0);
    await at.pass(NEXT_SWEEP_MS);
    expect(at.found.map(({ relativePath }) => relativePath)).toEqual(['2026/janvier/a.pdf']);
  });

  it('sets aside what cannot be sent at once', async () => {
    const at = anIntake();
    at.drop(sampleFiles.password);
    at.drop(sampleFiles.heic);
    at.intake.start();
    await at.until(() => at.items().length === 2);
    expect(problems(at).sort()).toEqual(['not-taken', 'password']);
  });

  it('shows an unfinished file after a quarter of an hour, and takes it when it is finished', async () => {
    const at = anIntake();
    const path = join(at.root, 'facture.pdf');
    writeFileSync(path, whole.subarray(0, 9_000));
    // The test's clock is in another year than the disk's.
    utimesSync(path, at.clock.wallMs() / 1_000, at.clock.wallMs() / 1_000);
    at.intake.start();
    await at.pass(14 * MINUTE_MS);
    expect(at.found).toEqual([]);
    await at.pass(2 * MINUTE_MS);
    expect(at.items().map(({ state }) => state)).toEqual([{ kind: 'unfit', by: 'intray', problem: { kind: 'damaged', found: 'pdf' } }]);
    writeFileSync(path, whole);
    await at.until(() => at.items().length === 2);
    expect(at.items()[1]?.state.kind).toBe('waiting');
  });

  it('shows one that cannot be read after two minutes, and takes it when it can', async () => {
    let busy = true;
    const at = anIntake({
      files: (real) => ({ read: async (path, options) => (busy ? fail({ kind: 'busy', code: 'EBUSY' }) : real.read(path, options)) }),
    });
    at.drop(sampleFiles.invoice);
    utimesSync(join(at.root, sampleFiles.invoice.name), at.clock.wallMs() / 1_000, at.clock.wallMs() / 1_000);
    at.intake.start();
    await at.pass(MINUTE_MS);
    expect(at.items()).toEqual([]);
    await at.pass(2 * MINUTE_MS);
    expect(at.items().map(({ state }) => state)).toMatchObject([{ kind: 'unfit', problem: { kind: 'unreadable', code: 'EBUSY' } }]);
    busy = false;
    await at.until(() => at.items().length === 2);
    expect(at.items()[1]?.state.kind).toBe('waiting');
    expect(at.open.journal.items.counts()).toMatchObject({ unfit: 0, aside: 1, waiting: 1 });
  });

  it('takes one that could not be read when it can, also after a restart', async () => {
    const before = anIntake({ files: () => ({ read: async () => fail({ kind: 'busy', code: 'EBUSY' }) }) });
    before.drop(sampleFiles.invoice);
    before.intake.start();
    await before.until(() => before.items().length === 1);
    await before.intake.close();
    const { open, root } = before;
    const at = anIntake({ open, root });
    at.intake.start();
    await at.until(() => at.items().length === 1);
    expect(open.journal.items.counts()).toMatchObject({ unfit: 0, aside: 1, waiting: 1 });
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.found).toHaveLength(1);
  });

  it('takes up a changed file as another document, and the same bytes written again as no new one', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice, 'a.pdf');
    at.intake.start();
    await at.until(() => at.items().length === 1);
    copyFileSync(sampleFiles.invoice.path, join(at.root, 'a.pdf'));
    utimesSync(join(at.root, 'a.pdf'), 1, 1);
    await at.until(() => at.found.length === 2);
    expect(at.items()).toHaveLength(1);
    at.drop(sampleFiles.quote, 'a.pdf');
    await at.until(() => at.items().length === 2);
  });

  it('leaves the folder as it was, and says nothing of its files in the log', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice);
    at.drop(sampleFiles.cutPdf);
    const trace = () => ['.', ...readdirSync(at.root)].map((name) => [name, statSync(join(at.root, name)).mtimeMs]);
    const before = trace();
    at.intake.start();
    await at.until(() => at.items().length === 1);
    await at.pass(NEXT_SWEEP_MS);
    expect(trace()).toEqual(before);
    expect(at.log.text()).not.toMatch(/facture|coupe/);
  });
});

describe('a watched folder', () => {
  it('that goes away is missing, forgets nothing, and goes on where it was when it comes back', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice);
    at.intake.start();
    await at.until(() => at.items().length === 1);
    renameSync(at.root, `${at.root}-weg`);
    await at.until(() => at.folder().state === 'missing');
    expect([...at.open.journal.intake.knownFiles(at.folder().id)].flat().length).toBe(1);
    copyFileSync(sampleFiles.quote.path, join(`${at.root}-weg`, 'neu.pdf'));
    renameSync(`${at.root}-weg`, at.root);
    await at.until(() => at.items().length === 2);
    expect(at.folder().state).toBe('present');
    expect(at.found).toHaveLength(2);
  });

  it('in whose place another one lies is left alone', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice);
    at.intake.start();
    await at.until(() => at.folder().identity !== null && at.items().length === 1);
    renameSync(at.root, `${at.root}-weg`);
    mkdirSync(at.root);
    at.drop(sampleFiles.quote);
    await at.until(() => at.folder().state === 'swapped');
    await at.pass(NEXT_SWEEP_MS);
    expect(at.items()).toHaveLength(1);
    expect([...at.open.journal.intake.knownFiles(at.folder().id)].flat().length).toBe(1);
  });

  it(
    'on whose path another disk lies is left alone, and goes on with its own',
    unless(elsewhere === null ? 'there is no second disk here' : NO_LINKS),
    async () => {
      const [own, other] = [tempFolder(), mkdtempSync(join(elsewhere ?? '', 'intray-disk-'))];
      onTestFinished(() => rmSync(other, { recursive: true }));
      const path = join(tempFolder(), 'disk');
      symlinkSync(own, path);
      const at = anIntake({ root: join(path, 'Achats') });
      at.drop(sampleFiles.invoice);
      at.intake.start();
      await at.until(() => at.folder().identity !== null && at.items().length === 1);
      rmSync(path);
      symlinkSync(other, path);
      mkdirSync(at.root);
      at.drop(sampleFiles.quote);
      await at.until(() => at.folder().state === 'swapped');
      await at.pass(NEXT_SWEEP_MS);
      expect(at.items()).toHaveLength(1);
      rmSync(path);
      symlinkSync(own, path);
      at.drop(sampleFiles.jpeg);
      await at.until(() => at.items().length === 2);
      expect(at.folder().state).toBe('present');
    },
  );

  it('forgets the files that were deleted from it', async () => {
    const at = anIntake();
    at.drop(sampleFiles.invoice);
    at.intake.start();
    await at.until(() => at.items().length === 1);
    rmSync(join(at.root, sampleFiles.invoice.name));
    await at.until(() => [...at.open.journal.intake.knownFiles(at.folder().id)].flat().length === 0);
    expect(at.items()).toHaveLength(1);
  });

  it('that does not answer is named so, and holds up no other', async () => {
    const hung = join('/', 'hung');
    const at = anIntake({ files: (real) => ({ stat: (path) => (path === hung ? new Promise(() => undefined) : real.stat(path)) }) });
    const { companyId } = at.folder();
    const other = at.open.journal.folders.add({ companyId, importType: 'sales-invoices', path: hung, settleMs: 5_000 });
    at.intake.start();
    at.drop(sampleFiles.invoice);
    await at.until(() => at.items().length === 1);
    await at.until(() => at.open.journal.folders.get(other.id)?.state === 'silent');
    expect(at.folder().state).toBe('present');
  });

  it('is looked at when it is added, and not any more when it is taken off', async () => {
    const at = anIntake();
    at.intake.start();
    await at.until(() => at.folder().identity !== null);
    const { companyId, id } = at.folder();
    const second = `${at.root}-2`;
    mkdirSync(second);
    copyFileSync(sampleFiles.quote.path, join(second, 'devis.pdf'));
    at.open.journal.folders.add({ companyId, importType: 'sales-invoices', path: second, settleMs: 5_000, existing: 'send' });
    at.open.journal.folders.remove(id);
    at.drop(sampleFiles.invoice);
    at.intake.lookAgain();
    await at.until(() => at.items().length === 1);
    await at.pass(NEXT_SWEEP_MS);
    expect(at.items().map(({ name }) => name)).toEqual(['devis.pdf']);
  });
});
