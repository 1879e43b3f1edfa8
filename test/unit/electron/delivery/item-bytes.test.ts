import { describe, expect, it } from 'vitest';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { openable } from '#electron/engine/open-in-system.ts';
import { type BytesPiece, PIECE_BYTES } from '#shared/app-api/preview.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, shownBytes } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';
import { followFile } from '#electron/delivery/follow-file.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, wallMs } from '#shared/lib/duration.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Outgoing } from '#shared/domain/item/sending/sent-name.ts';

const ITEM = anItem().id;
const BYTES = Uint8Array.from({ length: PIECE_BYTES * 2 + 5 }, (_, at) => at % 251);

async function allPieces(pieces: AsyncIterable<BytesPiece>): Promise<BytesPiece[]> {
  const got: BytesPiece[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}

describe('the bytes of a document', () => {
  it('come whole, in pieces that are bounded, after their number', async () => {
    const got = await allPieces(itemBytes(async () => ok(BYTES))(ITEM, undefined));
    expect(got[0]).toEqual({ kind: 'begin', bytes: BYTES.length });
    const parts = got.flatMap((piece) => (piece.kind === 'piece' ? [Buffer.from(piece.base64, 'base64')] : []));
    expect(parts.map(({ length }) => length)).toEqual([PIECE_BYTES, PIECE_BYTES, 5]);
    expect(Buffer.concat(parts).equals(BYTES)).toBe(true);
  });

  it('are one fault where there are none', async () => {
    expect(await allPieces(itemBytes(async () => fail('changed'))(ITEM, undefined))).toEqual([{ kind: 'fault', fault: 'changed' }]);
  });

  it('end when their reader goes away', async () => {
    const gone = new AbortController();
    const pieces = itemBytes(async () => ok(BYTES))(ITEM, gone.signal);
    await pieces.next();
    gone.abort();
    expect(await allPieces(pieces)).toEqual([]);
  });

  it('are closed when all of them were read, when their reader goes away, and never left open', async () => {
    let open = 0;
    const read = itemBytes(async () => {
      open += 1;
      const chunks = async function* chunks() {
        yield BYTES.subarray(0, 7);
        yield BYTES.subarray(7);
      };
      return ok({ byteLength: BYTES.length, chunks, close: async () => void (open -= 1) });
    });
    const got = await allPieces(read(ITEM, undefined));
    const parts = got.flatMap((piece) => (piece.kind === 'piece' ? [Buffer.from(piece.base64, 'base64')] : []));
    expect(Buffer.concat(parts).equals(BYTES)).toBe(true);
    expect(open).toBe(0);
    const leaving = read(ITEM, undefined);
    await leaving.next();
    await leaving.next();
    expect(open).toBe(1);
    await leaving.return();
    expect(open).toBe(0);
  });

  it('are read by a few at a time, and by others when those are done', async () => {
    const read = itemBytes(async () => ok(BYTES));
    const open = Array.from({ length: 8 }, () => read(ITEM, undefined));
    for (const pieces of open) await pieces.next();
    expect(await allPieces(read(ITEM, undefined))).toEqual([{ kind: 'fault', fault: 'busy' }]);
    await open[0]?.return();
    expect((await allPieces(read(ITEM, undefined)))[0]).toMatchObject({ kind: 'begin' });
  });
});

const place = (path: string, present = true) => ({ path, present, seenAt: NOW, stays: null });
const detail = (...places: ReturnType<typeof place>[]) => ({ item: anItem(), places, replacedBy: null, earlier: [] });

describe('what the computer opens', () => {
  it('is a file that is there and ends as its content does', () => {
    expect(openable(detail(place('/a/gone.pdf', false), place('/a/Scan.PDF')))?.path).toBe('/a/Scan.PDF');
  });

  it.each(['/a/invoice.pdf.exe', '/a/invoice.html', '/a/invoice.jpg', '/a/invoice'])('is never %s, which a PDF is not', (path) => {
    expect(openable(detail(place(path)))).toBeUndefined();
  });

  it.each(['C:\\a\\note.exe:scan.pdf', '\\\\server\\share\\note.exe:scan.pdf', 'C:\\a\\con.pdf'])('nor, on Windows, %s', (path) => {
    expect(openable(detail(place(path)), 'win32')).toBeUndefined();
    expect(openable(detail(place(path), place('C:\\a\\scan.pdf')), 'win32')?.path).toBe('C:\\a\\scan.pdf');
  });
});

/** One scan that was sent: its private copy is gone, and its file is in the folder. */
async function setUp() {
  const open = anOpenJournal();
  const files = memoryFiles();
  const service = aService();
  const folder = aFolder(open, aCompany(open));
  const path = `${folder.path}/scan`;
  files.all.set(path, Buffer.from('scan'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder, { name: 'scan', content: 'scan' }));
  const life = aLife({ ...open, files, upload: async (what) => service.take(what) });
  await life.delivery.start();
  await open.clock.settle();
  return { ...life, files, path, itemId };
}

describe('the bytes to look at', () => {
  it('are those of the file, where it still is what was sent', async () => {
    const { delivery, itemId } = await setUp();
    expect((await shownBytes(delivery, itemId)).toString()).toBe('scan');
  });

  it('are never those of another content in the same place', async () => {
    const { delivery, itemId, files, path } = await setUp();
    files.all.set(path, Buffer.from('another'));
    expect(await delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'changed' });
  });

  it('are said to be gone where the file is', async () => {
    const { delivery, itemId, files, path } = await setUp();
    files.all.delete(path);
    expect(await delivery.bytesOf(itemId)).toEqual({ ok: false, failure: 'gone' });
  });
});

