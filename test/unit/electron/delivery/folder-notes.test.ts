import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { type FolderNotesChange, numberInName, numberPatternFault } from '#shared/domain/item/note.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import {
  aCompany,
  aFile,
  aFolder,
  anEvent,
  anOpenJournal,
  closeQuietly,
  item,
  opened,
  page,
} from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type Life } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const BUSY: Outcome = { kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: null };
const NO_ANSWER: Outcome = { kind: 'failed', failure: { kind: 'broken', code: 'ECONNRESET', tries: 1 }, retryAfterMs: null };

/** A folder whose program can end and begin again. `answers` come before those of the service. */
function setUp(answers: Outcome[] = []) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  let journal = open.journal;
  let life: Life | null = null;
  const now = () => ({ ...open, journal });
  return {
    ...open,
    folder,
    service,
    now,
    comments: () => service.requests.map(({ comment }) => comment),
    set: (notes: FolderNotesChange): Folder | null => journal.folders.change(folder.id, { notes }),
    find: (name: string): ItemId => {
      files.all.set(`${folder.path}/${name}`, Buffer.from(name));
      return journal.intake.enqueue(aFile(folder, { name, content: name })).itemId;
    },
    start: async (): Promise<void> => {
      life = aLife({ ...now(), files, upload: async (what) => answered(service.take(what), answers) });
      journal.restart();
      await life.delivery.start();
      await open.clock.settle();
    },
    /** The program ends, and what was in its memory is gone. */
    end: async (): Promise<void> => {
      await life?.delivery.close(0);
      closeQuietly(journal);
      journal = opened(open.file, open.clock);
    },
  };
}

/** The service has it in any case. */
function answered(outcome: Outcome, answers: Outcome[]): Outcome {
  return answers.shift() ?? outcome;
}

describe('the note of a folder', () => {
  it('goes with each document, after that document’s own note and on a line of its own', async () => {
    const all = setUp();
    all.set({ text: ' Client\r\nBoulangerie ' });
    all.find('a.pdf');
    all.journal.notes.note(all.find('b.pdf'), 'Acompte déjà versé');
    await all.start();
    expect(new Set(all.comments())).toEqual(new Set(['Acompte déjà versé\nClient\nBoulangerie', 'Client\nBoulangerie']));
  });

  it('is the same in each try of a sending, whatever the folder says meanwhile, also after a restart', async () => {
    const all = setUp([NO_ANSWER, BUSY, NO_ANSWER]);
    all.set({ text: 'first' });
    const id = all.find('a.pdf');
    await all.start();
    all.set({ text: 'second' });
    await all.clock.advance(HOUR_MS);
    await all.end();
    all.set({ text: '' });
    await all.start();
    await all.clock.advance(HOUR_MS);
    expect(all.comments().length).toBeGreaterThan(2);
    expect(new Set(all.comments())).toEqual(new Set(['first']));
    expect(item(all.now(), id)).toMatchObject({ folderNote: 'first', state: { kind: 'awaiting' } });
  });

  it('that a user sets after the first try of a document does not go with it', async () => {
    const all = setUp([NO_ANSWER]);
    all.find('a.pdf');
    await all.start();
    all.set({ text: 'late' });
    await all.clock.advance(HOUR_MS);
    expect(all.comments()).toEqual([undefined, undefined]);
  });

  it('is as it is by then, where a document is sent again', async () => {
    const all = setUp();
    all.set({ text: 'first' });
    const id = all.find('a.pdf');
    await all.start();
    const { state } = item(all.now(), id);
    const documentId = 'documentId' in state ? state.documentId : null;
    page(all.now(), [anEvent({ seq: 1, data: { documentId, documentState: 'Refused', rejectionReason: 'Illisible' } })]);
    all.set({ text: 'second' });
    await all.end();
    await all.start();
    const refused = item(all.now(), id);
    expect(all.now().journal.delivery.sendAgain(refused, all.clock.wallMs())).not.toBeNull();
    await all.clock.advance(HOUR_MS);
    expect(all.comments()).toEqual(['first', 'second']);
  });

  it('is left out whole where both are too long together, and the document’s own goes whole', async () => {
    const all = setUp();
    all.set({ text: 'f'.repeat(500) });
    const [fits, long] = [all.find('a.pdf'), all.find('b.pdf')];
    all.journal.notes.note(fits, 'o'.repeat(499));
    all.journal.notes.note(long, 'o'.repeat(500));
    await all.start();
    expect(new Set(all.comments().map((comment) => comment?.length))).toEqual(new Set([1_000, 500]));
    expect(all.comments()).toContain('o'.repeat(500));
  });

  it('is kept when the set-up is restored from its copy', () => {
    const all = setUp();
    all.set({ text: 'Client' });
    const mirror = { companies: all.journal.companies.companies(), folders: all.journal.folders.folders(), settings: null };
    all.set({ text: '' });
    all.journal.setUp.restoreSetUp(mirror as never, { at: all.clock.wallMs(), fromBackup: true });
    expect(all.journal.folders.get(all.folder.id)?.notes.text).toBe('Client');
  });
});

