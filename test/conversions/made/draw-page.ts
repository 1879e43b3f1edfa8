// The package has no types, and every importer of this file has to find ours.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../electron/register/pdfkit.d.ts" />
import { PDFDocument } from 'pdfkit';
import type { PageText } from './texts.ts';

const [MARGIN, RIGHT] = [50, 545];
const COLUMNS = [MARGIN, 340, 415, 485] as const;
const [ROW, TABLE_TOP] = [17, 235];
const SMALL = 7.5;

/** Invoices on A4, as a PDF of letters. Its date is fixed, so that the same pages give the same bytes. */
export function drawPages(pages: readonly PageText[]): Promise<Uint8Array> {
  const info = { CreationDate: new Date(0) };
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const whole = new Promise<Uint8Array>((resolve) => doc.on('end', () => resolve(Buffer.concat(chunks))));
  for (const page of pages) {
    doc.addPage({ size: 'A4', margin: 0 });
    drawPage(doc, page);
  }
  doc.end();
  return whole;
}

function drawPage(doc: PDFDocument, { from, to, title, heads, rows, sums, terms }: PageText): void {
  const put = (text: string, x: number, y: number, size: number): void => {
    doc.fontSize(size).text(text, x, y, { lineBreak: false });
  };
  doc.fillColor('#1d1d1f');
  for (const [at, line] of from.entries()) put(line, MARGIN, 45 + at * 15, at === 0 ? 14 : 10.5);
  for (const [at, line] of to.entries()) put(line, 340, 115 + at * 15, 11);
  put(title, MARGIN, 185, 19);
  for (const [at, head] of heads.entries()) put(head, COLUMNS[at] ?? 0, TABLE_TOP - 18, 10.5);
  rule(doc, TABLE_TOP - 4);
  for (const [index, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) put(cell, COLUMNS[at] ?? 0, TABLE_TOP + index * ROW, 10.5);
  }
  const end = TABLE_TOP + rows.length * ROW;
  rule(doc, end);
  for (const [index, [name = '', amount = '']] of sums.entries()) {
    put(name, 300, end + 10 + index * 16, 11);
    put(amount, COLUMNS[3], end + 10 + index * 16, 11);
  }
  doc.fontSize(SMALL + 1).text(terms, MARGIN, end + 75, { width: RIGHT - MARGIN });
  doc
    .fillColor('#2a4fa8')
    .fontSize(12)
    .text('26.11.2026', 120, end + 30, { lineBreak: false });
}

function rule(doc: PDFDocument, y: number): void {
  doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.7).stroke('#55555a');
}
