import { describe, expect, it } from 'vitest';
import { readContractJson } from '#shared/entries/contract-json.ts';
import type { EntriesReading } from '#shared/entries/entry-lines.ts';

const SIDE = '{"amount":12.30,"currency":"EUR","currencyAmount":12.30,"currencyRate":1}';
const EMPTY = '{"amount":0,"currency":"EUR","currencyAmount":0,"currencyRate":1}';
const CENTS = { cents: 1230, currency: 'EUR', currencyCents: 1230, currencyRate: '1' };
const NOTHING = { cents: 0, currency: 'EUR', currencyCents: 0, currencyRate: '1' };

/** A line's members as JSON text, some of them others. */
function lineText(other: Readonly<Record<string, string | null>> = {}): string {
  const members = { date: '"2026-01-31"', debit: SIDE, credit: EMPTY, journal: '"VE"', account: '"606300"', reference: '"F 12"', ...other };
  return `{${Object.entries(members)
    .flatMap(([name, value]) => (value === null ? [] : [`"${name}":${value}`]))
    .join(',')}}`;
}

function file(...lines: readonly string[]): string {
  return `{"data":{"lines":[\n${lines.join(',\n')}\n]}}`;
}

function reading(text: string, options = {}): EntriesReading {
  const read = readContractJson(text, options);
  if ('refused' in read) throw new Error(`refused: ${read.refused}`);
  return read;
}

/** Each fault as `line:column kind name value → meant`. */
function faults(text: string, options = {}): readonly string[] {
  return reading(text, options).errors.map(({ line, column, kind, name = '', value, meant }) =>
    [`${line}:${column} ${kind} ${name}`, ...(value === undefined ? [] : [value]), ...(meant === undefined ? [] : [`→ ${meant}`])].join(
      ' ',
    ),
  );
}

/** The text without its mark `¤`, and the line and character at which that stood. */
function unmarked(marked: string): readonly [string, string] {
  const before = marked.slice(0, Math.max(marked.indexOf('¤'), 0)).split('\n');
  return [marked.replace('¤', ''), `${before.length}:${(before.at(-1) ?? '').length + 1}`];
}

describe("the contract's own JSON", () => {
  it('becomes lines, each on the line of the file where its object begins', () => {
    const text =
      '{\r\n "data": {"lines": [\r\n  {"date":"2026-01-31T00:00:00Z",\r\n' +
      `"debit":${SIDE},"credit":${EMPTY},"journal":"VE","account":"606300","reference":"F 12","label":"Pain","thirdParty":"","dueDate":null,"note":5},\r\n` +
      `   ${lineText({ dueDate: '"20260228"', analyticalAxes: '[]' })}]}}`;
    expect(reading(text)).toEqual({
      format: 'json',
      errors: [],
      warnings: [],
      lines: [
        {
          place: { line: 3, column: 3, name: 'data.lines[0]' },
          line: { date: '2026-01-31', debit: CENTS, credit: NOTHING, journal: 'VE', account: '606300', reference: 'F 12', label: 'Pain' },
          unsent: { note: '5' },
        },
        {
          place: { line: 5, column: 4, name: 'data.lines[1]' },
          line: {
            date: '2026-01-31',
            debit: CENTS,
            credit: NOTHING,
            journal: 'VE',
            account: '606300',
            reference: 'F 12',
            dueDate: '2026-02-28',
          },
        },
      ],
    });
  });

  it('is the same with a byte order mark, and as the body of the route', () => {
    const [plain] = reading(file(lineText())).lines;
    expect(reading(`\u{FEFF}${file(lineText())}`).lines).toEqual([plain]);
    const [wrapped] = reading(`{"userEmail":"a@b.fr","entries":${file(lineText())}}`).lines;
    expect(wrapped?.line).toEqual(plain?.line);
    expect(wrapped?.place.name).toBe('entries.data.lines[0]');
  });

  it('keeps axes and their sections', () => {
    const axes = `[{"axisCode":"A","axisLabel":"Atelier","sections":[{"debit":${SIDE},"credit":${EMPTY},"section":"S1","sectionLabel":"Four"}]}]`;
    expect(reading(file(lineText({ analyticalAxes: axes }))).lines[0]?.line.analyticalAxes).toEqual([
      { axisCode: 'A', axisLabel: 'Atelier', sections: [{ debit: CENTS, credit: NOTHING, section: 'S1', sectionLabel: 'Four' }] },
    ]);
  });

  it.each([
    ['', 'empty'],
    ['\u{FEFF} \r\n', 'empty'],
    ['JournalCode|JournalLib', 'not-entries'],
    [`[${lineText()}]`, 'not-entries'],
    ['{"name":"intray","version":"1"}', 'not-entries'],
  ])('is not what is in %j', (text, refused) => {
    expect(readContractJson(text)).toEqual({ refused });
  });

  it('has 200,000 lines at most', () => {
    const many = `{"data":{"lines":[${'0,'.repeat(200_000)}0]}}`;
    expect(readContractJson(many)).toMatchObject({ refused: 'too-many-lines', place: { line: 1, column: 19 + 400_000 } });
    expect(readContractJson(many.replace('0,', ''))).toMatchObject({ lines: [] });
  });
});

