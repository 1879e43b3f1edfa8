import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { isMisplaced } from '#shared/domain/item/problem.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { largePdf } from '#test/support/documents/pdfs.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';

const samples = Object.values(sampleFiles);
const TAKEN = [sampleFiles.invoice, sampleFiles.jpeg, sampleFiles.png, sampleFiles.bmp];

function look(bytes: Uint8Array, name = 'scan.pdf') {
  return inspect({ name, bytes, size: bytes.byteLength }, nodeSha256);
}

function isWithoutQuestion(inspected: ReturnType<typeof look>): boolean {
  return inspected.kind === 'fit' && inspected.question === undefined;
}

function problemOf(bytes: Uint8Array, name?: string) {
  const inspected = look(bytes, name);
  return inspected.kind === 'unfit' ? inspected.problem : null;
}

const text = (content: string): Buffer => Buffer.from(content, 'latin1');

describe('inspection', () => {
  it.each(samples)('knows $name', ({ name, path, expected }) => {
    const inspected = look(readFileSync(path), name);
    const { verdict, ...rest } = expected;
    expect(inspected).toMatchObject({ kind: verdict, ...rest });
  });

  it('takes a file of the greatest size and none of a byte more', () => {
    expect(problemOf(largePdf(FILE_BYTES_MAX))).toEqual({ kind: 'damaged', found: 'pdf' });
    expect(problemOf(largePdf())).toEqual({ kind: 'too-large', bytes: FILE_BYTES_MAX + 1, bytesMax: FILE_BYTES_MAX, found: 'pdf' });
    const unread = { problem: { kind: 'too-large', bytes: 10e9, bytesMax: FILE_BYTES_MAX }, sha256: null };
    expect(inspect({ name: 'a.pdf', bytes: null, size: 10e9 }, nodeSha256)).toEqual({ kind: 'unfit', ...unread });
  });

  it.each([
    ['%PDF-1.7\n', { kind: 'too-large', found: 'pdf' }],
    ['\xff\xd8\xff\xe0', { kind: 'too-large', found: 'jpeg' }],
    ['II*\0', { kind: 'not-taken', found: 'tiff' }],
    ['\0\0\0\x18ftypheic', { kind: 'not-taken', found: 'heic' }],
    ['PK\x03\x04', { kind: 'not-taken', found: 'zip' }],
    // Space that was allocated for a file still being copied, or anything else: all that is known is its size.
    ['\0\0\0\0', { kind: 'too-large' }],
  ] as const)('knows a file that is too large by its first bytes: %j', (head, problem) => {
    const large = { head: Buffer.concat([text(head), Buffer.alloc(40)]), hash: nodeSha256([text('all of it')]) };
    const inspected = inspect({ name: 'a', bytes: null, size: 6_000_000, large }, nodeSha256);
    expect(inspected).toMatchObject({ kind: 'unfit', problem, sha256: hex(large.hash) });
    expect(inspected.kind === 'unfit' && 'found' in inspected.problem).toBe('found' in problem);
  });

  it.each([
    ['avif', 'avifmif1', 'avif'],
    ['avis', 'avif', 'avif'],
    ['mif1', 'mif1avif', 'avif'],
    ['mif1', 'mif1heic', 'heic'],
    ['heic', 'mif1heic', 'heic'],
    ['heix', '', 'heic'],
  ])('tells AVIF from HEIC by the names that a file goes by: %s, %s', (major, others, found) => {
    const box = Buffer.concat([Buffer.alloc(4), text(`ftyp${major}\0\0\0\0${others}`)]);
    box.writeUInt32BE(box.byteLength);
    // What follows belongs to another box.
    expect(problemOf(Buffer.concat([box, text('\0\0\0\x08metaavif')]))).toEqual({ kind: 'not-taken', found });
  });

  it.each([
    ['paie.CSV', 'compte;montant\n641100;12,00', 'entries-among-scans', 'csv'],
    ['paie.json', '{"data":{"lines":[]}}', 'entries-among-scans', 'json'],
    ['ventes.xlsx', 'PK\x03\x04[Content_Types].xml', 'entries-among-scans', 'xlsx'],
    ['123456789FEC20251231.TXT', 'JournalCode|JournalLib|EcritureNum', 'entries-among-scans', 'txt'],
    ['fec.txt', '\xef\xbb\xbf"JournalCode"\t"JournalLib"', 'entries-among-scans', 'txt'],
    // A text beside a scan, and what is a scan whatever its name says.
    ['scan.note.txt', 'Page 2 is missing, JournalCode is not', 'not-taken', 'text'],
    ['csv', 'compte;montant', 'not-taken', 'text'],
    ['lettre.docx', 'PK\x03\x04[Content_Types].xml', 'not-taken', 'office'],
    ['photo.csv', 'II*\0', 'not-taken', 'tiff'],
  ] as const)('finds entries among scans by name and content, and nothing else: %s', (name, content, kind, found) => {
    expect(problemOf(text(content), name)).toEqual({ kind, found });
    const large = { head: text(content.padEnd(40)), hash: nodeSha256([text('all of it')]) };
    expect(inspect({ name, bytes: null, size: 6_000_000, large }, nodeSha256)).toMatchObject({ kind: 'unfit', problem: { kind, found } });
  });

  it.each([
    ...TAKEN.map(
      ({ name, path }, at) => [name, readFileSync(path), 'scan-among-entries', (['pdf', 'jpeg', 'png', 'bmp'] as const)[at]] as const,
    ),
    ['facture.csv', text('%PDF-1.7\n'), 'scan-among-entries', 'pdf'],
    ['scan.tif', text('II*\0'), 'scan-among-entries', 'tiff'],
    ['ventes.xls', text('\xd0\xcf\x11\xe0'), 'not-taken-as-entries', 'office'],
    ['paie', text('compte;montant'), 'not-taken-as-entries', 'text'],
    ['facture.pdf', text('compte;montant'), 'not-taken-as-entries', 'text'],
  ] as const)('sends no scan from a folder for entries, nor what has another ending: %s', (name, bytes, kind, found) => {
    const of = { name, size: bytes.byteLength, importType: 'entries' } as const;
    expect(inspect({ ...of, bytes }, nodeSha256)).toMatchObject({ kind: 'unfit', problem: { kind, found } });
    const large = { head: bytes.subarray(0, 40), hash: nodeSha256([bytes]) };
    expect(inspect({ ...of, bytes: null, large }, nodeSha256)).toMatchObject({ kind: 'unfit', problem: { kind, found } });
  });

  it('has no word about the place of entries in their own folder', () => {
    for (const name of ['a.json', 'a.CSV', 'a.txt', 'a.Xlsx']) {
      const inspected = inspect({ name, bytes: text('JournalCode;a'), size: 13, importType: 'entries' }, nodeSha256);
      expect(inspected.kind === 'unfit' && isMisplaced(inspected.problem)).toBe(false);
    }
  });

  it('gives the same content the same digest under any name, and empty files none', () => {
    expect(look(readFileSync(sampleFiles.invoice.path)).sha256).toBe(look(readFileSync(sampleFiles.copy.path), 'b.jpg').sha256);
    expect(look(Buffer.alloc(0)).sha256).toBeNull();
  });

  it('never throws, whatever bytes are cut or turned over', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(
          fc.constantFrom(...samples.map(({ path }) => readFileSync(path))),
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }),
          fc.nat(),
        )
        .map(([whole, turns, cut]) => {
          const bent = Uint8Array.from(whole.subarray(0, 1 + (cut % (whole.length + 1))));
          for (const [at, byte] of turns) if (bent.length > 0) bent[at % bent.length] = byte;
          return bent;
        }),
    );
    fc.assert(
      fc.property(bytes, fc.string(), (content, name) => {
        expect(['fit', 'unfit']).toContain(look(content, name).kind);
      }),
      { numRuns: 400 },
    );
  });

  it.each(TAKEN)('never takes a cut $name for whole', ({ path, name }) => {
    const whole = readFileSync(path);
    // Only bytes after the trailer or the picture, or the end of the last line, may be missing: no viewer needs those.
    const trailerAt = whole.lastIndexOf('startxref');
    const most = trailerAt >= 0 ? trailerAt - 1 : whole.length - (name.endsWith('.png') ? 13 : 3);
    const cut = fc.sample(fc.integer({ min: 1, max: most }), { numRuns: 150, seed: 7 });
    const isSent = (length: number): boolean => isWithoutQuestion(look(whole.subarray(0, length), name));
    expect(cut.filter(isSent)).toEqual([]);
  });

  it.each(TAKEN)('takes $name for unfinished while the rest of its room is zeros', ({ path, name }) => {
    const whole = readFileSync(path);
    const copied = Buffer.alloc(whole.length);
    whole.copy(copied, 0, 0, whole.length >> 1);
    // Only a BMP has no end marker.
    expect(problemOf(copied, name)?.kind).toBe(name.endsWith('.bmp') ? undefined : 'damaged');
    expect(problemOf(Buffer.alloc(whole.length), name)?.kind).toBe('damaged');
  });
});