describe('the number that a user gave a document', () => {
  it('is a line between its note and that of the folder, and the same in each try, whatever its file is called by then', async () => {
    const all = setUp([NO_ANSWER, BUSY]);
    all.set({ text: 'Client', numberPattern: 'FAC-{number}' });
    const id = all.find('fac-118.pdf');
    all.journal.notes.note(id, 'Acompte');
    expect(item(all.now(), id)).toMatchObject({ ownNumber: '118', ownNumberFrom: 'name' });
    await all.start();
    all.set({ numberPattern: '' });
    all.now().journal.intake.enqueue(aFile(all.folder, { name: 'fac-119.pdf', content: 'fac-118.pdf' }));
    all.now().journal.intake.forget(all.folder.id, ['fac-118.pdf']);
    await all.end();
    await all.start();
    await all.clock.advance(HOUR_MS);
    expect(all.comments()).toEqual(Array.from({ length: 3 }, () => 'Acompte\nN° 118\nClient'));
  });

  it('is left out only once the folder’s note is, and the document’s own never', async () => {
    const all = setUp();
    all.set({ text: 'f'.repeat(500), numberPattern: '{number}' });
    const [own, ofFolder] = [(length: number) => 'o'.repeat(length), 'f'.repeat(500)];
    for (const [at, length] of [495, 494, 996, 995].entries()) all.journal.notes.note(all.find(`${at}.pdf`), own(length));
    await all.start();
    expect(new Set(all.comments())).toEqual(
      new Set([`${own(495)}\nN° 0`, `${own(494)}\nN° 1\n${ofFolder}`, own(996), `${own(995)}\nN° 3`]),
    );
  });

  it('in its name follows the name until it has left, and does not take the place of one that was given', () => {
    const all = setUp();
    all.set({ numberPattern: '{number} *' });
    const [{ intake, items, givenFiles }, { companyId, importType }] = [all.journal, all.folder];
    const given = aFile(all.folder, { name: '7 b.pdf', content: 'b' });
    givenFiles.keep(
      { companyId, importType, sha256: given.inspected.sha256 ?? '' },
      { corrects: null, note: null, ownNumber: 'X-1', by: null },
    );
    const [id, other] = [intake.enqueue(aFile(all.folder, { name: 'a.pdf', content: 'a' })).itemId, intake.enqueue(given).itemId];
    const rename = (content: string, from: string, to: string) => {
      intake.enqueue(aFile(all.folder, { name: to, content }));
      intake.forget(all.folder.id, [from]);
      return [id, other].map((of) => items.get(of)?.ownNumber);
    };
    expect(rename('a', 'a.pdf', '13 a.pdf')).toEqual(['13', 'X-1']);
    const found = () => all.journal.list.page({ search: '13', limit: 9 }).items.map((one) => one.id);
    expect(found()).toEqual([id]);
    expect(rename('b', '7 b.pdf', '8 b.pdf')).toEqual(['13', 'X-1']);
    expect(rename('a', '13 a.pdf', 'a.pdf')).toEqual([undefined, 'X-1']);
    expect(found()).toEqual([]);
  });

  it.each([
    ['{number} *', '2026-118 Boulangerie.pdf', '2026-118'],
    ['{number} *', 'Facture Boulangerie.pdf', null],
    ['FAC-*-{number}', 'fac-2026-01-118.PDF', '118'],
    ['* n° {number}', 'Re\u0301c\u0327u  N° 42.v2.pdf', '42.v2'],
    ['{number}', '9'.repeat(61), null],
    ['{number}*', '118.pdf', 'wildcard'],
    ['1-2', '1-2.pdf', 'place'],
    ['(a+)+{number}', '(a+)+1.pdf', '1'],
  ])('is found by %s in %s, or the pattern is refused', (pattern, name, expected) => {
    expect(numberPatternFault(pattern) ?? numberInName(pattern, name)).toBe(expected);
  });

  it('is looked for in no more steps than pattern and name are long together, however many wildcards there are', () => {
    const pattern = `${'*a'.repeat(50)}b{number}c${'*a'.repeat(4)}`;
    expect(numberPatternFault(pattern)).toBeNull();
    expect(numberInName(pattern, 'a'.repeat(255))).toBeNull();
    expect(numberInName('*'.repeat(100).concat('x{number}'), `${'x'.repeat(200)}1`)).toBe('1');
    expect(numberPatternFault(`${'*a'.repeat(60)}{number}`)).toBe('too-long');
  });
});

