import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entriesBody } from '#shared/entries/canonical.ts';
import { checkLines, type MemberPlaces } from '#shared/entries/check-lines.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { decodeText } from '#shared/entries/encoding.ts';
import type { EntriesReading, EntriesRefusal } from '#shared/entries/entry-lines.ts';
import { fecPlaces, readFec } from '#shared/entries/fec.ts';
import { fixedPlaces, readQuadra, readXimport } from '#shared/entries/fixed-widths.ts';

/** Stands before the character on which the fault is. */
const MARK = '\u{E000}';

/** What is wrong, how a right line becomes wrong, and the kind of the fault that has to be found. */
type Plant = readonly [string, (line: string) => string, string];
type Format = {
  readonly name: string;
  readonly read: (text: string) => EntriesReading | EntriesRefusal;
  readonly places: MemberPlaces;
  /** What stands before and behind the lines, and between two of them. */
  readonly frame: readonly [string, string, string];
  readonly lines: readonly string[];
  /** What separates cells, where those are the columns; else characters are. */
  readonly separator?: string;
  readonly plants: readonly Plant[];
};

/** The lines of a file that have no letter beyond ASCII: each gets a label with letters that all encodings have. */
function opened(name: string): readonly string[] {
  return readFileSync(`test/entries/open/dolibarr/${name}`, 'utf8')
    .split('\r\n')
    .filter((line) => /^[\t -~]+$/.test(line));
}

/** A line with other characters from a column on, the first of which has the fault. */
function put(column: number, text: string): (line: string) => string {
  return (line) => line.slice(0, column - 1) + MARK + text + line.slice(column - 1 + text.length);
}

/** The first occurrence of a text becomes another one. */
function swap(from: string, to: string): (line: string) => string {
  return (line) => {
    if (!line.includes(from)) throw new Error(`the line has no ${from}`);
    return line.replace(from, () => to);
  };
}

const LABELS = [
  'Électricité Générale',
  'Règlement Crémerie à côté',
  'Hôtel du midi, fête',
  "Loyer d'été réglé",
  'Péage à Mâcon',
  'Société Générale',
];
const AMOUNT = '"amount":1424.27';
const AXIS = '{"axisCode":"A","sections":[{"debit":SIDE,"credit":SIDE,"section":"S"}]}';

function jsonLines(): readonly string[] {
  const read = readXimport(opened('XIMPORT.TXT').slice(4, 10).join('\n'));
  const lines = 'refused' in read ? [] : read.lines.map(({ line }, index) => ({ ...line, label: LABELS[index] ?? '' }));
  return lines.map((line) => entriesBody([{ ...line, debit: { ...line.debit, cents: 142_427 } }]).slice('{"data":{"lines":['.length, -3));
}

function axes(...texts: readonly string[]): (line: string) => string {
  const side = '{"amount":0,"currency":"EUR","currencyAmount":0,"currencyRate":1}';
  return (line) => `${line.slice(0, -1)},"analyticalAxes":[${texts.join(',').replaceAll('SIDE', side)}]}`;
}