const OFFLINE: Outcome = { kind: 'failed', failure: { kind: 'offline', code: 'ENOTFOUND' }, retryAfterMs: null };

/** A program without a network, until `network` says otherwise. */
function setUpForFollowFile() {
  const open = anOpenJournal();
  const files = memoryFiles();
  const company = aCompany(open);
  const [purchases, sales] = [aFolder(open, company), aFolder(open, company, 'sales-invoices')];
  const service = aService();
  const network: { connecting: (what: Outgoing) => Outcome | null } = { connecting: () => OFFLINE };
  const live = () => aLife({ ...open, files, upload: async (what) => service.take(what), connecting: (what) => network.connecting(what) });
  /** Puts a file there, as the program finds it. */
  const put = (into: Folder, name: string, content = name): ItemId => {
    files.all.set(`${into.path}/${name}`, Buffer.from(content));
    return open.journal.intake.enqueue(aFile(into, { name, content })).itemId;
  };
  const take = (from: Folder, name: string): void => {
    files.all.delete(`${from.path}/${name}`);
    open.journal.intake.forget(from.id, [name]);
  };
  const sent = () => service.requests.map(({ importType, bytes }) => `${importType}: ${Buffer.from(bytes).toString()}`).toSorted();
  const goOnline = async (): Promise<void> => {
    network.connecting = () => null;
    await open.clock.advance(HOUR_MS);
  };
  return { ...open, files, purchases, sales, service, network, live, put, take, sent, goOnline };
}

const nine = (text: string) => Array.from({ length: 9 }, (_, n) => `${text}-${n}.pdf`);

