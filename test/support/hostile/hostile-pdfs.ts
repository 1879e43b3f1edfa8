import { deflateSync } from 'node:zlib';
import { pdfOf, stream } from './pdf-of.ts';

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