describe('inspection of a PDF', () => {
  const whole = readFileSync(sampleFiles.invoice.path);

  it.each([
    ['a byte-order mark and a line before its header', Buffer.concat([text('\xef\xbb\xbf\n'), whole])],
    ['a block of zeros after its end', Buffer.concat([whole, Buffer.alloc(512)])],
    ['a line of a mail program after its end', Buffer.concat([whole, text('\r\n--boundary--\r\n')])],
    ['no line after its end', whole.subarray(0, whole.lastIndexOf('%%EOF') + 5)],
  ])('forgives %s', (_what, bytes) => {
    expect(problemOf(bytes)).toBeNull();
  });

  it.each([
    ['a page that is being added to it', Buffer.concat([whole, text('\n41 0 obj\n<< /Length 4000 >>\nstream\nhalf')])],
    ['its cross-reference lost', Buffer.concat([whole.subarray(0, 400), whole.subarray(whole.lastIndexOf('startxref'))])],
  ])('waits for one with %s', (_what, bytes) => {
    expect(problemOf(bytes)).toEqual({ kind: 'damaged', found: 'pdf' });
  });
});

describe('inspection of other content', () => {
  it.each([
    ['BMW a envoyé sa facture', 'text'],
    ['\xff\xfe<\0?\0x\0m\0l\0 \0', 'xml'],
    ['\xef\xbb\xbf  <Invoice xmlns="urn:x">', 'xml'],
    ['<!DOCTYPE html><html>', 'text'],
    ['Facture n\xb0 12, 30 \x80', 'text'],
    ['PK\x03\x04 facture.pdf %PDF-1.7', 'zip'],
    ['II*\0\x08', 'tiff'],
    ['\0\0\0\x18ftypavif', 'avif'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'office'],
    ['\x01\x02\x03', 'unknown'],
  ])('%j is %s', (content, found) => {
    expect(problemOf(text(content))).toEqual({ kind: 'not-taken', found });
  });
});
