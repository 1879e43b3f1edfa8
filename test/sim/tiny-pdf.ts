import { utf8 } from '#shared/lib/bytes.ts';

/** A complete, tiny PDF of one page; another `mark` gives other bytes. */
export function tinyPdf(mark: string): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let text = `%PDF-1.4\n% ${mark}\n`;
  const offsets: number[] = [];
  for (const [at, body] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return utf8(`${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`);
}
