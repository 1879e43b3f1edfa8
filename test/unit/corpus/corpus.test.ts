import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import { applied, type Copy, cuts, holes } from '#test/corpus/copies.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { endsInsideObject, isReadable, type Loss, measureLoss, whyNot } from '#test/corpus/loss.ts';
import { type Answer, answers, pixmapCounter } from '#test/corpus/tools.ts';
import { tempFolder } from '#test/support/folders.ts';

function corpusThatKnows(known: Readonly<Record<string, string>>): string {
  const folder = tempFolder();
  const lines = Object.entries(known).map(([key, pixels]) => JSON.stringify({ key, answer: { exit: 0, count: 1, pixels, said: [] } }));
  writeFileSync(join(folder, 'answers.jsonl'), `${lines.join('\n')}\n{"key":"half`);
  return folder;
}

async function loss(
  kind: TakenKind,
  bytes: Uint8Array,
  copy: Omit<Copy, 'what'>,
  known: Readonly<Record<string, string>> = {},
): Promise<Loss> {
  const content = { sha256: sha256Of(bytes), at: () => bytes };
  const reads = ['mupdf', 'poppler', 'libjpeg', 'ffmpeg'].map((tool) => ({
    tool,
    answer: { exit: 0, count: 1, pixels: 'as it was', said: [] },
  }));
  return await measureLoss({ kind, content, bytes, reads }, { ...copy, what: '' }, answers(corpusThatKnows(known), { ask: false }));
}

function pictured(filter: string): Buffer {
  return Buffer.from(`1 0 obj\n<</Subtype/Image ${filter}>>\nstream\n0123456789\nendstream\nendobj\n`);
}

function holeAt(bytes: Buffer, from: string, to: string) {
  return { kind: 'hole' as const, from: bytes.indexOf(from), to: bytes.indexOf(to) };
}

