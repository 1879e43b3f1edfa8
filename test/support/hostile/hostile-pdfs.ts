import { crc32, deflateSync } from 'node:zlib';

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const TREE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>';
const WORDS = stream('', 'q Q');

/** PDFs in which the search for objects, the cross-reference, the page tree or the search for missing stretches costs as much as possible. */
export function pdfShapes(bytes: number): Readonly<Record<string, () => Buffer>> {
  return { ...searches(bytes), ...references(bytes), ...trees(bytes), ...zeros(bytes) };
}

type Shapes = Readonly<Record<string, () => Buffer>>;

function many(part: string, bytes: number): string {
  return part.repeat(Math.floor(bytes / part.length));
}

/** Its table is wrong, so its objects have to be searched for. */
function page(after: string): Buffer {
  return pdfOf([CATALOGUE, TREE, PAGE, WORDS, `(${after})`], { xref: 'wrong' });
}

function searches(bytes: number): Shapes {
  return {
    'objects to be looked for, all of one number': () => page(many('8 0 obj ', bytes)),
    'objects to be looked for, without an object': () => page(many('0 obj ', bytes)),
    'a number far from its object': () => page(`8 ${many(' ', bytes)}0 obj`),
    'streams to be looked for, without an end': () => page(many('<<>>stream ', bytes)),
    'more objects than are looked for': () => page(many('\n9 0 obj 0 endobj', bytes)),
    'trailers to be looked for': () => page(many('trailer<<>>', bytes)),
    'names of objects that are not there': () => page(many('8 0 R ', bytes)),
  };
}

function references(bytes: number): Shapes {
  return {
    'a chain of tables': () => chain(Math.floor(bytes / 120)),
    'a table that comes before itself': () => pdfOf([CATALOGUE, TREE, PAGE, WORDS], { trailer: '/Prev 9 /XRefStm 9' }),
    'a length that is its own': () => pdfOf([CATALOGUE, TREE, PAGE, '<< /Length 4 0 R >>\nstream\nq Q\nendstream']),
    'references that go round': () => pdfOf([CATALOGUE, '3 0 R', '2 0 R', `(${many('x', bytes)})`]),
    'packed objects that unpack to much': () => packedObjects(bytes),
  };
}

/** Each table names the one before it; the first names none. */
function chain(count: number): Buffer {
  const body = pdfOf([CATALOGUE, TREE, PAGE, WORDS]);
  const parts = [body];
  let [length, before] = [body.length, body.lastIndexOf('xref\n0 ')];
  for (let n = 0; n < count; n += 1) {
    const part = Buffer.from(`xref\n0 0\ntrailer\n<< /Root 1 0 R /Prev ${before} >>\nstartxref\n${length}\n%%EOF\n`);
    parts.push(part);
    before = length;
    length += part.length;
  }
  return Buffer.concat(parts);
}

/** Object streams that all have to be searched, because the table leads nowhere. */
function packedObjects(bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes * 4, ' ')).toString('latin1');
  const count = Math.max(4, Math.floor(bytes / packed.length / 4));
  const streams = Array.from({ length: count }, () => stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', packed));
  return pdfOf([CATALOGUE, TREE, PAGE, WORDS, ...streams], { xref: 'wrong' });
}

/** A node of a page tree with one child. */
function partWith(n: number): string {
  return `<< /Type /Pages /Kids [${n} 0 R] /Count 1 >>`;
}

function trees(bytes: number): Shapes {
  return {
    'pages within pages': () => pdfOf([CATALOGUE, ...Array.from({ length: Math.floor(bytes / 90) }, (_, n) => partWith(n + 3)), PAGE]),
    'a tree that is in itself': () => pdfOf([CATALOGUE, partWith(3), partWith(2), `(${many('x', bytes)})`]),
    'a tree of one page again and again': () => pdfOf([CATALOGUE, `<< /Type /Pages /Kids [${many('3 0 R ', bytes)}] >>`, PAGE, WORDS]),
  };
}

