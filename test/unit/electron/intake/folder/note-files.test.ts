import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import type { Files } from '#shared/ports/files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { begun, closeQuietly, item as itemIn, opened } from '../../journal/an-open-journal.ts';
import { type AnIntake, anIntake, type Of } from '../an-intake.ts';

const NEXT_SWEEP_MS = 31_000;

/** A folder that takes text files beside its documents as their notes. */
function taking(of: Of = {}) {
  const at = anIntake(of);
  at.open.journal.folders.change(at.folder().id, { notes: { beside: true } });
  return { ...at, ...acting(at) };
}

function acting(at: AnIntake) {
  return {
    put: (name: string, content: string | Uint8Array) => writeFileSync(join(at.root, name), content),
    /** As the journal has them now, by name. */
    now: () =>
      Object.fromEntries(
        at
          .items()
          .map(({ id }) => itemIn(at.open, id))
          .map((item) => [item.name, item]),
      ),
    start: async () => {
      at.intake.start();
      await at.until(() => at.folder().identity !== null);
    },
  };
}

const held = { state: { kind: 'held', question: { kind: 'note' } } };

describe('a text file beside a document', () => {
  it('is its note, by the same name, also where its letters are composed otherwise; and is left as it is', async () => {
    const at = taking();
    await at.start();
    at.put('scan-12.pdf', aPdf('a'));
    at.put('scan-12.note.txt', '\ufeffAcompte\r\ndéjà versé \n');
    at.put('re\u0301c\u0327u.jpg.pdf', aPdf('b'));
    at.put('r\u00e9\u00e7u.jpg.Note.TXT', 'reçu');
    const before = readdirSync(at.root).map((name) => [name, statSync(join(at.root, name)).mtimeMs, hashOf(join(at.root, name))]);
    await at.until(() => at.items().length === 2);
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(Object.values(at.now()).map(({ comment, state }) => [comment, state.kind])).toEqual(
      expect.arrayContaining([
        ['Acompte\ndéjà versé', 'waiting'],
        ['reçu', 'waiting'],
      ]),
    );
    expect(at.items()).toHaveLength(2);
    expect(readdirSync(at.root).map((name) => [name, statSync(join(at.root, name)).mtimeMs, hashOf(join(at.root, name))])).toEqual(before);
  });

  it('in other letters is its note only where the file system takes both for one name', async () => {
    expect(await both()).toBeUndefined();
    // As Windows and macOS do.
    expect(await both((real) => ({ stat: (path) => real.stat(path.replace(/Scan\.note\.txt$/, 'scan.note.txt')) }))).toBe('a note');
  });

  it('has its document wait until it has been quiet itself', async () => {
    const at = taking();
    await at.start();
    at.put('a.pdf', aPdf('a'));
    at.put('a.note.txt', 'Aco');
    at.intake.lookAgain();
    await at.pass(4_000);
    at.put('a.note.txt', 'Acompte');
    at.intake.lookAgain();
    await at.pass(4_000);
    expect(at.items()).toEqual([]);
    await at.until(() => at.items().length === 1);
    expect(at.now()['a.pdf']?.comment).toBe('Acompte');
  });

  it('applies late while the document waits, and also in place of the question about a note', async () => {
    const at = taking();
    at.open.journal.folders.change(at.folder().id, { notes: { holds: true } });
    await at.start();
    at.put('a.pdf', aPdf('a'));
    await at.until(() => at.items().length === 1);
    expect(at.now()['a.pdf']).toMatchObject(held);
    at.put('a.note.txt', 'late');
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.now()['a.pdf']).toMatchObject({ comment: 'late', state: { kind: 'waiting' } });
    at.put('a.note.txt', 'corrected');
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.now()['a.pdf']?.comment).toBe('corrected');
  });

  it('that comes after the document has left is said to be late, once and for all, and changes nothing', async () => {
    const at = taking();
    await at.start();
    at.put('a.pdf', aPdf('a'));
    await at.until(() => at.items().length === 1);
    begun(at.open, at.items()[0]?.id as never);
    at.put('a.note.txt', 'too late');
    await at.pass(2 * NEXT_SWEEP_MS);
    const { comment, noteFile } = at.now()['a.pdf'] ?? {};
    expect([comment, noteFile]).toEqual([undefined, { name: 'a.note.txt', modifiedAt: expect.any(Number), became: 'late' }]);
  });

  it.each([
    ['not-text', Buffer.from('Facture pay\xe9e', 'latin1')],
    ['not-text', Buffer.from('\ufeffnote', 'utf16le')],
    ['not-text', Buffer.from('note', 'utf16le')],
    ['too-long', 'n'.repeat(1_001)],
    ['too-long', 'é'.repeat(5_000)],
    ['empty', ''],
    ['empty', ' \n\t '],
  ] as const)('that is %s has its document wait for the user, who corrects it or answers', async (problem, content) => {
    const at = taking();
    await at.start();
    at.put('a.pdf', aPdf('a'));
    at.put('b.pdf', aPdf('b'));
    at.put('a.note.txt', content);
    at.put('b.note.txt', content);
    await at.until(() => at.items().length === 2);
    for (const name of ['a.pdf', 'b.pdf']) expect(at.now()[name]).toMatchObject({ ...held, noteFile: { became: problem } });
    at.put('a.note.txt', 'n'.repeat(1_000));
    expect(at.open.journal.list.allow([at.now()['b.pdf']?.id as never])).toBe(1);
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.now()['a.pdf']).toMatchObject({ comment: 'n'.repeat(1_000), state: { kind: 'waiting' } });
    expect(at.now()['b.pdf']?.state.kind).toBe('waiting');
    expect(at.now()['b.pdf']?.comment).toBeUndefined();
  });

  it.each([
    ['N° 2026-118\r\nAcompte\nversé', '2026-118', 'Acompte\nversé'],
    ['numéro : FAC 7', 'FAC 7', undefined],
    ['NO: 12\n\n', '12', undefined],
    ['Number 12/b', '12/b', undefined],
    ['No invoice for 2026', undefined, 'No invoice for 2026'],
    ['No receipt', undefined, 'No receipt'],
    ['N°\nAcompte', undefined, 'N°\nAcompte'],
  ])('that says %j is its number, its note, or both', async (content, ownNumber, comment) => {
    const at = taking();
    await at.start();
    at.put('a.pdf', aPdf('a'));
    at.put('a.note.txt', content);
    await at.until(() => at.items().length === 1);
    const item = at.now()['a.pdf'];
    expect([item?.ownNumber, item?.comment, item?.state.kind]).toEqual([ownNumber, comment, 'waiting']);
  });

  it('gives it another number while it waits, or none, and counts more than its name; too long a number is asked about', async () => {
    const at = taking();
    at.open.journal.folders.change(at.folder().id, { notes: { numberPattern: '{number} *' } });
    await at.start();
    at.put('5 a.pdf', aPdf('a'));
    await at.until(() => at.items().length === 1);
    const number = async (content: string) => {
      at.put('5 a.note.txt', content);
      await at.pass(2 * NEXT_SWEEP_MS);
      const { ownNumber, ownNumberFrom, comment, state } = at.now()['5 a.pdf'] ?? {};
      return [ownNumber, ownNumberFrom, comment, state?.kind];
    };
    expect(await number('a note')).toEqual(['5', 'name', 'a note', 'waiting']);
    expect(await number('N° 6\na note')).toEqual(['6', 'note-file', 'a note', 'waiting']);
    expect(await number(`N° ${'7'.repeat(61)}`)).toEqual(['5', 'name', undefined, 'held']);
    expect(at.now()['5 a.pdf']).toMatchObject({ ...held, noteFile: { became: 'number-too-long' } });
    expect(await number('N° 8')).toEqual(['8', 'note-file', undefined, 'waiting']);
  });

  it('that cannot be read has its document wait, and is tried again', async () => {
    let isLocked = true;
    const at = taking({
      files: (real) => ({
        read: async (path, options) =>
          isLocked && path.endsWith('.txt') ? fail({ kind: 'denied', code: 'EACCES' }) : real.read(path, options),
      }),
    });
    await at.start();
    at.put('a.pdf', aPdf('a'));
    at.put('a.note.txt', 'at last');
    await at.until(() => at.items().length === 1);
    await at.pass(3 * NEXT_SWEEP_MS);
    expect(at.now()['a.pdf']).toMatchObject({ ...held, noteFile: { became: 'unreadable' } });
    isLocked = false;
    await at.pass(2 * NEXT_SWEEP_MS);
    expect(at.now()['a.pdf']).toMatchObject({ comment: 'at last', state: { kind: 'waiting' } });
  });

  it('counts less than what a user has written, and is the same after a restart', async () => {
    const first = taking();
    await first.start();
    first.put('a.pdf', aPdf('a'));
    first.put('a.note.txt', 'of the file');
    await first.until(() => first.items().length === 1);
    const id = first.items()[0]?.id as never;
    first.open.journal.notes.note(id, 'of the user');
    await first.intake.close();
    closeQuietly(first.open.journal);
    const journal = opened(first.open.file, first.clock);
    const again = anIntake({ root: first.root, open: { ...first.open, journal } });
    again.intake.start();
    await again.pass(2 * NEXT_SWEEP_MS);
    expect(itemIn({ journal }, id)).toMatchObject({ comment: 'of the user', noteFile: { became: 'own' }, state: { kind: 'waiting' } });
    closeQuietly(journal);
  });

  it('that went with an earlier document is not sent with another one of its name without a word', async () => {
    const at = taking();
    await at.start();
    at.put('scan.pdf', aPdf('a'));
    at.put('scan.note.txt', 'about the first');
    await at.until(() => at.items().length === 1);
    begun(at.open, at.items()[0]?.id as never);
    rmSync(join(at.root, 'scan.pdf'));
    await at.pass(NEXT_SWEEP_MS);
    at.put('scan.pdf', aPdf('b'));
    await at.until(() => at.items().length === 2);
    expect(itemIn(at.open, at.items()[1]?.id as never)).toMatchObject({ ...held, noteFile: { became: 'used' } });
  });

  it('is a file like any other where the folder does not say so; switched on, it no longer asks for anybody', async () => {
    const at = { ...anIntake() };
    const { put, start } = acting(at);
    await start();
    put('a.pdf', aPdf('a'));
    put('a.note.txt', 'a note');
    await at.until(() => at.items().length === 2);
    expect(
      at
        .items()
        .map(({ state }) => state.kind)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['unfit', 'waiting']);
    expect(at.items().every(({ comment }) => comment === undefined)).toBe(true);
    at.open.journal.folders.change(at.folder().id, { notes: { beside: true } });
    at.intake.lookAgain();
    await at.pass(10 * NEXT_SWEEP_MS);
    const states = at.items().map(({ id }) => itemIn(at.open, id).state.kind);
    expect(states).not.toContain('unfit');
    expect(itemIn(at.open, at.items().find(({ name }) => name === 'a.pdf')?.id as never).comment).toBe('a note');
  });
});

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The note of a document whose note file has its name in other letters. */
async function both(files?: (real: Files) => Partial<Files>) {
  const at = taking(files === undefined ? {} : { files });
  await at.start();
  at.put('Scan.pdf', aPdf('a'));
  at.put('scan.note.txt', 'a note');
  await at.until(() => at.items().length === 1);
  await at.pass(NEXT_SWEEP_MS);
  return at.now()['Scan.pdf']?.comment;
}
