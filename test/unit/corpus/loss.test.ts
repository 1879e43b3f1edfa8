import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TakenKind } from '#shared/domain/item/problem.ts';
import type { Copy } from '#test/corpus/copies.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { type Loss, measureLoss } from '#test/corpus/loss.ts';
import { answers } from '#test/corpus/tools/answers.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