/** A correct table, and before it a stream that unpacks to this many rows of one byte each. */
function rowsOf(count: number): Buffer {
  const rows = deflateSync(Buffer.alloc(count, 1), { level: 1 }).toString('latin1');
  const stretch = '\0'.repeat(1_500);
  const body = pdfOf([CATALOGUE, TREE, PAGE, WORDS, stream(`/Type /XRef /Size ${count} /W [0 1 0] /Filter /FlateDecode`, rows)], {
    before: stretch,
  });
  const at = body.indexOf('5 0 obj');
  return Buffer.from(body.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R /Prev ${at}`), 'latin1');
}

function zeros(bytes: number): Shapes {
  const stretch = `x${'\0'.repeat(1_100)}`;
  return {
    'stretches of zeros in pixels': () => pdfOf([CATALOGUE, TREE, PAGE, WORDS, stream('/Subtype /Image', many(stretch, bytes))]),
    'a table of more rows than are gone over, and a stretch of zeros': () => rowsOf(bytes < 1_000_000 ? bytes : 20_000_000),
    'stretches of zeros in a packed stream': () =>
      pdfOf([CATALOGUE, TREE, PAGE, WORDS, stream('/Filter /FlateDecode', `x\x9c${many(stretch, bytes)}`)]),
    'stretches of zeros between objects': () =>
      pdfOf([CATALOGUE, TREE, PAGE, WORDS, `0 endobj ${many(`${stretch} 9 0 obj 0 endobj `, bytes)}`]),
  };
}

const ROW_UNITS = 1_000;

/** A grey picture in whose code each unit takes four bytes. `odd` replaces one byte near the end. */
export function evenJpeg(length: number, odd: number | null = null): Buffer {
  const held = Math.floor((length - 120) / 4);
  const units = held < ROW_UNITS ? held : held - (held % ROW_UNITS);
  const code = Buffer.alloc(units * 4, Buffer.from([0x80, 0, 0x80, 0]));
  if (odd !== null) code[code.length - 9] = odd;
  return aJpeg(code, units);
}

/** A table of two codes, of one bit and of sixteen; the second means that nothing follows. */
const xrefTable = (kind: number): readonly number[] => [0xff, 0xc4, 0, 21, kind, 1, ...Array.from({ length: 14 }, () => 0), 1, 1, 0];

/** At most a thousand units in a row. */
export function aJpeg(code: Buffer, units = 8): Buffer {
  const lines = Math.max(1, Math.floor(units / ROW_UNITS)) * 8;
  const width = Math.min(ROW_UNITS, units) * 8;
  const frame = [0xff, 0xc0, 0, 11, 8, lines >> 8, lines & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  const head = [0xff, 0xd8, ...frame, ...xrefTable(0), ...xrefTable(0x10), 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0];
  return Buffer.concat([Buffer.from(head), code, Buffer.from([0xff, 0xd9])]);
}

/** A table with a single code of one bit. */
const ofOneBit = (kind: number): readonly number[] => [0xff, 0xc4, 0, 20, kind, 1, ...Array.from({ length: 15 }, () => 0), 0];

/** Without an end marker; its units are two zero bits each, and every scan goes over all of them again. */
export function scannedJpeg(length: number): Buffer {
  const lines = Math.max(1, Math.min(1_900, Math.floor(length / 4 / 250)));
  const frame = [0xff, 0xc0, 0, 11, 8, (lines * 8) >> 8, (lines * 8) & 0xff, 8_000 >> 8, 8_000 & 0xff, 1, 1, 0x11, 0];
  const scan = Buffer.concat([Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]), Buffer.alloc(lines * 250)]);
  const scans = Array.from({ length: Math.floor(length / scan.length) }, () => scan);
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...frame, ...ofOneBit(0), ...ofOneBit(0x10)]), ...scans]);
}

type Png = { readonly width: number; readonly height: number; readonly rows: Buffer; readonly emptyParts?: number };

/** A grey picture with these packed rows. */
export function rawPng({ width, height, rows, emptyParts = 0 }: Png): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(Math.floor(width), 0);
  header.writeUInt32BE(Math.floor(height), 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    picturePart('IHDR', header),
    Buffer.alloc(Math.floor(emptyParts) * 12, picturePart('IDAT', Buffer.alloc(0))),
    picturePart('IDAT', rows),
    picturePart('IEND', Buffer.alloc(0)),
  ]);
}

function picturePart(type: string, data: Buffer): Buffer {
  const [head, tail, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type, 'latin1'), data])];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, tail]);
}

/** White, one pixel wide, with as many rows as fit. */
export function columnBmp(bytes: number): Buffer {
  const height = Math.floor((bytes - 54) / 4);
  const bmp = Buffer.alloc(54 + height * 4, 0xff);
  bmp.fill(0, 0, 54);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(1, 18);
  bmp.writeInt32LE(height, 22);
  bmp.writeUInt16LE(8, 28);
  return bmp;
}

type Written = {
  /** `wrong`: the offsets lead nowhere, so the objects have to be searched for. */
  readonly xref?: 'right' | 'wrong';
  /** Added to the trailer. */
  readonly trailer?: string;
  /** Inserted between the last object and the table. */
  readonly before?: string;
};

/** A PDF of these objects; the first is its catalogue. */
export function pdfOf(objects: readonly string[], { xref = 'right', trailer = '', before = '' }: Written = {}): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return xref === 'right' ? offset : 7;
  });
  body += before;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${xref === 'right' ? body.length : 999_999}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}

export function stream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
