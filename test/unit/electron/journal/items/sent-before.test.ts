import { describe, expect, it } from 'vitest';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { aCompany, aFile, aFolder, anOpenJournal, begun, ended, INTEGRATION, item, OTHER_INTEGRATION } from '../an-open-journal.ts';

const RECEIVED = { kind: 'received', documentId: 'd0000000-0000-4000-8000-000000000001' } as never;
const DECLINED = { kind: 'declined', problem: { kind: 'declined', errorCode: null, detail: 'no' } } as never;

/** A page that draws this; a file of these pages, separated by spaces, where `?` is one that is not known. */
const page = (name: string): string => Buffer.from(name.padEnd(12, '.')).toString('hex');

type Put = { readonly pages?: string; readonly content?: string; readonly name?: string; readonly into?: Folder; readonly inode?: number };

function setUp() {
  const open = anOpenJournal();
  const company = aCompany(open);
  const folder = aFolder(open, company);
  let files = 0;
  /** Puts a file of new bytes there. */
  const put = ({ pages = '?', content = `file ${(files += 1)}`, name = `${files}.pdf`, into = folder, inode = files }: Put): ItemId => {
    const file = aFile(into, { content, name });
    const drawn = pages.split(' ').map((one) => (one === '?' ? null : page(one)));
    return open.journal.intake.enqueue({
      ...file,
      known: { ...file.known, inode },
      inspected: { ...file.inspected, pages: drawn } as never,
    }).itemId;
  };
  const send = (id: ItemId): ItemId => {
    begun(open, id);
    ended(open, id, RECEIVED);
    return id;
  };
  const begin = (id: ItemId) => open.journal.delivery.begin(id, { integrationId: INTEGRATION, at: open.clock.wallMs(), fields: {} });
  const take = (name: string): void => {
    open.journal.intake.forget(folder.id, [name]);
    open.journal.intake.noteGone(folder.id, [name]);
  };
  const answer = (id: ItemId, as: 'leave' | 'send', more: { note?: string; always?: boolean } = {}) =>
    open.journal.sentBefore.answer({ of: { itemIds: [id] }, answer: as, always: false, ...more });
  return { ...open, company, folder, put, send, begin, take, answer, state: (id: ItemId) => item(open, id).state };
}

const asks = (way: string, itemId: ItemId, more = {}) => ({ kind: 'held', question: { kind: 'sent-before', way, itemId, ...more } });

