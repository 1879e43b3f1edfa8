import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';

const LETTER = sampleFiles.office;
/** Earlier than the virtual time at which these tests add their folder. */
const LONG_AGO = new Date(Date.UTC(2025, 11, 1));
/** Long enough for every sweep, and for what follows a while after one. */
const LONG_MS = 10 * MINUTE_MS;

const stateOf = (at: AnIntake, n = 0): ItemState | undefined => at.open.journal.items.get(at.items()[n]?.id ?? ('' as never))?.state;
const pathOf = (at: AnIntake, name: string = LETTER.name): string => join(at.root, name);

/** A folder with a letter, which cannot be sent. */
async function withLetter(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  at.drop(LETTER);
  await at.until(() => at.items().length === 1);
  expect(stateOf(at)).toMatchObject({ kind: 'unfit', problem: { kind: 'not-taken', found: 'office' } });
  return at;
}

describe('a file that cannot be sent', () => {
  it('needs nobody any more when it was taken away, and asks again when it is put back', async () => {
    const at = await withLetter();
    rmSync(pathOf(at));
    await at.until(() => stateOf(at)?.kind === 'aside');
    expect(stateOf(at)).toMatchObject({ why: 'gone', unfit: { by: 'intray' } });
    at.drop(LETTER);
    await at.until(() => stateOf(at)?.kind === 'unfit');
    expect(at.items()).toHaveLength(1);
  });

  it('needs nobody either when it was taken away while Intray did not run', async () => {
    const at = await withLetter();
    // On a disk that does not tell when a folder was made, the files that are still there tell that it is the same one.
    for (const sample of [sampleFiles.invoice, sampleFiles.quote]) at.drop(sample);
    await at.until(() => at.items().length === 3);
    await at.intake.close();
    rmSync(pathOf(at));
    const next = anIntake({ open: at.open, root: at.root });
    next.intake.start();
    await next.until(() => stateOf(at)?.kind === 'aside');
    expect(stateOf(at)).toMatchObject({ why: 'gone' });
  });

  it('asks all the while when it is renamed, or moved into a sub-folder or another watched folder', async () => {
    const at = await withLetter();
    const { companyId } = at.folder();
    const other = join(at.root, '..', 'Autre');
    mkdirSync(other);
    mkdirSync(pathOf(at, 'sous'));
    at.open.journal.folders.add({ companyId, importType: 'purchase-invoices', path: other, settleMs: 5_000, existing: 'send' });
    at.intake.lookAgain();
    const ways = [pathOf(at, 'autre nom.docx'), pathOf(at, 'sous/lettre.docx'), join(other, LETTER.name), pathOf(at)];
    let from = pathOf(at);
    for (const to of ways) {
      renameSync(from, to);
      from = to;
      for (let passed = 0; passed < LONG_MS; passed += MINUTE_MS / 4) {
        await at.pass(MINUTE_MS / 4);
        expect([to, stateOf(at)?.kind]).toEqual([to, 'unfit']);
      }
    }
    expect(at.items()).toHaveLength(1);
  });

  it('is not cleared by a folder that is missing, by another in its place, or by one that cannot be read', async () => {
    let fault: 'silent' | 'denied' | null = null;
    const at = await withLetter({
      files: (real) => ({ list: async (path) => (fault === null ? real.list(path) : fail({ kind: fault, code: 'EACCES' })) }),
    });
    const away = `${at.root} elsewhere`;
    renameSync(at.root, away);
    await at.pass(LONG_MS);
    expect([at.folder().state, stateOf(at)?.kind]).toEqual(['missing', 'unfit']);
    mkdirSync(at.root);
    await at.pass(LONG_MS);
    expect([at.folder().state, stateOf(at)?.kind]).toEqual(['swapped', 'unfit']);
    rmSync(at.root, { recursive: true });
    renameSync(away, at.root);
    for (const kind of ['silent', 'denied'] as const) {
      fault = kind;
      await at.pass(LONG_MS);
      expect([at.folder().state, stateOf(at)?.kind]).toEqual([kind, 'unfit']);
    }
    fault = null;
    await at.pass(LONG_MS);
    expect([at.folder().state, stateOf(at)?.kind]).toEqual(['present', 'unfit']);
  });

  it('is not cleared by a sub-folder that cannot be listed', async () => {
    let isDenied = false;
    const at = anIntake({
      files: (real) => ({
        list: async (path) => (isDenied && path.includes('sous') ? fail({ kind: 'denied', code: 'EACCES' }) : real.list(path)),
      }),
    });
    at.intake.start();
    mkdirSync(pathOf(at, 'sous'));
    at.drop(LETTER, 'sous/lettre.docx');
    await at.until(() => at.items().length === 1);
    isDenied = true;
    await at.pass(LONG_MS);
    expect(stateOf(at)?.kind).toBe('unfit');
  });

  it('is not cleared where its content went back to the cloud and left a stub', async () => {
    const at = await withLetter();
    renameSync(pathOf(at), join(at.root, '..', LETTER.name));
    writeFileSync(pathOf(at, `.${LETTER.name}.icloud`), Buffer.from('bplist00 stub'));
    await at.pass(LONG_MS);
    expect(stateOf(at)?.kind).toBe('unfit');
  });

  it('stays ignored through starts, touches, copies and absences, and a changed content is a new document', async () => {
    const at = await withLetter();
    const [id] = at.items().map((one) => one.id);
    if (id === undefined) throw new Error('nothing was found');
    at.open.journal.list.putAside([id]);
    utimesSync(pathOf(at), 1_700_000_000, 1_700_000_000);
    at.drop(LETTER, 'copie.docx');
    await at.pass(LONG_MS);
    rmSync(pathOf(at));
    await at.intake.close();
    const next = anIntake({ open: at.open, root: at.root });
    next.intake.start();
    await next.pass(LONG_MS);
    next.drop(LETTER);
    await next.pass(LONG_MS);
    expect(stateOf(at)).toMatchObject({ kind: 'aside', why: 'user' });
    expect(at.open.journal.items.counts()).toMatchObject({ aside: 1, unfit: 0, held: 0, waiting: 0 });
    next.drop(sampleFiles.invoice, LETTER.name);
    await next.until(() => next.items().length > 0);
    expect(next.items().map(({ state }) => state.kind)).toEqual(['waiting']);
  });
});

describe('a file that is asked about', () => {
  it('is asked about no more when it was taken away, and again when it is back, even alone', async () => {
    const at = anIntake({ existing: 'ask' });
    for (const sample of [sampleFiles.invoice, sampleFiles.quote]) {
      at.drop(sample);
      utimesSync(pathOf(at, sample.name), LONG_AGO, LONG_AGO);
    }
    at.intake.start();
    await at.until(() => at.items().length === 2);
    const before = [stateOf(at, 0), stateOf(at, 1)];
    expect(before).toMatchObject([{ question: { kind: 'bulk-arrival' } }, { question: { kind: 'bulk-arrival' } }]);
    for (const sample of [sampleFiles.invoice, sampleFiles.quote]) rmSync(pathOf(at, sample.name));
    await at.until(() => at.open.journal.items.counts().held === 0);
    expect(at.open.journal.items.counts()).toMatchObject({ aside: 2, waiting: 0 });
    at.drop(sampleFiles.invoice);
    await at.until(() => at.open.journal.items.counts().held === 1);
    await at.pass(LONG_MS);
    expect(at.open.journal.items.counts()).toMatchObject({ held: 1, aside: 1, waiting: 0 });
  });
});
