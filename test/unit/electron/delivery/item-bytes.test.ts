import { describe, expect, it } from 'vitest';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { openable } from '#electron/engine/open-in-system.ts';
import { type BytesPiece, PIECE_BYTES } from '#shared/app-api/preview.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';

const ITEM = anItem().id;
const BYTES = Uint8Array.from({ length: PIECE_BYTES * 2 + 5 }, (_, at) => at % 251);

async function all(pieces: AsyncIterable<BytesPiece>): Promise<BytesPiece[]> {
  const got: BytesPiece[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}

describe('the bytes of a document', () => {
  it('come whole, in pieces that are bounded, after their number', async () => {
    const got = await all(itemBytes(async () => ok(BYTES))(ITEM, undefined));
    expect(got[0]).toEqual({ kind: 'begin', bytes: BYTES.length });
    const parts = got.flatMap((piece) => (piece.kind === 'piece' ? [Buffer.from(piece.base64, 'base64')] : []));
    expect(parts.map(({ length }) => length)).toEqual([PIECE_BYTES, PIECE_BYTES, 5]);
    expect(Buffer.concat(parts).equals(BYTES)).toBe(true);
  });

  it('are one fault where there are none', async () => {
    expect(await all(itemBytes(async () => fail('changed'))(ITEM, undefined))).toEqual([{ kind: 'fault', fault: 'changed' }]);
  });

  it('end when their reader goes away', async () => {
    const gone = new AbortController();
    const pieces = itemBytes(async () => ok(BYTES))(ITEM, gone.signal);
    await pieces.next();
    gone.abort();
    expect(await all(pieces)).toEqual([]);
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
    const got = await all(read(ITEM, undefined));
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
    expect(await all(read(ITEM, undefined))).toEqual([{ kind: 'fault', fault: 'busy' }]);
    await open[0]?.return();
    expect((await all(read(ITEM, undefined)))[0]).toMatchObject({ kind: 'begin' });
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
