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