describe('a document that has the pages of a sent one', () => {
  it('asks whether it is sent: the same pages, some of them, and more', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a b' }));
    expect(open.state(open.put({ pages: 'a b' }))).toMatchObject(asks('same', sent, { name: '1.pdf', pages: 2, pagesBefore: 2 }));
    expect(open.state(open.put({ pages: 'b' }))).toMatchObject(asks('same', sent, { pages: 1, pagesBefore: 2 }));
    expect(open.state(open.put({ pages: 'c a b' }))).toMatchObject(asks('grown', sent, { pages: 3, pagesBefore: 2 }));
  });

  it('is sent where a page of one is not known, or in another document only, or of another company', () => {
    const open = setUp();
    open.send(open.put({ pages: 'a b' }));
    open.send(open.put({ pages: 'c ?' }));
    expect(open.state(open.put({ pages: 'a ?' })).kind).toBe('waiting');
    expect(open.state(open.put({ pages: 'c d' })).kind).toBe('waiting');
    expect(open.state(open.put({ pages: 'a d' })).kind).toBe('waiting');
    const other = aFolder(open, aCompany(open, OTHER_INTEGRATION), 'purchase-invoices', '/other');
    expect(open.state(open.put({ pages: 'a b', into: other })).kind).toBe('waiting');
  });

  it('asks where the sent one has a page that is not known, and this one has another of its pages', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a ?' }));
    expect(open.state(open.put({ pages: 'a' }))).toMatchObject(asks('same', sent));
  });

  it('asks about the one of the other import type, too', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a' }));
    expect(open.state(open.put({ pages: 'a', into: aFolder(open, open.company, 'sales-invoices') }))).toMatchObject(asks('same', sent));
  });

  it('names the one with the most of its pages', () => {
    const open = setUp();
    open.send(open.put({ pages: 'a' }));
    const two = open.send(open.put({ pages: 'b c' }));
    expect(open.state(open.put({ pages: 'a b c d' }))).toMatchObject(asks('grown', two));
  });

  it('is found among sixty documents that begin with the same page', () => {
    const open = setUp();
    const [first] = Array.from({ length: 60 }, (_, n) => open.send(open.put({ pages: `cover inside${n}` })));
    expect(open.state(open.put({ pages: 'cover inside0' }))).toMatchObject(asks('same', first as ItemId));
  });

  it('asks about none that was refused or declined, and is sent once the one that it asks about is', () => {
    const open = setUp();
    const first = open.put({ pages: 'a' });
    begun(open, first);
    const second = open.put({ pages: 'a' });
    expect(open.state(second)).toMatchObject(asks('same', first));
    ended(open, first, DECLINED);
    expect(open.state(first).kind).toBe('unfit');
    expect(open.state(second).kind).toBe('waiting');
    expect(open.state(open.put({ pages: 'a' })).kind).toBe('waiting');
  });

  it('that waits beside another one is asked about when that one has left', () => {
    const open = setUp();
    const [first, second] = [open.put({ pages: 'a' }), open.put({ pages: 'a' })];
    expect([open.state(first).kind, open.state(second).kind]).toEqual(['waiting', 'waiting']);
    begun(open, first);
    expect(open.begin(second)?.state).toMatchObject(asks('same', first));
    expect(item(open, second).leftAt).toBeNull();
  });

  it('that is held already does not leave, and is not told of again', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a' }));
    const held = open.put({ pages: 'a' });
    expect(open.begin(held)).toBeNull();
    expect(open.state(held)).toMatchObject(asks('same', sent));
  });

  it('is compared by the files that the sent one was joined from, and by the PDF that was made of them', () => {
    const open = setUp();
    const found = (name: string, drawn: string) => {
      const file = aFile(open.folder, { name, content: name, bulkArrival: true });
      const inspected = { ...file.inspected, mediaType: 'image/jpeg', pages: [page(drawn)] } as never;
      return open.journal.intake.enqueue({ ...file, inspected }).itemId;
    };
    const parts = [found('a.jpg', 'a'), found('b.jpg', 'b')].map((itemId) => ({
      itemId,
      sha256: item(open, itemId).sha256 ?? '',
      kind: 'jpeg' as const,
    }));
    const conversion = { sha256: 'e'.repeat(64), bytes: 9, mediaType: 'application/pdf', pages: 2, from: 'joined', tools: 't' } as const;
    const id = 'aaaaaaaa-0000-4000-8000-000000000001' as ItemId;
    const made = { ...conversion, fingerprints: [page('v'), page('w')] };
    expect(open.journal.delivery.sendJoined({ id, parts }, made, open.clock.wallMs())?.state.kind).toBe('waiting');
    open.send(id);
    expect(open.state(open.put({ pages: 'b' }))).toMatchObject(asks('same', id, { pages: 1, pagesBefore: 2 }));
    expect(open.state(open.put({ pages: 'w' }))).toMatchObject(asks('same', id));
    expect(open.state(open.put({ pages: 'a b c' }))).toMatchObject(asks('grown', id));
  });

  it('is compared by its version', () => {
    const open = setUp();
    const photo = { kind: 'unfit', problem: { kind: 'not-taken', found: 'tiff' }, sha256: 'c'.repeat(64) } as const;
    const { itemId } = open.journal.intake.enqueue({ ...aFile(open.folder, { name: 'a.tiff' }), inspected: photo });
    const conversion = { sha256: 'd'.repeat(64), bytes: 9, mediaType: 'application/pdf', pages: 1, from: 'tiff', tools: 't' } as const;
    const released = open.journal.delivery.sendConversion(itemId, { ...conversion, fingerprints: [page('v')] }, open.clock.wallMs());
    expect(released?.conversion).toEqual(conversion);
    open.send(itemId);
    expect(open.state(open.put({ pages: 'v' }))).toMatchObject(asks('same', itemId));
  });
});

describe('another content in the place of a file that was sent', () => {
  it('asks whatever its pages, also the third one, and after a person ignored the second', () => {
    const open = setUp();
    const sent = open.send(open.put({ name: 'scan.pdf' }));
    const second = open.put({ name: 'scan.pdf' });
    expect(open.state(second)).toMatchObject(asks('changed', sent, { name: 'scan.pdf' }));
    const third = open.put({ name: 'scan.pdf' });
    expect([open.state(second), open.state(third)]).toMatchObject([{ kind: 'aside', why: 'replaced' }, asks('changed', sent)]);
    open.answer(third, 'leave');
    expect(open.state(open.put({ name: 'scan.pdf' }))).toMatchObject(asks('changed', sent));
  });

  it('says that it has grown, or has the same pages, where that is known', () => {
    const open = setUp();
    const sent = open.send(open.put({ name: 'scan.pdf', pages: 'a' }));
    expect(open.state(open.put({ name: 'scan.pdf', pages: 'a b' }))).toMatchObject(asks('grown', sent, { pages: 2, pagesBefore: 1 }));
    expect(open.state(open.put({ name: 'scan.pdf', pages: 'a' }))).toMatchObject(asks('same', sent));
  });

  it('asks nothing where that one had not left, was refused, or had been removed before', () => {
    const open = setUp();
    open.put({ name: 'scan.pdf' });
    const second = open.put({ name: 'scan.pdf' });
    expect(open.state(second).kind).toBe('waiting');
    begun(open, second);
    ended(open, second, DECLINED);
    const third = open.put({ name: 'scan.pdf' });
    expect(open.state(third).kind).toBe('waiting');
    open.send(third);
    open.take('scan.pdf');
    expect(open.state(open.put({ name: 'scan.pdf' })).kind).toBe('waiting');
  });

  it('asks nothing where that file was only moved, whichever of the two is found first; a copy of it is no move', () => {
    const open = setUp();
    open.send(open.put({ name: 'scan.pdf', content: 'one', inode: 70 }));
    open.put({ name: 'moved.pdf', content: 'one', inode: 70 });
    expect(open.state(open.put({ name: 'scan.pdf', inode: 71 })).kind).toBe('waiting');
    const sent = open.send(open.put({ name: 'b.pdf', content: 'two', inode: 80 }));
    const next = open.put({ name: 'b.pdf', inode: 81 });
    expect(open.state(next)).toMatchObject(asks('changed', sent));
    open.put({ name: 'copy of b.pdf', content: 'two', inode: 82 });
    expect(open.state(next)).toMatchObject(asks('changed', sent));
    open.put({ name: 'moved b.pdf', content: 'two', inode: 80 });
    expect(open.state(next).kind).toBe('waiting');
    expect(open.begin(next)?.state.kind).toBe('uploading');
  });
});