const PDF = Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nendobj\nxref${' '.repeat(400)}`);
const LAST = PDF.lastIndexOf('endobj') + 'endobj'.length;

describe('a copy that would be sent', () => {
  it('has lost nothing where zeros stood before', async () => {
    const bytes = Uint8Array.of(1, 0, 0, 1);
    expect(await loss('jpeg', bytes, { kind: 'hole', from: 1, to: 3 })).toBe('same-bytes');
    expect(await loss('jpeg', bytes, { kind: 'hole', from: 1, to: 4 })).toBe('not-asked');
    // A cut that removes the zeros makes another file.
    expect(await loss('jpeg', bytes, { kind: 'cut', from: 1, to: 3 })).toBe('not-asked');
  });

  it('has all its objects when it is cut behind the last', async () => {
    expect(await loss('pdf', PDF, { kind: 'cut', from: LAST, to: PDF.byteLength })).toBe('behind-the-last-object');
    expect(await loss('pdf', PDF, { kind: 'cut', from: LAST - 1, to: PDF.byteLength })).toBe('not-asked');
  });

  it('has other points in a BMP without compression, and lost a part of one with it', async () => {
    const bytes = Buffer.alloc(200, 1);
    bytes.writeUInt32LE(54, 10);
    bytes.writeUInt32LE(40, 14);
    bytes.writeUInt32LE(0, 30);
    expect(await loss('bmp', bytes, { kind: 'hole', from: 54, to: 100 })).toBe('raw-pixels');
    expect(await loss('bmp', bytes, { kind: 'hole', from: 53, to: 100 })).not.toBe('raw-pixels');
    bytes.writeUInt32LE(1, 30);
    expect(await loss('bmp', bytes, { kind: 'hole', from: 54, to: 100 })).not.toBe('raw-pixels');
  });

  it('has all that is drawn when only the cross-reference behind it is lost, or it is cut where it was saved before', async () => {
    const xref = Buffer.from(
      '1 0 obj\n<<>>\nendobj\n7 0 obj\n<</Type/XRef/W[1 3 2]>>\nstream\nrows\nendstream\nendobj\nstartxref\n9\n%%EOF\n',
    );
    const open = xref.indexOf('7 0');
    expect(await loss('pdf', xref, { kind: 'cut', from: open, to: xref.length })).toBe('behind-the-last-object');
    expect(await loss('pdf', xref, { kind: 'cut', from: xref.indexOf('rows'), to: xref.length })).toBe('behind-the-last-object');
    const page = Buffer.from(xref.toString().replace('/XRef', '/Page'));
    expect(await loss('pdf', page, { kind: 'cut', from: open, to: page.length })).toBe('not-asked');
    const twice = Buffer.concat([page, page]);
    const end = page.indexOf('startxref');
    for (const from of [end + 3, page.length])
      expect(await loss('pdf', twice, { kind: 'cut', from, to: twice.length })).toBe('an-earlier-version');
    for (const from of [page.indexOf('rows'), page.length + 12])
      expect(await loss('pdf', twice, { kind: 'cut', from, to: twice.length })).toBe('not-asked');
  });

  it('has its picture when only the mark of the end is lost', async () => {
    const jpeg = Buffer.from('ffd8ffd9aabbffd9', 'hex');
    expect(await loss('jpeg', jpeg, { kind: 'cut', from: 6, to: 8 })).toBe('end-mark');
    expect(await loss('jpeg', jpeg, { kind: 'cut', from: 5, to: 8 })).toBe('not-asked');
    const png = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex');
    expect(await loss('png', png, { kind: 'cut', from: 8, to: 20 })).toBe('end-mark');
    expect(await loss('png', png, { kind: 'cut', from: 7, to: 20 })).toBe('not-asked');
  });

  it('has other points in a picture of a PDF without a filter, from its first to its last', async () => {
    const [raw, packed] = [pictured(''), pictured('/Filter/FlateDecode')];
    expect(await loss('pdf', raw, holeAt(raw, '2', '7'))).toBe('raw-pixels');
    expect(await loss('pdf', raw, holeAt(raw, '2', 'stream\nendobj'))).toBe('not-asked');
    expect(await loss('pdf', packed, holeAt(packed, '2', '7'))).toBe('not-asked');
  });

  it('has lost something as soon as one tool shows other points, or another thing is attached', async () => {
    const was = sha256Of(PDF);
    const inside = { kind: 'hole', from: 20, to: 60 } as const;
    const holed = sha256Of(Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(40), PDF.subarray(60)]));
    const alike = {
      [`${holed} mupdf`]: 'as it was',
      [`${holed} poppler`]: 'as it was',
      [`${holed} attached`]: 'x',
      [`${was} attached`]: 'x',
    };
    expect(await loss('pdf', PDF, inside, alike)).toBe('not-visible');
    expect(await loss('pdf', PDF, inside, { ...alike, [`${holed} poppler`]: 'other' })).toBe('lost');
    expect(await loss('pdf', PDF, inside, { ...alike, [`${holed} attached`]: 'y' })).toBe('lost');
  });
});

const SHA = sha256Of(new Uint8Array(0));

describe('copies of a file', () => {
  it.each([2, 511, 512, 513, 1_500, 16_383, 16_384, 70_000, 5_242_880])('of %i bytes are cut inside it', (size) => {
    const all = cuts(size, SHA);
    expect(all.length).toBeGreaterThan(0);
    for (const { from, to } of all) {
      expect(from).toBeGreaterThan(0);
      expect(from).toBeLessThan(size);
      expect(to).toBe(size);
    }
    expect(new Set(all.map(({ from }) => from)).size).toBe(all.length);
  });

  it.each([
    [1_500, 512],
    [16_384, 4_096],
    [70_000, 4_096],
    [5_242_880, 4_096],
  ])('of %i bytes have holes neither in the first block of %i nor in the last', (size, unit) => {
    const all = holes(size, SHA);
    expect(all.length).toBeGreaterThan(0);
    for (const { from, to } of all) {
      expect(from % unit).toBe(0);
      expect(from).toBeGreaterThanOrEqual(unit);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThanOrEqual(Math.ceil(size / unit) * unit - unit);
    }
  });

  it('that are too small for a hole have none', () => {
    expect(holes(1_024, SHA)).toEqual([]);
    expect(holes(1_025, SHA).map(({ from, to }) => [from, to])).toEqual([[512, 1_024]]);
  });

  it('are the same each time, and others for another file', () => {
    const other = sha256Of(Uint8Array.of(1));
    expect(holes(1_000_000, SHA)).toEqual(holes(1_000_000, SHA));
    expect(holes(1_000_000, SHA)).not.toEqual(holes(1_000_000, other));
  });

  it('leave the file as it is', () => {
    const bytes = new Uint8Array(2_048).fill(7);
    const holed = applied(bytes, { what: '', kind: 'hole', from: 512, to: 1_024 });
    expect([holed[511], holed[512], holed[1_023], holed[1_024]]).toEqual([7, 0, 0, 7]);
    expect(applied(bytes, { what: '', kind: 'cut', from: 512, to: 2_048 }).byteLength).toBe(512);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });
});

const WELL: Answer = { exit: 0, count: 3, pixels: '', said: [] };

function readsForReadable(mupdf: Partial<Answer>, poppler: Partial<Answer> = {}): Parameters<typeof whyNot>[0] {
  return [
    { tool: 'mupdf', answer: { ...WELL, ...mupdf } },
    { tool: 'poppler', answer: { ...WELL, ...poppler } },
  ];
}

function isCut(text: string): boolean {
  return endsInsideObject(Buffer.from(text));
}

describe('a file', () => {
  it('is readable when two tools read it, whatever they made anew', () => {
    expect(isReadable('pdf', readsForReadable({}))).toBe(true);
    expect(
      isReadable('pdf', readsForReadable({ said: ['warning: trying to repair broken xref', 'warning: repairing PDF document'] })),
    ).toBe(true);
  });

  it.each([
    ['an exit code', readsForReadable({ exit: 1 })],
    ['no end within its time', readsForReadable({}, { exit: null })],
    ['other pages', readsForReadable({ count: 2 })],
    ['no page', readsForReadable({ count: 0 }, { count: 0 })],
    ['a complaint about content', readsForReadable({ said: ['warning: padding truncated image'] })],
    ['a complaint of the other', readsForReadable({}, { said: ['Syntax Error: Unexpected end of file in flate stream'] })],
  ])('is none with %s', (_, read) => {
    expect(isReadable('pdf', read)).toBe(false);
    expect(whyNot(read)).not.toBe('not asked');
  });

  it('is none that nobody was asked about', () => {
    expect(isReadable('pdf', [])).toBe(false);
    expect(whyNot([])).toBe('not asked');
  });

  it('was cut where it ends inside an object, and not where only its end is missing', () => {
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<< /Length 12 >>\nstream\nabc')).toBe(true);
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nendobj\nxref\n0 3')).toBe(false);
    expect(isCut('1 0 obj\n<<>>\nendobj\n2 0 obj\n<<>>\nstartxref\n9\n%%EOF')).toBe(false);
  });
});

const COLOUR = Buffer.concat([Buffer.from('P6\n2 3\n255\n'), Buffer.alloc(18, 9)]);
/** Nine pixels a row take two bytes. */
const BITS = Buffer.concat([Buffer.from('P4\n9 2\n'), Buffer.alloc(4, 0x50)]);
const DEEP = Buffer.concat([Buffer.from('P5\n2 2\n65535\n'), Buffer.alloc(8, 0x50)]);

describe('pictures in a stream', () => {
  it.each([1, 2, 3, 7, 64, 1_000])('are counted when they come in pieces of %i bytes', (piece) => {
    const counter = pixmapCounter();
    const all = Buffer.concat([COLOUR, BITS, DEEP, COLOUR]);
    for (let at = 0; at < all.byteLength; at += piece) counter.take(all.subarray(at, at + piece));
    expect(counter.end().count).toBe(4);
  });

  it('are none where one ends too early', () => {
    const counter = pixmapCounter();
    counter.take(COLOUR);
    counter.take(COLOUR.subarray(0, COLOUR.byteLength - 1));
    expect(counter.end().count).toBe(1);
  });

  it('are none where there is none', () => {
    const counter = pixmapCounter();
    counter.take(Buffer.from('checking file\nno syntax errors'));
    expect(counter.end().count).toBe(0);
  });

  it('have another hash when a point is another', () => {
    const hashes = [COLOUR, Buffer.from(COLOUR.toString('latin1').replace(/.$/s, 'x'), 'latin1')].map((bytes) => {
      const counter = pixmapCounter();
      counter.take(bytes);
      return counter.end().sha256;
    });
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});