const NOTE = { kind: 'held', question: { kind: 'note' } };

describe('a folder that holds its documents for a note', () => {
  it('sends nothing before the answer, over a restart too; another document’s answer counts at once', async () => {
    const all = setUp();
    all.set({ text: 'Client', holds: true });
    const [first, second, third] = [all.find('a.pdf'), all.find('b.pdf'), all.find('c.pdf')];
    await all.start();
    expect(all.now().journal.items.counts()).toMatchObject({ held: 3, waiting: 0 });
    await all.end();
    await all.start();
    await all.clock.advance(HOUR_MS);
    expect([all.comments(), item(all.now(), first).state]).toEqual([[], NOTE]);
    expect(all.now().journal.notes.note(second, ' Acompte ')).toMatchObject({ ok: true, value: { state: { kind: 'waiting' } } });
    await all.clock.settle();
    expect(all.comments()).toEqual(['Acompte\nClient']);
    expect(all.now().journal.list.allow([first])).toBe(1);
    await all.clock.settle();
    expect(all.comments()).toEqual(['Acompte\nClient', 'Client']);
    expect(item(all.now(), third).state).toEqual(NOTE);
  });

  it('asks once: not again after a failure, a restart, or once its file is back', async () => {
    const all = setUp([NO_ANSWER, BUSY]);
    all.set({ holds: true });
    const id = all.find('a.pdf');
    expect(all.now().journal.list.allow([id])).toBe(1);
    all.find('a.pdf');
    await all.start();
    await all.end();
    await all.start();
    await all.clock.advance(HOUR_MS);
    expect(item(all.now(), id)).toMatchObject({ state: { kind: 'awaiting' }, noteAnsweredAt: expect.any(Number) });
    expect(new Set(all.comments())).toEqual(new Set([undefined]));
  });

  it('asks after whatever else is asked first, and says that nothing is sent yet', () => {
    const all = setUp();
    all.set({ holds: true });
    const { journal } = all.now();
    const find = (more: object) =>
      journal.intake.enqueue({ ...aFile(all.folder, { name: JSON.stringify(more), content: JSON.stringify(more) }), ...more }).itemId;
    const blank = journal.intake.enqueue({
      ...aFile(all.folder, { name: 'blank.pdf', content: 'blank' }),
      inspected: { ...aFile(all.folder, { content: 'blank' }).inspected, question: 'blank' } as never,
    }).itemId;
    expect(item(all.now(), blank).state).toMatchObject({ question: { kind: 'blank' } });
    expect(journal.list.allow([blank])).toBe(0);
    expect(item(all.now(), blank).state).toEqual(NOTE);
    const noted = find({ bulkArrival: true, byUser: true });
    journal.notes.note(noted, 'written meanwhile');
    expect(journal.list.allow([noted])).toBe(1);
    const together = find({ bulkArrival: true });
    expect(journal.bulkArrivals.answerBulkArrival({ answer: { kind: 'all' } })).toMatchObject({ sent: 0, aside: 0 });
    expect(item(all.now(), together).state).toEqual(NOTE);
    expect(journal.list.putAside([together])).toBe(1);
    expect(journal.list.putBack([together])).toBe(1);
    expect(item(all.now(), together).state).toEqual(NOTE);
    journal.list.putAside([together]);
    expect(journal.list.allow([together])).toBe(1);
  });

  it('does not ask about what was found before, or is found once nothing is held any more', async () => {
    const all = setUp();
    const [before, open] = [all.find('a.pdf'), all.now()];
    await all.clock.advance(HOUR_MS);
    all.set({ holds: true });
    open.journal.list.putAside([before]);
    await all.clock.advance(HOUR_MS);
    all.set({ holds: true, text: 'Client' });
    const held = all.find('b.pdf');
    all.set({ holds: false });
    const after = all.find('c.pdf');
    expect([before, held, after].map((id) => item(open, id).state.kind)).toEqual(['waiting', 'held', 'waiting']);
  });

  it('lets a document go that was refused and is sent again', async () => {
    const all = setUp();
    all.set({ holds: true });
    const id = all.find('a.pdf');
    all.now().journal.notes.note(id, 'une note');
    await all.start();
    const { state } = item(all.now(), id);
    const documentId = 'documentId' in state ? state.documentId : null;
    page(all.now(), [anEvent({ seq: 1, data: { documentId, documentState: 'Refused', rejectionReason: 'Illisible' } })]);
    all.now().journal.delivery.sendAgain(item(all.now(), id), all.clock.wallMs());
    await all.clock.advance(HOUR_MS);
    expect(all.comments()).toEqual(['une note', 'une note']);
  });
});
