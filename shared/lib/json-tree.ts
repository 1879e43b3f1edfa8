/** A value of a JSON text, with the offsets in UTF-16 units at which it begins and ends. `whole` is false where it never closes. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;
export type JsonObject = Placed & { readonly kind: 'object'; readonly members: readonly JsonMember[]; readonly whole: boolean };
export type JsonArray = Placed & { readonly kind: 'array'; readonly items: readonly JsonNode[]; readonly whole: boolean };
export type JsonMember = { readonly name: string; readonly at: number; readonly value: JsonNode };
/** `text` of a string is what it says, of all others what is written. Something `broken` has a flaw of its own already. */
export type JsonScalar = Placed & { readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'broken'; readonly text: string };
type Placed = { readonly at: number; readonly end: number };

/**
 * What JSON.parse refuses a text for; `path` leads to the value in which it stands (`data.lines[3].debit.amount`), `text` is what stands
 * there.
 */
export type JsonFlaw = {
  readonly kind: 'json' | 'quote' | 'control-character';
  readonly at: number;
  readonly path: string;
  readonly text: string;
};

/**
 * Reads JSON and keeps where everything stands. Numbers stay text, since a float would change their digits; members that occur twice stay
 * both. A text has no flaw exactly if JSON.parse takes it, but for one nested deeper than 64. After a flaw it reads on where it can only
 * mean one thing (a comma too many or too few, a value that is none, a control character, of which the first one in a text counts), and
 * else keeps what stands before it. Takes linear time. `onItem` sees each item of an array as soon as it is read, with the flaws so far, of which those
 * inside it are the last ones; what it returns takes the item's place, so that a long list need not be in the memory as a whole.
 */
export function jsonTree(
  text: string,
  onItem: OnItem = (item) => item,
): { readonly root: JsonNode | null; readonly flaws: readonly JsonFlaw[] } {
  const reader = new TreeReader(text, onItem);
  return { root: reader.readAll(), flaws: reader.flaws };
}

export type OnItem = (item: JsonNode, path: readonly (string | number)[], flaws: readonly JsonFlaw[]) => JsonNode;

/** Nothing that programs exchange is nested deeper; a hostile text must not use up the stack. */
const DEPTH_MAX = 64;

