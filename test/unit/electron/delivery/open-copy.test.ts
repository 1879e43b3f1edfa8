import { describe, expect, it } from 'vitest';
import { type OpenCopy, PIECE_BYTES } from '#electron/delivery/open-copy.ts';
import { spool } from '#electron/delivery/spool.ts';
import { COPY_HEADER_BYTES, copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { wholeBody } from '#test/support/network/scripted-server.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, type LifeOf, SPOOL } from './a-life.ts';
import { memoryFiles } from './memory-files.ts';

const A = 'aaaaaaaa-0000-4000-8000-000000000001' as ItemId;
/** Three pieces and a bit. */
const LARGE = Buffer.alloc(3 * PIECE_BYTES + 5, 'a scan of several pieces ');

async function setUp(content: Uint8Array = LARGE) {
  const files = memoryFiles();
  const freed: string[] = [];
  const onFree = (path: string): void => {
    freed.push(path);
    void files.writeOver(path, [Buffer.alloc(LARGE.byteLength + 64, 'free ')]);
  };
  const random = seededRandom(5);
  const life = async () => {
    const copies = spool({ files, random, folder: SPOOL, isLow: () => false, onFree });
    await copies.tidy((itemId) => itemId === A);
    return copies;
  };
  const copies = await life();
  const path = copies.take();
  await files.writeOver(path, [copyHeader(A, content.byteLength), content]);
  await copies.keep(A, { path, bytes: content.byteLength });
  const compared: number[] = [];
  const isIt = async (bytes: Uint8Array): Promise<boolean> => {
    compared.push(bytes.byteLength);
    return Buffer.compare(bytes, content) === 0;
  };
  const what = { sha256: hex(nodeSha256([content])), isIt };
  return { files, copies, life, path, freed, compared, what };
}

function flipped(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function found(copy: OpenCopy | null): OpenCopy {
  if (copy === null) throw new Error('there is no copy');
  return copy;
}

describe('a private copy that is sent', () => {
  it('is read in pieces while it is sent, as often as it is sent, and not read before that', async () => {
    const { copies, compared, what } = await setUp();
    const copy = found(await copies.open(A, what));
    expect(copy.byteLength).toBe(LARGE.byteLength);
    for (let request = 0; request < 2; request += 1) expect(Buffer.compare(await wholeBody([copy]), LARGE)).toBe(0);
    const sizes: number[] = [];
    for await (const chunk of copy.chunks()) sizes.push(chunk.byteLength);
    expect(sizes).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 5]);
    expect(compared).toEqual([]);
  });

  it('is compared once if an earlier run left it', async () => {
    const { life, compared, what } = await setUp();
    const copies = await life();
    for (let request = 0; request < 2; request += 1) {
      const copy = found(await copies.open(A, what));
      expect(Buffer.compare(await wholeBody([copy]), LARGE)).toBe(0);
      copy.close();
    }
    expect(compared).toEqual([LARGE.byteLength]);
  });

  it('is overwritten only when the request and the body have both ended', async () => {
    const { copies, path, freed, what } = await setUp();
    const copy = found(await copies.open(A, what));
    const body = copy.chunks()[Symbol.asyncIterator]();
    await body.next();
    // The answer is there already, and the document needs its copy no more.
    await copies.drop(A);
    copy.close();
    expect(freed).toEqual([]);
    expect(copies.take()).not.toBe(path);
    const rest: Uint8Array[] = [];
    for await (const chunk of { [Symbol.asyncIterator]: () => body }) rest.push(chunk);
    expect(Buffer.compare(Buffer.concat(rest), LARGE.subarray(PIECE_BYTES))).toBe(0);
    expect(freed).toEqual([path]);
    expect(copies.take()).toBe(path);
  });

  it('is not overwritten either while it waits for its turn', async () => {
    const { copies, freed, what } = await setUp();
    const [one, two] = [found(await copies.open(A, what)), found(await copies.open(A, what))];
    await copies.drop(A);
    one.close();
    one.close();
    expect(freed).toEqual([]);
    expect(Buffer.compare(await wholeBody([two]), LARGE)).toBe(0);
    two.close();
    expect(freed).toHaveLength(1);
    await expect(wholeBody([two])).rejects.toThrow('closed');
  });

  it.each([
    ['belongs to another document', (bytes: Buffer) => bytes.fill('b', 20, 30)],
    ['is shorter than it was', (bytes: Buffer) => bytes.subarray(0, 200)],
    ['has another first byte', (bytes: Buffer) => flipped(bytes, COPY_HEADER_BYTES)],
    ['has another last byte', (bytes: Buffer) => flipped(bytes, bytes.byteLength - 1)],
  ])('is none if its file %s', async (_, damage) => {
    const { files, copies, path, what } = await setUp(Buffer.from('a small scan'.repeat(50)));
    files.all.set(path, damage(Buffer.from(files.all.get(path) ?? '')));
    expect(await copies.open(A, what)).toBeNull();
  });
});

/** What leaves of a large copy that is changed when the first piece has left. */
async function readWhileChanged(change: (bytes: Buffer) => Buffer, again = (bytes: Buffer) => bytes) {
  const { files, copies, path, what } = await setUp();
  const copy = found(await copies.open(A, what));
  const left: Uint8Array[] = [];
  const reading = (async () => {
    for await (const piece of copy.chunks()) {
      const bytes = Buffer.from(files.all.get(path) ?? '');
      files.all.set(path, left.length === 0 ? change(bytes) : again(bytes));
      left.push(piece);
    }
  })();
  const error = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { bytes: Buffer.concat(left).byteLength, error, fault: copy.fault(), isCut: copy.isCut() };
}

