import { Buffer } from 'node:buffer';
import { engineWords } from '#shared/i18n/engine-words.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** The characters of our texts that PDF's own encoding has at another place than Latin-1. */
const MOVED: Readonly<Record<string, number>> = { '–': 0x96, '’': 0x92, œ: 0x9c, '\u202f': 0xa0 };
const LATIN_MAX = 0xff;

/**
 * One page that says in large letters that it is a test and no invoice. It carries its moment, so that each is new content and none is
 * taken for one that was sent before.
 */
export function sampleDocument(language: Language, now: WallMs): { readonly name: string; readonly bytes: Uint8Array } {
  const t = engineWords(language);
  const lines = [
    { font: 'F2', size: 72, y: 640, text: 'TEST' },
    { font: 'F2', size: 20, y: 570, text: t('sample.title') },
    { font: 'F1', size: 13, y: 530, text: t('sample.text') },
    { font: 'F1', size: 13, y: 508, text: t('sample.refuse') },
    { font: 'F1', size: 13, y: 470, text: t('sample.made', { at: formatsOf(language).moment(now) }) },
    { font: 'F1', size: 9, y: 90, text: new Date(now).toISOString() },
  ];
  const frame = '2 w 48 60 499 722 re S';
  const words = lines.map(({ font, size, y, text }) => `BT /${font} ${size} Tf 72 ${y} Td ${pdfString(text)} Tj ET`);
  return { name: t('sample.name'), bytes: pageOf([frame, ...words].join('\n')) };
}

/** A text as PDF writes it: hexadecimal, so that nothing in it can end it. A character that the font lacks is left out. */
function pdfString(text: string): string {
  const codes = Array.from(text, (letter) => MOVED[letter] ?? letter.codePointAt(0) ?? 0).filter((code) => code <= LATIN_MAX);
  return `<${Buffer.from(codes).toString('hex')}>`;
}

/** A4, with the fonts that every reader has. */
function pageOf(content: string): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(`${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1');
}

function fontObject(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}