const SPACE = /[ \t\n\r]*/y;
const ATOM = /[^ \t\n\r,:"[\]{}]+/y;
// oxlint-disable-next-line no-control-regex
const PLAIN = /[^"\\\u0000-\u001f]+/y;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** How an amount goes on that was written as for people: `1 234,56`. */
const MORE_DIGITS = /[ ,] ?[0-9][^ \t\n\r,:"[\]{}]*/y;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;
const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const HEX = /[0-9a-fA-F]{4}/y;

class TreeReader {
  readonly flaws: JsonFlaw[] = [];
  readonly #text: string;
  readonly #onItem: OnItem;
  #at = 0;
  /** After a flaw behind which nothing is certain: everything open ends here. */
  #over = false;
  readonly #path: (string | number)[] = [];

  constructor(text: string, onItem: OnItem) {
    this.#text = text;
    this.#onItem = onItem;
  }

  readAll(): JsonNode | null {
    const root = this.#value();
    this.#found(SPACE);
    if (!this.#over && this.#at < this.#text.length) this.#stop();
    return root === null ? null : this.#judged(root);
  }

  #value(): JsonNode | null {
    this.#found(SPACE);
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first !== '{' && first !== '[') return this.#atom();
    if (this.#path.length < DEPTH_MAX) return first === '{' ? this.#object() : this.#array();
    this.#stop();
    return null;
  }

  #object(): JsonNode {
    const at = this.#at;
    const members: JsonMember[] = [];
    const whole = this.#list('}', () => {
      if (this.#text[this.#at] !== '"') return this.#stop();
      const name = this.#string();
      this.#found(SPACE);
      this.#path.push(name.text);
      if (!this.#over && this.#text[this.#at] !== ':') this.#stop();
      this.#at += 1;
      const value = this.#over ? null : this.#value();
      if (value !== null) members.push({ name: name.text, at: name.at, value: this.#judged(this.#longer(value)) });
      this.#path.pop();
    });
    return { kind: 'object', at, end: this.#at, members, whole };
  }

  #array(): JsonNode {
    const at = this.#at;
    const items: JsonNode[] = [];
    const whole = this.#list(']', () => {
      this.#path.push(items.length);
      const value = this.#value();
      if (value !== null) items.push(this.#onItem(this.#judged(value), this.#path, this.flaws));
      this.#path.pop();
    });
    return { kind: 'array', at, end: this.#at, items, whole };
  }

  /** Reads from an opening bracket to its closing one; whether that was reached. */
  #list(close: string, readNext: () => void): boolean {
    let comma = -1;
    for (this.#at += 1; ; ) {
      this.#found(SPACE);
      if (this.#text[this.#at] === close) break;
      readNext();
      if (this.#over) return false;
      this.#found(SPACE);
      comma = this.#text[this.#at] === ',' ? this.#at : -1;
      if (comma >= 0) this.#at += 1;
      else if (this.#text[this.#at] === '"' || this.#text[this.#at] === '{') this.#note('json', this.#at, this.#text[this.#at] ?? '');
      else if (this.#text[this.#at] !== close) this.#stop();
      if (this.#over) return false;
    }
    if (comma >= 0) this.#note('json', comma, ',');
    this.#at += 1;
    return true;
  }

  #atom(): JsonScalar | null {
    const at = this.#at;
    const text = this.#found(ATOM);
    if (text === '') {
      this.#stop();
      return null;
    }
    return { kind: kindOf(text), at, end: this.#at, text };
  }

  /** An amount that goes on behind a comma or a blank is one flaw and not two. */
  #longer(value: JsonNode): JsonNode {
    if (value.kind !== 'number' && value.kind !== 'broken') return value;
    while (this.#found(MORE_DIGITS) !== '');
    if (this.#at === value.end) return value;
    return { kind: 'broken', at: value.at, end: this.#at, text: this.#text.slice(value.at, this.#at) };
  }

  #judged(value: JsonNode): JsonNode {
    if (value.kind !== 'broken' || this.#over) return value;
    const control = value.text.search(CONTROL);
    if (control < 0) this.#note('json', value.at, value.text);
    else this.#note('control-character', value.at + control, value.text);
    return value;
  }

  #string(): JsonScalar {
    const at = this.#at;
    let text = '';
    let hasControl = false;
    for (this.#at += 1; ; ) {
      text += this.#found(PLAIN);
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === undefined || next === '\n' || next === '\r') {
        this.#note('quote', at, this.#text.slice(at, this.#at));
        this.#over = true;
        return { kind: 'broken', at, end: this.#at, text };
      }
      if (next === '\\') {
        text += this.#escape();
        continue;
      }
      if (!hasControl) this.#note('control-character', this.#at, next);
      hasControl = true;
      text += next;
      this.#at += 1;
    }
    this.#at += 1;
    return { kind: 'string', at, end: this.#at, text };
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const at = this.#at;
    this.#at += 2;
    const digits = letter === 'u' ? this.#found(HEX) : '';
    if (digits !== '') return String.fromCharCode(Number.parseInt(digits, 16));
    const meaning = ESCAPES[letter];
    if (meaning !== undefined) return meaning;
    this.#note('json', at, `\\${letter}`);
    // A line's end or the quote behind a backslash is looked at again, as what it is.
    if (CONTROL.test(letter)) this.#at -= 1;
    return '';
  }

  #found(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #stop(): void {
    this.#over = true;
    ATOM.lastIndex = this.#at;
    const [atom = this.#text[this.#at] ?? ''] = ATOM.exec(this.#text) ?? [];
    this.#note(CONTROL.test(atom) ? 'control-character' : 'json', this.#at, atom);
  }

  #note(kind: JsonFlaw['kind'], at: number, text: string): void {
    this.flaws.push({ kind, at, path: pathText(this.#path), text: text.slice(0, FLAW_TEXT_MAX) });
    if (this.flaws.length >= FLAWS_MAX) this.#over = true;
  }
}

/** A text with more is no JSON, and a hostile one must not fill the memory with them. */
const FLAWS_MAX = 10_000;
/** What is shown of a flaw: a text that never closes may be the whole file. */
const FLAW_TEXT_MAX = 80;

function kindOf(text: string): JsonScalar['kind'] {
  if (NUMBER.test(text)) return 'number';
  if (text === 'true' || text === 'false') return 'boolean';
  return text === 'null' ? 'null' : 'broken';
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * The offset at which each line of a text begins. A line ends with LF, CR LF or CR; what some programs write, CR CR LF, is one end, since an
 * editor shows one.
 */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  let returns = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CARRIAGE_RETURN) {
      returns += 1;
      continue;
    }
    if (code === LINE_FEED) starts.push(at + 1);
    else for (; returns > 0; returns -= 1) starts.push(at - returns + 1);
    returns = 0;
  }
  return starts;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Which line an offset is on, and which character of it (UTF-16 units), both from 1. */
export function placeAt(starts: readonly number[], offset: number): { readonly line: number; readonly column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
