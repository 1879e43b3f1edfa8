/** What stands in a dictionary of a PDF, as far as its encryption needs it. Strings are texts of one character a byte. */
export type PdfValue =
  | { readonly kind: 'string'; readonly bytes: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name' | 'word'; readonly text: string }
  | { readonly kind: 'reference'; readonly object: number; readonly generation: number }
  | { readonly kind: 'array'; readonly values: readonly PdfValue[] }
  | PdfDictionary;
export type PdfDictionary = { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, PdfValue> };

/** No dictionary that we look at is deeper; what is deeper is not understood. */
const DEPTH_MAX = 12;
/** Nor larger. */
const VALUES_MAX = 20_000;

/** The first dictionary in `text` from `from` on; null when there is none that can be read. */
export function pdfDictionary(text: string, from: number): PdfDictionary | null {
  const at = text.indexOf('<<', from);
  if (at < 0) return null;
  const value = new Reader(text, at).value(0);
  return value?.kind === 'dictionary' ? value : null;
}

class Reader {
  readonly #text: string;
  #at: number;
  #left = VALUES_MAX;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Null at the end of what holds it, and where nothing can be made of it. */
  value(depth: number): PdfValue | null {
    this.#left -= 1;
    if (depth > DEPTH_MAX || this.#left < 0) return null;
    this.#take(/(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y);
    if (this.#take(/<</y) !== null) return this.#dictionary(depth);
    if (this.#take(/\[/y) !== null) return { kind: 'array', values: this.#values(depth, /\]/y) };
    if (this.#take(/\(/y) !== null) return this.#literal();
    const hex = this.#take(/<[0-9A-Fa-f\s]*>/y);
    if (hex !== null) return { kind: 'string', bytes: fromHex(hex) };
    const reference = this.#take(/\d{1,10}\s+\d{1,5}\s+R(?![A-Za-z0-9])/y)?.split(/\s+/);
    if (reference !== undefined) return { kind: 'reference', object: Number(reference[0]), generation: Number(reference[1]) };
    const number = this.#take(/[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})/y);
    if (number !== null) return { kind: 'number', value: Number(number) };
    const name = this.#take(/\/[^\0\t\n\f\r ()<>[\]{}/%]*/y);
    if (name !== null) return { kind: 'name', text: name.slice(1) };
    const word = this.#take(/[A-Za-z]+/y);
    return word === null ? null : { kind: 'word', text: word };
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    const values = this.#values(depth, />>/y);
    for (let at = 0; at + 1 < values.length; at += 2) {
      const [key, value] = [values[at], values[at + 1]];
      if (key?.kind === 'name' && value !== undefined) entries.set(key.text, value);
    }
    return { kind: 'dictionary', entries };
  }

  #values(depth: number, end: RegExp): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.#take(/(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y);
      if (this.#take(end) !== null) return values;
      const value = this.value(depth + 1);
      // Bounded by the values that are left and by the text.
      if (value === null) return values;
      values.push(value);
    }
  }

  /** Up to the bracket that closes it, with its escapes resolved. */
  #literal(): PdfValue | null {
    let bytes = '';
    for (let open = 1; ; ) {
      const plain = this.#take(/[^()\\\r]+/y);
      if (plain !== null) bytes += plain;
      const mark = this.#take(/\\(?:[0-7]{1,3}|\r\n|[\s\S])|\r\n?|[()]/y);
      if (mark === null) return null;
      if (mark === '(') open += 1;
      if (mark === ')') open -= 1;
      if (open === 0) return { kind: 'string', bytes };
      bytes += unescaped(mark);
    }
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '', '\r\n': '' };

function unescaped(mark: string): string {
  if (mark.startsWith('\r')) return '\n';
  if (!mark.startsWith('\\')) return mark;
  const escaped = mark.slice(1);
  if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
  return LETTERS[escaped] ?? escaped;
}

function fromHex(written: string): string {
  const digits = written.replaceAll(/[<>\s]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
}