describe('a fault in it', () => {
  it.each([
    ['no lines', '{"data":{"lines":[]}}', ['1:18 no-lines data.lines']],
    ['lines that are missing', '{"data":{}}', ['1:9 missing data.lines']],
    ['lines of another kind', '{"data":{"lines":{}}}', ['1:18 type data.lines object → array']],
    ['data of another kind', '{"data":[]}', ['1:9 type data array → object']],
    ['a line of another kind', file('5'), ['2:1 type data.lines[0] number → object']],
    ['a wrapper without data', '{"entries":{}}', ['1:12 missing entries.data']],
  ])('is found: %s', (_what, text, expected) => {
    expect(faults(text)).toEqual(expected);
    expect(reading(text).lines).toEqual([]);
  });

  it.each<[string, Record<string, string | null>, readonly string[]]>([
    ['nothing', {}, []],
    ['a member that is missing', { journal: null }, ['3:1 missing data.lines[1].journal']],
    ['null for a required one', { account: '¤null' }, ['¤ missing data.lines[1].account']],
    ['a code as a number', { account: '¤606300' }, ['¤ type data.lines[1].account number → string']],
    ['a day that does not exist', { date: '¤"2026-02-30"' }, ['¤ no-date data.lines[1].date 2026-02-30']],
    ['a day as people write it', { date: '¤"31/01/2026"' }, ['¤ no-date data.lines[1].date 31/01/2026']],
    ['an evening in UTC', { date: '¤"2026-01-30T23:00:00Z"' }, ['¤ no-date data.lines[1].date 2026-01-30T23:00:00Z → 2026-01-30']],
    ['an amount of another kind', { debit: '¤"12.30"' }, ['¤ type data.lines[1].debit string → object']],
    ['a number as a text', { debit: SIDE.replace('12.30', '¤"12.30"') }, ['¤ type data.lines[1].debit.amount string → number']],
    ['thousands and a comma', { debit: SIDE.replace('12.30', '¤1.234,56') }, ['¤ no-amount data.lines[1].debit.amount 1.234,56']],
    ['more cents than can be counted', { debit: SIDE.replace('12.30', '¤1e300') }, ['¤ amount-too-large data.lines[1].debit.amount 1e300']],
    ['a rate without end', { debit: SIDE.replace('":1}', '":¤1e99}') }, ['¤ amount-too-large data.lines[1].debit.currencyRate 1e99']],
    ['another currency', { debit: SIDE.replace('"EUR', '¤"USD') }, ['¤ currency data.lines[1].debit.currency USD → EUR']],
    [
      'an amount that lacks members',
      { debit: '¤{"amount":1}' },
      [
        '¤ missing data.lines[1].debit.currency',
        '¤ missing data.lines[1].debit.currencyAmount',
        '¤ missing data.lines[1].debit.currencyRate',
      ],
    ],
    ['a name twice', { journal: '"VE",¤"journal":"AC"' }, ['¤ duplicate-member data.lines[1].journal journal']],
    ['NUL as an escape', { label: '¤"a\\u0000b"' }, ['¤ control-character data.lines[1].label U+0000']],
    ['NUL itself', { label: '"a¤\u0000b"' }, ['¤ control-character data.lines[1].label U+0000']],
    ['half of a pair', { label: '¤"a\\ud83d"' }, ['¤ encoding data.lines[1].label a\u{FFFD}']],
    ['an optional one of another kind', { label: '¤{}' }, ['¤ type data.lines[1].label object → string']],
    ['no list of axes', { analyticalAxes: '¤"A"' }, ['¤ type data.lines[1].analyticalAxes string → array']],
    ['an axis without sections', { analyticalAxes: '[¤{"axisCode":"A"}]' }, ['¤ missing data.lines[1].analyticalAxes[0].sections']],
    [
      'an axis with no section',
      { analyticalAxes: '[{"axisCode":"A","sections":¤[]}]' },
      ['¤ no-sections data.lines[1].analyticalAxes[0].sections'],
    ],
    [
      'an incomplete section',
      { analyticalAxes: `[{"axisCode":"A","sections":[¤{"debit":${SIDE},"section":"S"}]}]` },
      ['¤ missing data.lines[1].analyticalAxes[0].sections[0].credit'],
    ],
    [
      'an axis twice',
      {
        analyticalAxes: `[${['"A"', '"B"', '¤"A"'].map((code) => `{"axisCode":${code},"sections":[{"debit":${SIDE},"credit":${EMPTY},"section":"S"}]}`).join(',')}]`,
      },
      ['¤ duplicate-axis data.lines[1].analyticalAxes[2].axisCode A'],
    ],
  ])('is on its line and character, with the path: %s', (_what, other, expected) => {
    const [text, place] = unmarked(file(lineText(), lineText(other), lineText()));
    expect(faults(text)).toEqual(expected.map((fault) => fault.replace('¤', place)));
    // What has no fault is read beside it.
    expect(reading(text).lines.map((read) => read.place.line)).toEqual(expected.length === 0 ? [2, 3, 4] : [2, 4]);
  });

  it('of decimals says the cents that are meant, and its line is read with them', () => {
    const [text, place] = unmarked(file(lineText({ debit: SIDE.replace('12.30', '¤1.005') })));
    expect(faults(text)).toEqual([`${place} decimals data.lines[0].debit.amount 1.005 → 1.01`]);
    expect(reading(text).lines.map(({ line }) => line.debit)).toEqual([{ ...CENTS, cents: 101 }]);
    expect(reading(text.replace('"VE"', '5')).lines).toEqual([]);
  });

  it('is one of 200,000 at most, and no line that has one is read beside them', () => {
    const { errors, lines } = reading(`{"data":{"lines":[${'{},'.repeat(40_000)}${lineText()}]}}`);
    expect([errors.length, lines.length]).toEqual([200_000, 1]);
  });

  it('is one of several, all of which are found', () => {
    const date = lineText({ date: '"2026-13-01"', debit: SIDE.replace('12.30', '"x"') });
    const text = file(date, lineText(), lineText({ account: null, label: '5' }));
    expect(faults(text)).toEqual([
      '2:9 no-date data.lines[0].date 2026-13-01',
      `2:${date.indexOf('"x"') + 1} type data.lines[0].debit.amount string → number`,
      '4:1 missing data.lines[2].account',
      `4:${lineText({ account: null }).length + ',"label":'.length} type data.lines[2].label number → string`,
    ]);
  });

  it.each([
    ['an end that is missing', (whole: string) => `${whole.slice(0, -5)}¤`, ['json data.lines[1] ']],
    ['a quote that does not close', (whole: string) => whole.replace('"F 12"}', '¤"F 12}'), ['quote data.lines[0].reference "F 12},']],
    ['a quote that another one closes', (whole: string) => whole.replace('"VE","', '"VE,"¤'), ['json data.lines[0] account']],
    ['a comma too many', (whole: string) => whole.replace('}\n]', '}¤,\n]'), ['json data.lines ,']],
  ])('of the text itself invents no other one: %s', (_what, change, expected) => {
    const [text, place] = unmarked(change(file(lineText(), lineText())));
    expect(faults(text)).toEqual(expected.map((fault) => `${place} ${fault}`));
  });

  it('is no other currency where an operator has said how the rate is meant', () => {
    const dollars = SIDE.replace('EUR', 'USD').replace('":1}', '":1.0850}');
    expect(reading(file(lineText({ debit: dollars })), { anyCurrency: true }).lines[0]?.line.debit).toEqual({
      ...CENTS,
      currency: 'USD',
      currencyRate: '1.085',
    });
  });
});
