import { describe, expect, it } from 'vitest';
import { mayAllow, mayPutAside, mayPutBack } from '#shared/domain/item/aside.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, closeQuietly, item, opened } from './an-open-journal.ts';

const OFFICE: Problem = { kind: 'not-taken', found: 'office' };
const UNREADABLE: Problem = { kind: 'unreadable', code: 'EACCES' };

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  const found = (name: string, bulkArrival = false) => aFile(folder, { name, content: name, bulkArrival });
  const { journal } = open;
  const put = (name: string, bulkArrival = false): ItemId => journal.intake.enqueue(found(name, bulkArrival)).itemId;
  const putUnfit = (name: string, problem = OFFICE, path = name): ItemId => {
    const { sha256 } = found(name).inspected;
    const inspected = { kind: 'unfit', problem, sha256: problem.kind === 'unreadable' ? null : sha256 } as const;
    return journal.intake.enqueue({ ...found(path), inspected }).itemId;
  };
  const takeAway = (name: string): void => {
    journal.intake.forget(folder.id, [name]);
    journal.intake.noteGone(folder.id, [name]);
  };
  /** Delivery looks for the bytes again and again, and finds none. */
  const findNothing = (id: ItemId): void => {
    for (const waitMs of [0, MINUTE_MS]) {
      open.clock.jump(waitMs);
      const failure = { kind: 'no-file', code: 'ENOENT', tries: 1 } as const;
      journal.delivery.postpone(id, { failure, chance: 0, at: open.clock.wallMs() });
    }
  };
  return { ...open, company, folder, found, put, putUnfit, takeAway, findNothing, state: (id: ItemId) => item(open, id).state };
}

describe('an ignored file', () => {
  it('needs nobody, is not counted as unfit, and is taken back as it was', () => {
    const open = setUp();
    const id = open.putUnfit('lettre.docx');
    const before = open.state(id);
    expect(open.journal.list.putAside([id])).toBe(1);
    expect(open.journal.items.counts()).toMatchObject({ unfit: 0, aside: 1 });
    expect(open.journal.list.allow([id])).toBe(0);
    expect(open.journal.list.putBack([id])).toBe(1);
    expect(open.state(id)).toEqual(before);
    expect(open.journal.list.putBack([id])).toBe(0);
  });

  it('stays ignored when it is found again: after a start, touched, or as a copy in another place', () => {
    const open = setUp();
    const id = open.putUnfit('lettre.docx');
    open.journal.list.putAside([id]);
    expect(open.putUnfit('lettre.docx')).toBe(id);
    expect(open.putUnfit('lettre.docx', OFFICE, 'copie.docx')).toBe(id);
    open.takeAway('lettre.docx');
    open.takeAway('copie.docx');
    open.putUnfit('lettre.docx');
    expect(open.state(id)).toMatchObject({ kind: 'aside', why: 'user' });
    closeQuietly(open.journal);
    const again = opened(open.file, open.clock);
    expect(again.items.get(id)?.state).toMatchObject({ kind: 'aside', why: 'user', unfit: { by: 'intray', problem: OFFICE } });
    closeQuietly(again);
  });

  it('says nothing about what takes its place: that is sent, or judged, like any other', () => {
    const open = setUp();
    const id = open.putUnfit('lettre.docx');
    open.journal.list.putAside([id]);
    const { itemId } = open.journal.intake.enqueue({ ...open.found('lettre.pdf'), relativePath: 'lettre.docx' });
    expect([open.state(itemId).kind, item(open, itemId).replaces, open.state(id).kind]).toEqual(['waiting', id, 'aside']);
  });

  it('is still read again if it could not be read at all', () => {
    const open = setUp();
    const id = open.putUnfit('locked.pdf', UNREADABLE);
    open.journal.list.putAside([id]);
    expect(open.journal.intake.toReadAgain(open.folder.id)).toEqual(['locked.pdf']);
    expect(open.putUnfit('locked.pdf', UNREADABLE)).toBe(id);
    expect(open.state(id).kind).toBe('aside');
    expect(open.state(open.put('locked.pdf')).kind).toBe('waiting');
  });

  it('is offered the same in a selection as in its own panel', () => {
    const open = setUp();
    const ids = [open.putUnfit('a.docx'), open.putUnfit('b.docx'), open.put('c', true), open.put('d', true), open.put('e'), open.put('f')];
    const [a, , c] = ids;
    if (a === undefined || c === undefined) throw new Error('nothing was found');
    open.journal.list.putAside([a, c]);
    for (const name of ['e', 'f']) open.journal.intake.forget(open.folder.id, [name]);
    for (const id of ids.slice(4)) open.findNothing(id);
    open.journal.list.putAside(ids.slice(5));
    // Nothing but a look at the lines of a file of entries answers for it.
    const sums = { lines: 1, debitCents: 1, creditCents: 0, warnings: 0, linesSha256: 'c', mappingSha256: null };
    for (const name of ['g', 'h']) {
      const found = open.found(name);
      if (found.inspected.kind !== 'fit') throw new Error('it is not fit');
      ids.push(open.journal.intake.enqueue({ ...found, inspected: { ...found.inspected, question: 'entries', entries: sums } }).itemId);
    }
    open.journal.list.putAside(ids.slice(-1));
    const view = open.journal.list.chosen({ kind: 'filter', filter: {} });
    const able = (may: typeof mayAllow) => ids.filter((id) => may(item(open, id))).toReversed();
    expect(view).toMatchObject({ allow: able(mayAllow), putAside: able(mayPutAside), putBack: able(mayPutBack) });
    expect([view.allow.length, view.putAside.length, view.putBack.length]).toEqual([2, 4, 4]);
  });
});

