import { deflateSync } from 'node:zlib';
import { pdfOf, stream } from '../hostile/hostile-pdfs.ts';
import { scan } from '../scans/make-pictures.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';

export const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
export const TREE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
export const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

export function words(text: string, pack: 'packed' | 'plain' = 'plain'): string {
  const content = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`;
  return pack === 'plain' ? stream('', content) : stream('/Filter /FlateDecode', deflateSync(content).toString('latin1'));
}

type Paper = { readonly more?: readonly string[]; readonly before?: string; readonly pack?: 'packed' | 'plain'; readonly trailer?: string };

/** A page with some words and a picture. `before` is inserted ahead of the last object. */
export function paperPdf({ more = [], before = '', pack = 'packed', trailer = '' }: Paper = {}): Buffer {
  const page = PAGE.replace('/Font', '/XObject << /I1 6 0 R >> /Font');
  const look = '/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceGray /BitsPerComponent 8';
  const pixels = Uint8Array.from({ length: 1_600 }, (_, at) => (at * 7_919) % 251);
  const picture =
    pack === 'packed'
      ? stream(`${look} /Filter /FlateDecode`, Buffer.from(deflateSync(pixels)).toString('latin1'))
      : stream(`${look} /Filter /ASCIIHexDecode`, `${Buffer.from(pixels).toString('hex')}>`);
  const pdf = pdfOf([CATALOGUE, TREE, page, words('Facture 12', pack), FONT, picture, ...more], { trailer });
  return before === '' ? pdf : withGap(pdf, before);
}

/** Moves its first object behind a gap, and adjusts the table. */
function withGap(pdf: Buffer, gap: string): Buffer {
  const text = pdf.toString('latin1');
  const at = '%PDF-1.7\n'.length;
  const shifted = text
    .slice(at)
    .replaceAll(/(\d{10}) 00000 n/g, (_row, offset) => `${String(Number(offset) + gap.length).padStart(10, '0')} 00000 n`)
    .replace(/startxref\n(\d+)/, (_all, offset) => `startxref\n${Number(offset) + gap.length}`);
  return latin(text.slice(0, at) + gap + shifted);
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** As written by programs, portals and mail programs; every viewer opens each of them. */
export function untidyPdfs(): Readonly<Record<string, Buffer>> {
  const paper = paperPdf().toString('latin1');
  const plain = paperPdf({ pack: 'plain' }).toString('latin1');
  const objects = paper.slice(0, paper.lastIndexOf('xref\n0 '));
  const trailer = '\ntrailer\n<< /Size 7 /Root 1 0 R >>\n';
  return {
    'a page of text behind its end, as a portal appends it': latin(`${paper}<html>${'<p>Votre facture</p>'.repeat(400)}</html>`),
    'a second table without rows, as Word writes it': asWordWrites(),
    'a first row of a table that is not the first object': latin(
      paper.replace(/xref\n0 (\d+)\n0{10} 65535 f \n/, 'xref\n1 $1\n0000000000 65535 f \n'),
    ),
    'rows of another length': latin(paper.replaceAll(' n \n', ' n\n').replaceAll(' f \n', ' f\n')),
    'a table that is said to begin at its end': latin(paper.replace(/startxref\n\d+/, `startxref\n${paper.length}`)),
    'a word instead of an offset': latin(paper.replace(/startxref\n\d+/, 'startxref\noops')),
    'no startxref': latin(paper.slice(0, paper.lastIndexOf('startxref'))),
    'no %%EOF': latin(paper.slice(0, paper.lastIndexOf('%%EOF'))),
    'no table': latin(`${objects}${trailer.trimStart()}startxref\n0\n%%EOF\n`),
    'ends of line of Windows': latin(plain.replaceAll('\n', '\r\n')),
    'ends of line of an old Macintosh': latin(plain.replaceAll('\n', '\r')),
    'lengths that are wrong': latin(paper.replaceAll(/\/Length \d+/g, '/Length 7')),
    'bytes before its header': latin(`mail header\n\n${paper}`),
    'an object that lacks its end': latin(paper.replace('endobj\n2 0 obj', '2 0 obj')),
    'a space behind the word for a stream': latin(paper.replaceAll('stream\n', 'stream \n').replaceAll('endstream \n', 'endstream\n')),
    'objects in streams, and a table that leads nowhere': packedAway(),
    'a fax whose length is wrong': faxPdf(),
    'a lock that is not there': paperPdf({ trailer: '/Encrypt 99 0 R' }),
    'a lock that is broken, and a page that is not locked': paperPdf({
      more: ['<< /Filter /Standard /V 2 /R 3 >>'],
      trailer: '/Encrypt 7 0 R',
    }),
  };
}

/** Its objects are in a stream for new readers, and the table for old ones is almost empty. */
function asWordWrites(): Buffer {
  const paper = paperPdf().toString('latin1');
  const first = /startxref\n(\d+)/.exec(paper)?.[1] ?? '';
  return latin(`${paper}xref\r\n0 0\r\ntrailer\r\n<</Size 7/Root 1 0 R/Prev ${first}>>\r\nstartxref\r\n${paper.length}\r\n%%EOF`);
}

/** A group 4 scan with wrong lengths and offsets. */
export function faxPdf(fax: Buffer = scan('receipt.g4')): Buffer {
  const look = '/Type /XObject /Subtype /Image /Width 496 /Height 640 /ColorSpace /DeviceGray /BitsPerComponent 1';
  const picture = stream(`${look} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 496 >>`, fax.toString('latin1'));
  const page = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /I1 5 0 R >> >> >>';
  const pdf = pdfOf([CATALOGUE, TREE, page, stream('', 'q 612 0 0 792 0 0 cm /I1 Do Q'), picture], { xref: 'wrong' });
  return latin(pdf.toString('latin1').replaceAll(/\/Length \d+/g, '/Length 7'));
}

function packedAway(): Buffer {
  const parts = [CATALOGUE, TREE, PAGE].map((part) => `${part} `);
  const places = parts.map((_, n) => parts.slice(0, n).join('').length);
  const head = parts.map((_, n) => `${n + 1} ${places[n]}`).join(' ');
  const packed = deflateSync(`${head} ${parts.join('')}`).toString('latin1');
  const objects = stream(`/Type /ObjStm /N 3 /First ${head.length + 1} /Filter /FlateDecode`, packed);
  const content = words('Facture 12', 'packed');
  return latin(`%PDF-1.7\n4 0 obj\n${content}\nendobj\n5 0 obj\n${FONT}\nendobj\n9 0 obj\n${objects}\nendobj\nstartxref\n77\n%%EOF\n`);
}

type Broken = { readonly bytes: Buffer; readonly verdict: 'damaged' | 'password' | 'not-understood' };

function damaged(bytes: Buffer): Broken {
  return { bytes, verdict: 'damaged' };
}

/** Something is missing in each of these, or nobody can tell whether it is. */
export function brokenPdfs(): Readonly<Record<string, Broken>> {
  const paper = paperPdf().toString('latin1');
  const lost = paper.replace(/startxref\n\d+/, 'startxref\n9');
  const without = (from: string, to: string) => latin(lost.slice(0, lost.indexOf(from)) + lost.slice(lost.indexOf(to)));
  const at = lost.lastIndexOf('FlateDecode');
  return {
    'its catalogue is missing': damaged(without('1 0 obj', '2 0 obj')),
    'its page is missing': damaged(without('3 0 obj', '4 0 obj')),
    'what its page says is missing': damaged(without('4 0 obj', '5 0 obj')),
    'its picture is missing': damaged(without('6 0 obj', 'xref\n0')),
    'a stretch of what its page says is missing': damaged(shortened(lost, '4 0 obj')),
    'a stretch of its picture is missing': damaged(shortened(lost, '6 0 obj')),
    'packed streams whose ends of line were converted': damaged(
      latin(paperPdf().toString('latin1').replaceAll('\n', '\r\n').replaceAll('\x9c', '\x9c\r\n')),
    ),
    'a picture by a filter that is not read, of another length than it says': {
      bytes: latin(lost.slice(0, at) + lost.slice(at).replace(/FlateDecode \/Length \d+/, 'JBIG2Decode /Length 7')),
      verdict: 'not-understood',
    },
    'a fax of which the end is missing': damaged(faxPdf(scan('receipt.g4').subarray(0, -400))),
    'neither table nor trailer, so that more may have been to come': {
      bytes: latin(paper.slice(0, paper.lastIndexOf('xref\n0 '))),
      verdict: 'not-understood',
    },
    'a lock for certificates': {
      bytes: paperPdf({ more: ['<< /Filter /Adobe.PubSec /V 2 >>'], trailer: '/Encrypt 7 0 R' }).subarray(0),
      verdict: 'password',
    },
  };
}

/** Leaves out some bytes of the stream in this object. */
function shortened(text: string, object: string): Buffer {
  const from = text.indexOf('stream\n', text.indexOf(object)) + 20;
  return latin(text.slice(0, from) + text.slice(from + 12));
}

/** A file just over the size limit that begins as a PDF does. It is made on demand, to avoid keeping 5 MB in the project. */
export function largePdf(bytes: number = FILE_BYTES_MAX + 1): Buffer {
  const file = Buffer.alloc(bytes, 0x20);
  file.write('%PDF-1.7\n', 0, 'latin1');
  return file;
}

/** A complete one-page PDF that says `text`, padded to at least `bytes`; other texts give other bytes. */
export function aPdf(text: string, bytes = 0): Buffer {
  const content = `BT /F1 18 Tf 72 720 Td (${text.replaceAll(/[^\x20-\x7e]|[()\\]/g, '?')}) Tj ET`;
  const padding = 'x'.repeat(Math.max(0, bytes - content.length - 700));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${padding.length} >>\nstream\n${padding}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
}
