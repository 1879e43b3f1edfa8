/** Parts of an Office Open XML workbook (ECMA-376): which sheets there are, the texts that they share, and how their numbers are shown. */

/** How the number of a cell is shown: as a date, with zeros before it (`0` × this many), or as it is (0). */
export type CellStyle = 'date' | number;

/** The tags of an XML text in their order, and the text between them. The name is without its prefix, attributes as they are written. */
export type XmlListener = {
  readonly open: (name: string, attributes: string) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

export type WorkbookSheet = { readonly name: string; readonly relation: string; readonly hidden: boolean };

/** The sheets in the order of their tabs, and how days are counted (ECMA-376, 18.2). Null if it is no XML. */
export function workbookSheets(xml: string): { readonly sheets: readonly WorkbookSheet[]; readonly from1904: boolean } | null {
  const sheets: WorkbookSheet[] = [];
  let from1904 = false;
  const whole = scanXml(xml, {
    open: (name, attributes) => {
      // Extensions have an element of the same name, without it.
      if (name === 'workbookPr') from1904 ||= /^(1|true|on)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute(attributes, 'name') ?? '', relation: attribute(attributes, 'id') ?? '', hidden });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return whole ? { sheets, from1904 } : null;
}

export type Relation = { readonly id: string; readonly type: string; readonly target: string };

/** What a part refers to: the last word of the type, the target as it is written. Null if it is no XML. */
export function relations(xml: string): readonly Relation[] | null {
  const found: Relation[] = [];
  const whole = scanXml(xml, {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const type = attribute(attributes, 'Type') ?? '';
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: attribute(attributes, 'Target') ?? '',
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return whole ? found : null;
}

/** Texts of the shared part, each with its runs joined and without its phonetic spelling (ECMA-376, 18.4). Null if it is no XML. */
export function sharedStrings(xml: string): readonly string[] | null {
  const strings: string[] = [];
  let [text, taken, phonetic] = ['', false, false];
  const whole = scanXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') taken = !phonetic;
    },
    text: (piece) => {
      if (taken) text += piece;
    },
    close: (name) => {
      if (name === 't') taken = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') strings.push(unescaped(text));
    },
  });
  return whole ? strings : null;
}

/** Formats with a day or a year that the standard knows by number alone (ECMA-376, 18.8.30). */
const DATE_FORMATS: ReadonlySet<string> = new Set(['14', '15', '16', '17', '22', ...numbers(27, 36), ...numbers(50, 58)]);

function numbers(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
}

/** How each style that cells refer to shows a number (ECMA-376, 18.8). Null if it is no XML. */
export function cellStyles(xml: string): readonly CellStyle[] | null {
  const formats = new Map<string, string>();
  const styles: CellStyle[] = [];
  let ofCells = false;
  const whole = scanXml(xml, {
    open: (name, attributes) => {
      if (name === 'numFmt') formats.set(attribute(attributes, 'numFmtId') ?? '', attribute(attributes, 'formatCode') ?? '');
      else if (name === 'cellXfs') ofCells = true;
      else if (name === 'xf' && ofCells) styles.push(styleOf(attribute(attributes, 'numFmtId') ?? '0', formats));
    },
    close: (name) => {
      if (name === 'cellXfs') ofCells = false;
    },
    text: () => undefined,
  });
  return whole ? styles : null;
}

/** No format of a date is longer. */
const FORMAT_LOOKED_AT = 255;

function styleOf(id: string, formats: ReadonlyMap<string, string>): CellStyle {
  const code = formats.get(id);
  if (code === undefined) return DATE_FORMATS.has(id) ? 'date' : 0;
  if (/^0{2,20}$/.test(code)) return code.length;
  // Without quoted texts, escaped letters, colours, conditions and currencies, a day or a year makes a date; m alone may be minutes.
  const bare = code.slice(0, FORMAT_LOOKED_AT).replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  return /[dy]/i.test(bare) && !/general/i.test(bare) ? 'date' : 0;
}

/**
 * Calls the listener for each tag and text. Linear. False for what is not well-formed enough to go on, and for a document type: it could define
 * entities, and no program writes one here.
 */
export function scanXml(xml: string, listener: XmlListener): boolean {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) return true;
    if (start > at) listener.text(plainText(lineEnds(xml.slice(at, start))));
    at = afterMarkup(xml, start, listener);
    if (at <= 0) return false;
  }
}

const [MARK, QUESTION, GREATER, DOUBLE, SINGLE, SLASH, COLON, EQUAL, BLANK] = [
  0x21, 0x3f, 0x3e, 0x22, 0x27, 0x2f, 0x3a, 0x3d, 0x20,
] as const;

/** Where what begins with `<` ends, or -1. */
function afterMarkup(xml: string, start: number, listener: XmlListener): number {
  const next = xml.charCodeAt(start + 1);
  if (next === QUESTION) return endAfter(xml, '?>', start);
  if (next === MARK) {
    if (xml.startsWith('<!--', start)) return endAfter(xml, '-->', start);
    const end = xml.startsWith('<![CDATA[', start) ? endAfter(xml, ']]>', start) : -1;
    if (end > 0) listener.text(lineEnds(xml.slice(start + 9, end - 3)));
    return end;
  }
  const end = tagEnd(xml, start);
  if (end > 0) callFor(xml.slice(start + 1, end - 1), listener);
  return end;
}

/** XML's own rule: an end of line is one LF, however it is written. */
function lineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function endAfter(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

/** After the `>` that closes the tag, since one may also stand in a quoted value. */
function tagEnd(xml: string, start: number): number {
  for (let at = start + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (code !== DOUBLE && code !== SINGLE) continue;
    at = xml.indexOf(code === DOUBLE ? '"' : "'", at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

function callFor(tag: string, listener: XmlListener): void {
  if (tag.charCodeAt(0) === SLASH) return listener.close(localName(tag.slice(1).trimEnd()));
  let end = 0;
  while (end < tag.length && tag.charCodeAt(end) > BLANK && tag.charCodeAt(end) !== SLASH) end += 1;
  const name = localName(tag.slice(0, end));
  const empty = tag.charCodeAt(tag.length - 1) === SLASH;
  listener.open(name, empty ? tag.slice(end, -1) : tag.slice(end));
  if (empty) listener.close(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of one attribute, by its name without prefix, or null. Not by a pattern, since sheets have millions of them. */
export function attribute(attributes: string, wanted: string): string | null {
  let at = 0;
  for (;;) {
    while (at < attributes.length && attributes.charCodeAt(at) <= BLANK) at += 1;
    let from = at;
    let end = at;
    for (; end < attributes.length && attributes.charCodeAt(end) !== EQUAL; end += 1)
      if (attributes.charCodeAt(end) === COLON) from = end + 1;
    let quote = end + 1;
    while (quote < attributes.length && attributes.charCodeAt(quote) <= BLANK) quote += 1;
    const code = attributes.charCodeAt(quote);
    if (code !== DOUBLE && code !== SINGLE) return null;
    const close = attributes.indexOf(code === DOUBLE ? '"' : "'", quote + 1);
    if (close < 0) return null;
    if (attributes.startsWith(wanted, from) && attributes.slice(from, end).trimEnd() === wanted)
      return plainText(attributes.slice(quote + 1, close));
    at = close + 1;
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,4}));/g,
    (written: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? written;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : written;
    },
  );
}

/** Characters that XML cannot hold are written `_x000D_` in texts of cells (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A number of plain digits up to `most`, or -1. */
export function wholeNumber(text: string, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  return number <= most ? number : -1;
}
