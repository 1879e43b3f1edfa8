import { Buffer } from 'node:buffer';
import { aPdf } from '#test/support/documents/a-pdf.ts';

const UPDATES = 4;
/** Free in what `aPdf` makes. */
const FIRST_FREE = 7;

/** A PDF that a program saved again and again behind its end, as PDF allows: it is whole at each of `ends`, and at its own end. */
export function growingPdf(): { readonly bytes: Uint8Array; readonly ends: readonly number[] } {
  let text = aPdf('page after page', 5_000).toString('latin1');
  const ends: number[] = [];
  for (let update = 0; update < UPDATES; update += 1) {
    ends.push(text.length);
    const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1] ?? '';
    const [number, at] = [FIRST_FREE + update, text.length];
    const object = `${number} 0 obj\n<< /Update ${update} >>\nendobj\n`;
    const table = `xref\n${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    const trailer = `trailer\n<< /Size ${number + 1} /Root 1 0 R /Prev ${before} >>\nstartxref\n${at + object.length}\n%%EOF\n`;
    text += object + table + trailer;
  }
  return { bytes: Buffer.from(text, 'latin1'), ends };
}