const at = (place: number) => (bytes: Buffer) => flipped(bytes, COPY_HEADER_BYTES + place);

describe('a private copy that is changed while it is sent', () => {
  it.each([
    ['in the next piece', at(PIECE_BYTES)],
    ['in the last piece', at(LARGE.byteLength - 1)],
    ['in two places', (bytes: Buffer) => at(PIECE_BYTES)(at(LARGE.byteLength - 1)(bytes))],
  ])('keeps its last piece: %s', async (_, change) => {
    const { bytes, error, fault, isCut } = await readWhileChanged(change);
    expect(bytes).toBe(3 * PIECE_BYTES);
    expect([error instanceof Error, fault, isCut]).toEqual([true, { kind: 'other', code: 'COPY_CHANGED' }, true]);
  });

  it('keeps its last piece where it is cut', async () => {
    const { bytes, fault, isCut } = await readWhileChanged(
      (whole) => whole.subarray(0, -1),
      () => Buffer.alloc(0),
    );
    expect(bytes).toBeLessThan(LARGE.byteLength);
    expect([fault?.code, isCut]).toEqual(['CUT_SHORT', true]);
  });

  it.each([
    ['what has left already is changed', at(0)],
    ['more is written behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')])],
  ])('leaves whole where %s', async (_, change) => {
    expect(await readWhileChanged(change)).toEqual({ bytes: LARGE.byteLength, error: null, fault: null, isCut: false });
  });
});

const BUSY: Outcome = { kind: 'failed', failure: { kind: 'service', status: 503 }, retryAfterMs: null };

const firstPiece: typeof wholeBody = async ([part]) => {
  if (part === undefined || part instanceof Uint8Array) throw new Error('this is to be read from a copy');
  for await (const piece of part.chunks()) return Buffer.from(piece);
  throw new Error('a copy without a piece');
};

type Sending = Pick<LifeOf, 'readBody'> & { readonly answers?: readonly Outcome[] };

/** The first requests get these answers. */
function sending({ answers = [], ...more }: Sending = {}) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  const [service, left] = [aService(), [...answers]];
  let hashes = 0;
  const digest = async (bytes: Uint8Array) => {
    hashes += 1;
    return nodeSha256([bytes]);
  };
  const life = aLife({ ...open, files, upload: async (what) => left.shift() ?? service.take(what), digest, ...more });
  const drop = (content: string): ItemId => {
    files.all.set(`${folder.path}/scan`, Buffer.from(content));
    return open.journal.intake.enqueue(aFile(folder, { name: 'scan', content })).itemId;
  };
  /** Changes a byte of each copy; `scan` in the folder becomes this. Returns its path. */
  const changeCopies = (scan: Buffer | undefined): string => {
    const file = `${folder.path}/scan`;
    for (const [path, bytes] of Array.from(files.all))
      if (path !== file) files.all.set(path, flipped(Buffer.from(bytes), COPY_HEADER_BYTES));
    if (scan === undefined) files.all.delete(file);
    else files.all.set(file, scan);
    return file;
  };
  return { ...open, ...life, files, service, drop, changeCopies, hashes: () => hashes };
}

describe('a document', () => {
  it('is hashed by the reader once, where its file is read', async () => {
    const all = sending();
    await all.delivery.start();
    const itemId = all.drop('scan');
    await all.clock.settle();
    expect(item(all, itemId).state.kind).toBe('awaiting');
    expect(all.hashes()).toBe(1);
  });

  it.each([
    ['does not return', 'EIO', () => ({ ok: false, failure: { kind: 'other', code: 'EIO' } }) as const],
    ['returns other bytes of', 'COPY_CHANGED', (read: Buffer) => ({ ok: true, value: flipped(read, 0) }) as const],
  ])('is sent from another copy where the disk %s a copy amid the body, and nobody else is blamed', async (_, code, faulty) => {
    const all = sending();
    const readPart = all.files.readPart.bind(all.files);
    let faults = 0;
    all.files.readPart = async (path, from, bytes) => {
      const read = await readPart(path, from, bytes);
      if (from < PIECE_BYTES || faults > 0 || !read.ok) return read;
      faults += 1;
      return faulty(Buffer.from(read.value));
    };
    const itemId = all.drop(LARGE.toString());
    await all.delivery.start();
    await all.clock.settle();
    expect(item(all, itemId)).toMatchObject({ attempts: 1, state: { kind: 'waiting', last: { kind: 'spool', code } } });
    expect(all.service.documents.size).toBe(0);
    await all.clock.run(() => all.service.documents.size === 1);
    expect([...all.service.documents.values()].map(({ content }) => content === LARGE.toString())).toEqual([true]);
    expect(all.hashes()).toBe(2);
  });

  it.each([
    ['away', undefined, 'ENOENT'],
    ['another one', Buffer.from('another scan'), 'CHANGED'],
  ])('waits where its copy was changed and its file is %s, and is sent when that is back', async (_, there, code) => {
    const all = sending({ answers: [BUSY] });
    await all.delivery.start();
    const itemId = all.drop('scan');
    await all.clock.settle();
    const file = all.changeCopies(there);
    await all.clock.advance(MINUTE_MS);
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'no-file', code } });
    all.files.all.set(file, Buffer.from('scan'));
    await all.clock.advance(HOUR_MS);
    expect([...all.service.documents.values()].map(({ content }) => content)).toEqual(['scan']);
  });

  it('is not received where "received" comes before its last piece has left', async () => {
    const all = sending({ readBody: firstPiece });
    await all.delivery.start();
    const itemId = all.drop(LARGE.toString());
    await all.clock.settle();
    expect(item(all, itemId).state).toMatchObject({ kind: 'waiting', last: { kind: 'not-understood', status: 200 } });
  });
});