describe('a person’s answer', () => {
  it('sends it as a new document, with the note, and nothing asks about it again', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a', name: 'first.pdf' }));
    const id = open.put({ pages: 'a b' });
    expect(open.answer(id, 'send', { note: 'Please ignore first.pdf.' })).toEqual({ sent: 1, left: [], always: 0 });
    expect(item(open, id)).toMatchObject({
      comment: 'Please ignore first.pdf.',
      sentBefore: { way: 'grown', itemId: sent, name: 'first.pdf' },
    });
    expect(open.begin(id)?.state.kind).toBe('uploading');
    expect(open.answer(id, 'leave')).toEqual({ sent: 0, left: [], always: 0 });
  });

  it('keeps a note that the person wrote before', () => {
    const open = setUp();
    open.send(open.put({ pages: 'a' }));
    const id = open.put({ pages: 'a' });
    open.journal.notes.note(id, 'mine');
    open.answer(id, 'send', { note: 'ready' });
    expect(item(open, id).comment).toBe('mine');
  });

  it('leaves it, until the person takes that back', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a' }));
    const id = open.put({ pages: 'a' });
    expect(open.answer(id, 'leave')).toEqual({ sent: 0, left: [id], always: 0 });
    expect(open.state(id)).toMatchObject({ kind: 'aside', why: 'user', question: { kind: 'sent-before', itemId: sent } });
    expect(open.journal.list.putBack([id])).toBe(1);
    expect(open.state(id)).toMatchObject(asks('same', sent));
    // The button of every ignored document.
    open.answer(id, 'leave');
    expect(open.journal.list.allow([id])).toBe(1);
    expect(open.begin(id)?.state.kind).toBe('uploading');
  });

  it('stands for the folder from then on, for documents that are alike in this way', () => {
    const open = setUp();
    const sent = open.send(open.put({ pages: 'a' }));
    expect(open.answer(open.put({ pages: 'a' }), 'leave', { always: true })).toMatchObject({ always: 1 });
    expect(open.journal.folders.get(open.folder.id)?.sentBefore).toEqual({ same: 'leave', grown: 'ask', changed: 'ask' });
    const left = open.put({ pages: 'a' });
    expect(open.state(left)).toMatchObject({ kind: 'aside', why: 'user', question: { itemId: sent, by: 'folder' } });
    expect(open.journal.list.allow([left])).toBe(1);
    expect(item(open, left).sentBefore).not.toHaveProperty('by');
    const grown = open.put({ pages: 'a b' });
    expect(open.state(grown)).toMatchObject(asks('grown', sent));
    open.answer(grown, 'send', { always: true });
    const next = open.put({ pages: 'a c' });
    expect(open.state(next).kind).toBe('waiting');
    expect(open.begin(next)?.sentBefore).toMatchObject({ way: 'grown', by: 'folder' });
  });

  it('of a folder, given when it is about to leave, keeps it back', () => {
    const open = setUp();
    open.journal.folders.change(open.folder.id, { sentBefore: { same: 'leave' } });
    const [first, second] = [open.put({ pages: 'a' }), open.put({ pages: 'a' })];
    begun(open, first);
    expect(open.begin(second)).toBeNull();
    expect(open.state(second)).toMatchObject({ kind: 'aside', question: { by: 'folder' } });
  });
});

describe('several of a folder that are alike in one way', () => {
  it('are one thing to decide, until one answer for all of them', () => {
    const open = setUp();
    open.send(open.put({ pages: 'a' }));
    const first = open.put({ pages: 'a' });
    expect(open.journal.sentBefore.groups()).toEqual([]);
    const second = open.put({ pages: 'a', name: 'second.pdf' });
    const grown = open.put({ pages: 'a b' });
    const { id: folderId, path } = open.folder;
    expect(open.journal.sentBefore.groups()).toEqual([
      { companyId: open.company.id, folderId, path, way: 'same', count: 2, names: ['second.pdf', '2.pdf'] },
    ]);
    const answered = open.journal.sentBefore.answer({ of: { folderId, way: 'same' }, answer: 'leave', always: false });
    expect(answered).toEqual({ sent: 0, left: [first, second], always: 0 });
    expect(open.journal.sentBefore.groups()).toEqual([]);
    expect(open.state(grown).kind).toBe('held');
  });
});
