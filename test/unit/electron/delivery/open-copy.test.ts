import { describe, expect, it } from 'vitest';
import { type OpenCopy, PIECE_BYTES } from '#electron/delivery/open-copy.ts';
import { spool } from '#electron/delivery/spool.ts';
import { copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { wholeBody } from '#test/support/network/http-body.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { aLife, aService, SPOOL } from './a-life.ts';
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
  return { files, copies, life, path, freed, compared, isIt };
}

function found(copy: OpenCopy | null): OpenCopy {
  if (copy === null) throw new Error('there is no copy');
  return copy;
}

describe('a private copy that is sent', () => {
  it('is read in pieces while it is sent, as often as it is sent, and not compared again', async () => {
    const { copies, compared, isIt } = await setUp();
    const copy = found(await copies.open(A, isIt));
    expect(copy.byteLength).toBe(LARGE.byteLength);
    for (let request = 0; request < 2; request += 1) expect(Buffer.compare(await wholeBody([copy]), LARGE)).toBe(0);
    const sizes: number[] = [];
    for await (const chunk of copy.chunks()) sizes.push(chunk.byteLength);
    expect(sizes).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES, 5]);
    expect(compared).toEqual([]);
  });

  it('is compared once if an earlier run left it', async () => {
    const { life, compared, isIt } = await setUp();
    const copies = await life();
    for (let request = 0; request < 2; request += 1) {
      const copy = found(await copies.open(A, isIt));
      expect(Buffer.compare(await wholeBody([copy]), LARGE)).toBe(0);
      copy.close();
    }
    expect(compared).toEqual([LARGE.byteLength]);
  });

  it('is overwritten only when the request and the body have both ended', async () => {
    const { copies, path, freed, isIt } = await setUp();
    const copy = found(await copies.open(A, isIt));
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
    const { copies, freed, isIt } = await setUp();
    const [one, two] = [found(await copies.open(A, isIt)), found(await copies.open(A, isIt))];
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
  ])('is none if its file %s', async (_, damage) => {
    const { files, copies, path, isIt } = await setUp(Buffer.from('a small scan'.repeat(50)));
    files.all.set(path, damage(Buffer.from(files.all.get(path) ?? '')));
    expect(await copies.open(A, isIt)).toBeNull();
  });
});

function sending() {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  const service = aService();
  let hashes = 0;
  const digest = async (bytes: Uint8Array) => {
    hashes += 1;
    return nodeSha256([bytes]);
  };
  const life = aLife({ ...open, files, upload: async (what) => service.take(what), digest });
  const drop = (content: string): ItemId => {
    files.all.set(`${folder.path}/scan`, Buffer.from(content));
    return open.journal.intake.enqueue(aFile(folder, { name: 'scan', content })).itemId;
  };
  return { ...open, ...life, files, service, drop, hashes: () => hashes };
}

describe('a document', () => {
  it('is hashed once, where its file is read', async () => {
    const all = sending();
    await all.delivery.start();
    const itemId = all.drop('scan');
    await all.clock.settle();
    expect(item(all, itemId).state.kind).toBe('awaiting');
    expect(all.hashes()).toBe(1);
  });

  it('whose copy the disk does not return amid the body is sent from another copy, and nobody else is blamed', async () => {
    const all = sending();
    const readPart = all.files.readPart.bind(all.files);
    let faults = 0;
    all.files.readPart = async (path, from, bytes) => {
      if (from < PIECE_BYTES || faults > 0) return readPart(path, from, bytes);
      faults += 1;
      return { ok: false, failure: { kind: 'other', code: 'EIO' } };
    };
    const itemId = all.drop(LARGE.toString());
    await all.delivery.start();
    await all.clock.settle();
    expect(item(all, itemId)).toMatchObject({ attempts: 1, state: { kind: 'waiting', last: { kind: 'spool', code: 'EIO' } } });
    expect(all.service.documents.size).toBe(0);
    await all.clock.run(() => all.service.documents.size === 1);
    expect([...all.service.documents.values()].map(({ content }) => content === LARGE.toString())).toEqual([true]);
    expect(all.hashes()).toBe(2);
  });
});