const JSON_FORMAT: Format = {
  name: 'JSON',
  read: readContractJson,
  places: {},
  frame: ['{"data": {"lines": [\n', '\n]}}\n', ',\n'],
  lines: jsonLines(),
  plants: [
    ['a day that does not exist', swap('"2026-01-0', `${MARK}"2026-01-4`), 'no-date'],
    ['a day in the order of people', swap('"date":"', `"date":${MARK}"31/`), 'no-date'],
    ['thousands with a dot, a comma', swap(AMOUNT, `"amount":${MARK}1.234,56`), 'no-amount'],
    ['thousands with a blank', swap(AMOUNT, `"amount":${MARK}1 234,56`), 'no-amount'],
    ['a thousand, or three decimals', swap(AMOUNT, `"amount":${MARK}12,345`), 'no-amount'],
    ['two signs', swap(AMOUNT, `"amount":${MARK}--5`), 'no-amount'],
    ['three decimals', swap(AMOUNT, `"amount":${MARK}12.345`), 'decimals'],
    ['an amount as a text', swap(AMOUNT, `"amount":${MARK}"1424.27"`), 'type'],
    ['an amount beyond counting', swap(AMOUNT, `"amount":${MARK}1e99`), 'amount-too-large'],
    ['another currency', swap('"EUR"', `${MARK}"USD"`), 'currency'],
    ['NUL', swap('"label":"', `"label":"${MARK}\u0000`), 'control-character'],
    ['a stray quote', swap('"label":"', `"label":"x"${MARK}`), 'json'],
    ['an empty account', (line) => MARK + line.replace(/"account":"[^"]*"/, '"account":""'), 'missing'],
    ['no account', (line) => MARK + line.replace(/"account":"[^"]*",/, ''), 'missing'],
    ['no rate', (line) => line.replace(/"debit":(\{[^}]*),"currencyRate":1\}/, `"debit":${MARK}$1}`), 'missing'],
    ['a member twice', swap('"journal"', `"journal":"AC",${MARK}"journal"`), 'duplicate-member'],
    ['an axis twice', axes(AXIS, AXIS.replace('"A"', `${MARK}"A"`)), 'duplicate-axis'],
    ['no sections', axes(`{"axisCode":"A","sections":${MARK}[]}`), 'no-sections'],
  ],
};

const XIMPORT_FORMAT: Format = {
  name: 'XIMPORT',
  read: readXimport,
  places: fixedPlaces('ximport'),
  frame: ['', '\n', '\n'],
  lines: opened('XIMPORT.TXT')
    .slice(4, 10)
    .map((line, index) => line.slice(0, 46) + (LABELS[index] ?? '').padEnd(25) + line.slice(71)),
  plants: [
    ['a day that does not exist', put(8, '20260230'), 'no-date'],
    ['a due date that does not exist', put(16, '20260431'), 'no-date'],
    ['an empty account', put(36, ' '.repeat(11)), 'missing'],
    ['a thousand, or three decimals', put(72, '       12,345'), 'decimals'],
    ['two signs', put(72, '          --5'), 'no-amount'],
    ['letters for an amount', put(72, '    mille dix'), 'no-amount'],
    ['no amount', put(72, ' '.repeat(13)), 'missing'],
    ['no side', put(85, ' '), 'no-side'],
    ['NUL', put(50, '\u0000'), 'control-character'],
  ],
};

const QUADRA_FORMAT: Format = {
  name: 'Quadra',
  read: readQuadra,
  places: fixedPlaces('quadra'),
  frame: ['', '\n', '\n'],
  lines: opened('quadratus.txt')
    .filter((line) => /^M[67]/.test(line))
    .slice(0, 6)
    .map((line, index) => line.slice(0, 116) + (LABELS[index] ?? '').padEnd(30) + line.slice(146)),
  plants: [
    ['a day that does not exist', put(15, '300226'), 'no-date'],
    ['a due date that does not exist', put(64, '310426'), 'no-date'],
    ['an empty account', put(2, ' '.repeat(8)), 'missing'],
    ['decimals among cents', put(44, '000000012,34'), 'no-amount'],
    ['two signs', put(44, '         --5'), 'no-amount'],
    ['no side', put(42, ' '), 'no-side'],
    ['another currency', put(108, 'USD'), 'currency'],
    ['NUL', put(30, '\u0000'), 'control-character'],
  ],
};

const [HEADING = ''] = opened('fec.txt');

/** Another text in a cell of a FEC, from 0. */
function cell(index: number, text: string): (line: string) => string {
  return (line) => line.split('\t').with(index, `${MARK}${text}`).join('\t');
}

const FEC_FORMAT: Format = {
  name: 'FEC',
  read: (text) => readFec(text, { separator: '\t', quoting: 'bare' }),
  places: fecPlaces(HEADING.split('\t')),
  frame: [`${HEADING}\n`, '\n', '\n'],
  separator: '\t',
  lines: opened('fec.txt')
    .slice(1, 7)
    .map((line, index) =>
      line
        .split('\t')
        .with(10, LABELS[index] ?? '')
        .join('\t'),
    ),
  plants: [
    ['a day that does not exist', cell(3, '20260230'), 'no-date'],
    ['a day in the order of people', cell(3, '31/01/2026'), 'no-date'],
    ['no day', cell(3, ''), 'missing'],
    ['an empty account', cell(4, ''), 'missing'],
    ['an empty journal', cell(0, ' '), 'missing'],
    ['a thousand, or three decimals', cell(11, '12,345'), 'decimals'],
    ['four decimals', cell(11, '12,3456'), 'decimals'],
    ['two signs', cell(12, '--5'), 'no-amount'],
    ['another currency', cell(11, 'USD 12,00'), 'currency'],
    ['NUL', cell(10, 'a\u0000b'), 'control-character'],
    ['a cell too few', (line) => MARK + line.split('\t').slice(1).join('\t'), 'cells'],
  ],
};
const FORMATS = [JSON_FORMAT, XIMPORT_FORMAT, QUADRA_FORMAT, FEC_FORMAT];

const CP850: ReadonlyMap<string, number> = new Map([
  ['é', 0x82],
  ['à', 0x85],
  ['è', 0x8a],
  ['ê', 0x88],
  ['ô', 0x93],
  ['ç', 0x87],
  ['É', 0x90],
  ['â', 0x83],
]);
const ENCODINGS: ReadonlyMap<string, (text: string) => Uint8Array> = new Map([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\u{FEFF}${text}`)],
  ['cp1252', (text: string) => Buffer.from(text, 'latin1')],
  ['cp850', (text: string) => Buffer.from(Array.from(text, (letter) => CP850.get(letter) ?? letter.charCodeAt(0)))],
]);
const LINE_ENDS = ['\n', '\r\n', '\r\r\n', '\r'];

/** Each error as `line:column kind`, of a whole line in its first column; one that the shared rules find in JSON has the place of its line. */
function errorsIn({ read, places }: Format, text: string): readonly string[] {
  const reading = read(text);
  if ('refused' in reading) return [reading.refused];
  const { errors } = checkLines(reading.lines, {}, places);
  return [...reading.errors, ...errors].map(({ line, column = 1, kind }) => `${line}:${column} ${kind}`);
}

/** The text of a file with marks, and where each of them stood in it. */
function unmarked(text: string, separator?: string): { readonly text: string; readonly places: readonly string[] } {
  const places = text.split('\n').flatMap((line, index) =>
    line
      .split(MARK)
      .slice(0, -1)
      .reduce<readonly number[]>((columns, part) => [...columns, (columns.at(-1) ?? 1) + part.length], [])
      .map((column) => `${index + 1}:${separator === undefined ? column : line.slice(0, column - 1).split(separator).length}`),
  );
  return { text: text.replaceAll(MARK, ''), places };
}

function fileOf({ frame: [before, behind, between] }: Format, lines: readonly string[]): string {
  return before + lines.join(between) + behind;
}

/** The file with each end of line, in each encoding, as it is read again from its bytes. */
function spelled(text: string): readonly string[] {
  return LINE_ENDS.flatMap((end) => [...ENCODINGS.values()].map((encode) => decodeText(encode(text.replaceAll('\n', end))).text));
}

let files = 0;

describe.each(FORMATS)('a file of $name', (format) => {
  it('has no fault where none was planted, in 4 encodings with 4 ends of lines', () => {
    const texts = spelled(fileOf(format, format.lines));
    expect(texts.map((text) => errorsIn(format, text))).toEqual(texts.map(() => []));
    expect(new Set(texts.map((text) => text.replaceAll(/\r*\n|\r/g, '\n'))).size).toBe(1);
  });

  it.each(format.plants)('has this one on its line and character, and no other: %s', (_what, plant, kind) => {
    const lines = format.lines.map((line, index) => (index === 3 ? plant(line) : line));
    const { text, places } = unmarked(fileOf(format, lines), format.separator);
    const texts = spelled(text);
    files += texts.length;
    expect(places).toHaveLength(1);
    expect(texts.map((one) => errorsIn(format, one))).toEqual(texts.map(() => [`${places[0]} ${kind}`]));
  });

  it('has all that were planted, each in a line of its own', () => {
    const plants = format.plants.filter(([, , kind]) => kind !== 'json');
    const lines = plants.flatMap(([, plant], index) => [format.lines[index % 6] ?? '', plant(format.lines[3] ?? '')]);
    const { text, places } = unmarked(fileOf(format, lines), format.separator);
    const expected = plants.map(([, , kind], index) => `${places[index]} ${kind}`);
    for (const one of spelled(text)) expect(errorsIn(format, one).toSorted()).toEqual(expected.toSorted());
    files += 16;
  });
});

it('is one of many', () => {
  expect(files).toBeGreaterThanOrEqual(700);
});