describe('a file that was taken away', () => {
  it('clears what asked for a person because of it, and brings that back with itself', () => {
    const open = setUp();
    const [unfit, held] = [open.putUnfit('lettre.docx'), open.put('ancien.pdf', true)];
    const before = [open.state(unfit), open.state(held)];
    open.takeAway('lettre.docx');
    open.takeAway('ancien.pdf');
    expect(open.journal.items.counts()).toMatchObject({ unfit: 0, held: 0, aside: 2 });
    expect([open.state(unfit), open.state(held)]).toMatchObject([{ why: 'gone' }, { why: 'gone' }]);
    open.putUnfit('lettre.docx');
    // Alone it is no bulk arrival any more, and is asked about all the same.
    open.put('ancien.pdf');
    expect([open.state(unfit), open.state(held)]).toEqual(before);
  });

  it('clears nothing while another copy of it is known, in whatever folder', () => {
    const open = setUp();
    const id = open.putUnfit('lettre.docx');
    const other = aFolder(open, open.company, 'purchase-invoices', '/other');
    const { sha256 } = open.found('lettre.docx').inspected;
    open.journal.intake.enqueue({ ...aFile(other, { name: 'b.docx' }), inspected: { kind: 'unfit', problem: OFFICE, sha256 } });
    open.takeAway('lettre.docx');
    expect(open.state(id).kind).toBe('unfit');
    open.journal.folders.remove(other.id);
    open.journal.intake.noteGone(open.folder.id, 'any');
    expect(open.state(id).kind).toBe('unfit');
  });

  it('clears in the next run what had vanished at the end of the last one', () => {
    const open = setUp();
    const [gone, there] = [open.putUnfit('a.docx'), open.putUnfit('b.docx')];
    open.journal.intake.forget(open.folder.id, ['a.docx']);
    const other = aFolder(open, open.company, 'sales-invoices');
    open.journal.intake.noteGone(other.id, 'any');
    expect(open.state(gone).kind).toBe('unfit');
    open.journal.intake.noteGone(open.folder.id, 'any');
    expect([open.state(gone).kind, open.state(there).kind]).toEqual(['aside', 'unfit']);
  });

  it('does not end what was on its way, which goes on with its copy', () => {
    const open = setUp();
    const [waiting, uploading] = [open.put('a.pdf'), open.put('b.pdf')];
    begun(open, uploading);
    for (const name of ['a.pdf', 'b.pdf']) open.takeAway(name);
    expect([open.state(waiting).kind, open.state(uploading).kind]).toEqual(['waiting', 'uploading']);
  });

  it('is told of when it was to be sent and no copy is left, and goes on by itself when it is back', () => {
    const open = setUp();
    const id = open.put('a.pdf');
    open.takeAway('a.pdf');
    open.findNothing(id);
    expect(open.state(id)).toEqual({ kind: 'held', question: { kind: 'gone' } });
    expect(open.journal.items.counts()).toMatchObject({ held: 1, waiting: 0 });
    expect(open.put('a.pdf')).toBe(id);
    expect(open.state(id).kind).toBe('waiting');
  });

  it('only waits where its folder is away, since then its file may be there', () => {
    const open = setUp();
    const id = open.put('a.pdf');
    open.findNothing(id);
    expect(open.state(id)).toMatchObject({ kind: 'waiting', last: { kind: 'no-file' } });
  });

  it('is told of as well when its folder is not watched any more and the file is not there', () => {
    const open = setUp();
    const id = open.put('a.pdf');
    open.journal.folders.remove(open.folder.id);
    open.findNothing(id);
    expect(open.state(id)).toEqual({ kind: 'held', question: { kind: 'gone' } });
  });

  it('and came back while it was ignored, is sent once it is no longer ignored', () => {
    const open = setUp();
    const id = open.put('a.pdf');
    open.takeAway('a.pdf');
    open.findNothing(id);
    open.journal.list.putAside([id]);
    open.put('a.pdf');
    expect(open.state(id)).toMatchObject({ kind: 'aside', why: 'user' });
    expect(open.journal.list.putBack([id])).toBe(1);
    expect(open.state(id).kind).toBe('waiting');
  });

  it('while it was ignored, is gone once it is no longer ignored', () => {
    const open = setUp();
    const id = open.putUnfit('lettre.docx');
    open.journal.list.putAside([id]);
    open.takeAway('lettre.docx');
    open.journal.list.putBack([id]);
    expect(open.state(id)).toMatchObject({ kind: 'aside', why: 'gone' });
  });
});