describe('what a person corrects before a byte has left', () => {
  it.each(['while the program runs', 'before it starts again'])('is what is sent, and nothing else: %s', async (when) => {
    const all = setUpForFollowFile();
    const first = all.live();
    await first.delivery.start();
    for (let n = 0; n < 9; n += 1) for (const what of ['gone', 'moved', 'changed']) all.put(all.purchases, `${what}-${n}.pdf`);
    await all.clock.advance(MINUTE_MS);
    if (when === 'before it starts again') await first.delivery.close(0);
    for (let n = 0; n < 9; n += 1) {
      all.take(all.purchases, `gone-${n}.pdf`);
      all.take(all.purchases, `moved-${n}.pdf`);
      all.put(all.sales, `moved-${n}.pdf`);
      all.put(all.purchases, `changed-${n}.pdf`, `better-${n}.pdf`);
    }
    if (when === 'before it starts again') await all.live().delivery.start();
    await all.goOnline();
    expect(all.sent()).toEqual([...nine('purchase-invoices: better'), ...nine('sales-invoices: moved')]);
  });

  it('is not sent as it was where the sweep has not found it out yet, and is asked about where its file stays away', async () => {
    const all = setUpForFollowFile();
    await all.live().delivery.start();
    const [gone, changed] = [all.put(all.purchases, 'gone.pdf'), all.put(all.purchases, 'changed.pdf')];
    await all.clock.advance(MINUTE_MS);
    all.files.all.delete(`${all.purchases.path}/gone.pdf`);
    all.files.all.set(`${all.purchases.path}/changed.pdf`, Buffer.from('better'));
    await all.goOnline();
    expect(all.sent()).toEqual([]);
    expect(item(all, gone).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file' } });
    all.take(all.purchases, 'gone.pdf');
    all.put(all.purchases, 'changed.pdf', 'better');
    await all.clock.advance(HOUR_MS);
    expect(all.sent()).toEqual(['purchase-invoices: better']);
    expect(item(all, changed).state).toEqual({ kind: 'aside', why: 'replaced' });
    expect(item(all, gone).state).toEqual({ kind: 'held', question: { kind: 'gone' } });
  });

  it('is looked at, although the clock was set back since it was found', async () => {
    const all = setUpForFollowFile();
    const found = item(all, all.put(all.purchases, 'scan.pdf'));
    const reader = readHere({ files: all.files, digest: nodeDigest });
    const store = all.journal.delivery;
    const after = (ms: number) =>
      followFile(found, { clock: { ...all.clock, wallMs: () => wallMs(all.clock.wallMs() + ms) }, reader, store });
    expect([await after(SECOND_MS), await after(HOUR_MS), await after(-HOUR_MS)]).toEqual([null, null, null]);
    all.files.all.set(`${all.purchases.path}/scan.pdf`, Buffer.from('better'));
    const changed = { kind: 'no-file', code: 'CHANGED', tries: 1 };
    expect([await after(SECOND_MS), await after(HOUR_MS), await after(-HOUR_MS)]).toEqual([null, changed, changed]);
  });

  it('is looked at once more when the connection is there', async () => {
    const all = setUpForFollowFile();
    const id = all.put(all.purchases, 'scan.pdf');
    let tries = 0;
    all.network.connecting = () => {
      tries += 1;
      if (tries === 1) all.journal.notes.note(id, 'avoir');
      if (tries === 2) all.take(all.purchases, 'scan.pdf');
      return null;
    };
    await all.live().delivery.start();
    await all.clock.advance(SECOND_MS);
    expect([tries, all.sent()]).toEqual([2, []]);
    expect(item(all, id)).toMatchObject({ leftAt: null, attempts: 0 });
    all.put(all.purchases, 'scan.pdf');
    await all.clock.advance(HOUR_MS);
    expect(all.service.requests).toMatchObject([{ comment: 'avoir' }]);
  });

  it('is sent from its copy where its folder is away: nobody can say that it was corrected', async () => {
    const all = setUpForFollowFile();
    await all.live().delivery.start();
    all.put(all.purchases, 'scan.pdf');
    await all.clock.advance(MINUTE_MS);
    all.files.all.delete(`${all.purchases.path}/scan.pdf`);
    await all.journal.intake.swept(all.purchases.id, { state: 'missing', identity: null, at: all.clock.wallMs() });
    await all.goOnline();
    expect(all.sent()).toEqual(['purchase-invoices: scan.pdf']);
  });

  it.each([
    ['missing', 0],
    ['silent', 1],
  ] as const)('is looked at where its folder was away, and not where that does not answer: %s', async (state, sendings) => {
    const all = setUpForFollowFile();
    await all.live().delivery.start();
    all.put(all.purchases, 'scan.pdf');
    await all.clock.advance(MINUTE_MS);
    await all.journal.intake.swept(all.purchases.id, { state, identity: null, at: all.clock.wallMs() });
    all.files.all.set(`${all.purchases.path}/scan.pdf`, Buffer.from('better'));
    await all.goOnline();
    expect(all.sent()).toHaveLength(sendings);
  });
});

describe('what has left', () => {
  it('goes its way, whatever becomes of its file', async () => {
    const all = setUpForFollowFile();
    await all.live().delivery.start();
    all.network.connecting = () => null;
    const busy: Outcome = { kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: null };
    const answers = [busy];
    const take = all.service.take.bind(all.service);
    Object.assign(all.service, { take: (what: Parameters<typeof take>[0]) => answers.shift() ?? take(what) });
    const id = all.put(all.purchases, 'scan.pdf');
    await all.clock.settle();
    expect(item(all, id)).toMatchObject({ leftAt: expect.any(Number), state: { kind: 'waiting', last: { kind: 'service' } } });
    all.take(all.purchases, 'scan.pdf');
    await all.clock.advance(HOUR_MS);
    expect(all.sent()).toEqual(['purchase-invoices: scan.pdf']);
  });
});

describe('tries that end before a byte has left', () => {
  it('are not counted as sendings, and come at longer and longer intervals', async () => {
    const all = setUpForFollowFile();
    const at: number[] = [];
    all.network.connecting = () => (at.push(all.clock.wallMs()), OFFLINE);
    await all.live().delivery.start();
    const id = all.put(all.purchases, 'scan.pdf');
    await all.clock.advance(HOUR_MS);
    const waits = at.slice(1).map((moment, n) => moment - (at[n] ?? 0));
    expect(waits.length).toBeGreaterThan(4);
    expect(waits.slice(0, 8).every((wait, n) => n === 0 || wait > (waits[n - 1] ?? 0) * 0.9)).toBe(true);
    expect(item(all, id)).toMatchObject({ attempts: 0, leftAt: null, reference: null, state: { kind: 'waiting', notBegun: at.length } });
  });
});
