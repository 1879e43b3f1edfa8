import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Dialect } from '#shared/entries/quoting.ts';
import {
  CELL_LENGTH_MAX,
  COLUMNS_MAX,
  type ColumnFit,
  guessDialect,
  LINE_LENGTH_MAX,
  LINES_MAX,
  readRows,
  splitLines,
} from '#shared/entries/rows.ts';

const CSV: Dialect = { separator: ';', quoting: 'csv' };
const BARE: Dialect = { separator: ';', quoting: 'bare' };

const cells = (text: string, dialect: Dialect = CSV, columns?: number): readonly (readonly string[])[] =>
  readRows(text, dialect, columns === undefined ? {} : { columns }).rows.map((row) => row.cells);

describe('physical lines', () => {
  it.each([
    ['LF', 'a\nb\n\nc'],
    ['CR LF', 'a\r\nb\r\n\r\nc\r\n'],
    ['CR', 'a\rb\r\rc\r'],
    ['CR CR LF, one end of a line and not two', 'a\r\r\nb\r\r\n\r\r\nc\r\r\n'],
    ['all kinds in one file', 'a\r\nb\r\r\n\nc\r'],
  ])('end with %s', (_what, text) => {
    expect(splitLines(text)).toEqual(['a', 'b', '', 'c']);
  });

  it('number the rows, also behind empty lines and lines of empty cells, which are no faults', () => {
    const { rows, faults } = readRows('Date;Compte\n\n;;;\n01/01/2026;606300\n   \n02/01/2026;512000\n', CSV);
    expect(rows.map(({ line }) => line)).toEqual([1, 4, 6]);
    expect(faults).toEqual([]);
  });
});

describe('cells', () => {
  it('come unquoted, with separators and quotes inside, and as padded as they are', () => {
    expect(cells('a;"b;c";"d ""e"" f"; g ;""')).toEqual([['a', 'b;c', 'd "e" f', ' g ', '']]);
    const tabs: Dialect = { separator: '\t', quoting: 'csv' };
    expect(cells('a\t"b\tc"\td', tabs)).toEqual([['a', 'b\tc', 'd']]);
  });

  it('keep a quote that stands inside of a cell without quotes', () => {
    expect(cells('Clou 5";12,00')).toEqual([['Clou 5"', '12,00']]);
    expect(cells('"Clou" 5;"x"', BARE)).toEqual([['"Clou" 5', '"x"']]);
  });

  it('lose the backslash before a quote, a separator and a backslash, and no other', () => {
    const dialect: Dialect = { separator: ',', quoting: 'backslash' };
    expect(cells(String.raw`"a \"b\" c",d\,e,C:\new,f\\g`, dialect)).toEqual([['a "b" c', 'd,e', String.raw`C:\new`, String.raw`f\g`]]);
  });

  it('lose single quotes only where they enclose a cell', () => {
    const dialect: Dialect = { separator: ';', quoting: 'single' };
    expect(cells("'a; b';l'été;'s Gravenhage", dialect)).toEqual([['a; b', "l'été", "'s Gravenhage"]]);
  });

  it('keep inner quotes that their writer did not double, where the columns fit', () => {
    const lines = '1;"a";x\n2;"Devis "spécial" n° 12";x\n3;"L\'Atelier "Zéphyr"";x';
    expect(cells(lines)).toEqual([
      ['1', 'a', 'x'],
      ['2', 'Devis "spécial" n° 12', 'x'],
      ['3', 'L\'Atelier "Zéphyr"', 'x'],
    ]);
  });

  it('leave out one trailing separator where most lines have one, and no cell with something in it', () => {
    const { rows, faults } = readRows('a;b\n1;2;\n3;4;\n5;6;7\n8;9;', CSV, { columns: 2 });
    expect(rows.map((row) => row.cells.join('|'))).toEqual(['a|b', '1|2', '3|4', '8|9']);
    expect(faults).toEqual([{ line: 4, kind: 'cells', value: '3', meant: '2' }]);
    expect(cells('a;b\n1;2;', CSV, 2)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('are not shifted by a separator in a text of a line whose last cell is empty', () => {
    const { rows, faults } = readRows('a;b;c\n1;2;3\nPain; noir;2;\n4;5;6', CSV, { columns: 3 });
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(faults).toEqual([{ line: 3, kind: 'cells', value: '4', meant: '3' }]);
  });

  it('may contain a line break in quotes, where the row fits and the lines within do not', () => {
    const { rows, faults } = readRows('a;b;c\n1;"Pain\r\net brioche";3\n4;5;6', CSV);
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b', 'c'] },
      { line: 2, cells: ['1', 'Pain\net brioche', '3'] },
      { line: 4, cells: ['4', '5', '6'] },
    ]);
  });

  it('never take in the next row at a stray quote', () => {
    const { rows, faults } = readRows('a;b;c\n1;"Pain;3\n4;5;6\n7;8";9\n10;11;12', CSV);
    expect(faults).toEqual([{ line: 2, kind: 'quote', column: 2 }]);
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  });

  it('are never shifted by a line with another number of them', () => {
    const { rows, faults } = readRows('a;b;c\n1;2\n1;2;3;4\n"x"y;2;3\n4;5;6', CSV);
    expect(rows.map(({ line }) => line)).toEqual([1, 5]);
    expect(faults).toEqual([
      { line: 2, kind: 'cells', value: '2', meant: '3' },
      { line: 3, kind: 'cells', value: '4', meant: '3' },
      { line: 4, kind: 'quote', column: 1 },
    ]);
  });

  it('with controls are faults in their place; a tab is none', () => {
    const { faults } = readRows('a;b;c\nx;\u0000;y\tz\n\u0085;2;3', CSV);
    expect(faults).toEqual([
      { line: 2, column: 2, kind: 'control-character', value: 'U+0000' },
      { line: 3, column: 1, kind: 'control-character', value: 'U+0085' },
    ]);
  });
});

describe('rows of one kind', () => {
  it('begin where one says, and rows of another kind come as they are', () => {
    const text = 'Journal de paie\nE;1;2\nC;1;2;3;4;5\nE;1;2;3';
    const { rows, faults, columns } = readRows(text, BARE, { from: 2, columns: 3, otherKind: ([kind]) => kind === 'C' });
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
    expect(faults).toEqual([{ line: 4, kind: 'cells', value: '4', meant: '3' }]);
    expect(columns).toBe(3);
  });
});

describe('separators without quotes in a label', () => {
  const date: ColumnFit = { fits: (cell) => /^\d\d\/\d\d\/\d{4}$/.test(cell) };
  const code: ColumnFit = { fits: (cell) => /^\w+$/.test(cell) };
  const amount: ColumnFit = { fits: (cell) => /^[\d ]*,\d\d$/.test(cell) };
  const text: ColumnFit = { fits: (cell) => cell === cell.trim(), joins: true };

  it('are joined where exactly one way fits all columns', () => {
    const line = '02/01/2026;VE;Pain; brioche; œufs;706000;1 186,89;0,00';
    const fits = [date, code, text, code, amount, amount];
    const reading = readRows(`${line}\n${line.replace(' brioche; œufs', ' brioche')}`, BARE, { columns: 6, fits });
    expect(reading.rows.map((row) => row.cells)).toEqual([
      ['02/01/2026', 'VE', 'Pain; brioche; œufs', '706000', '1 186,89', '0,00'],
      ['02/01/2026', 'VE', 'Pain; brioche', '706000', '1 186,89', '0,00'],
    ]);
    expect(reading).toMatchObject({ faults: [], joined: [1, 2] });
  });

  it.each([
    ['several ways fit', 'Pain;brioche;706000', [text, text]],
    ['no way fits', 'Pain; brioche;x y', [text, code]],
    ['no column takes them', 'Pain;706000;706000', [code, code]],
  ])('are a fault where %s', (_what, line, fits) => {
    const reading = readRows(line, BARE, { columns: 2, fits });
    expect(reading.rows).toEqual([]);
    expect(reading.faults).toEqual([{ line: 1, kind: 'cells', value: '3', meant: '2' }]);
  });

  it('are joined also where the last cell is empty, and no cell is taken for a trailing separator that leaves the others unfit', () => {
    const fits = [date, text, amount, { fits: () => true }];
    const lines = ['02/01/2026;Pain;1,00;x;', '02/01/2026;Pain; noir;1,00;', '02/01/2026;Pain;1,00;x;', '02/01/2026;Pain;1,00;'];
    const reading = readRows(lines.join('\n'), BARE, { columns: 4, fits });
    expect(reading.rows.map((row) => row.cells)).toEqual([
      ['02/01/2026', 'Pain', '1,00', 'x'],
      ['02/01/2026', 'Pain; noir', '1,00', ''],
      ['02/01/2026', 'Pain', '1,00', 'x'],
      ['02/01/2026', 'Pain', '1,00', ''],
    ]);
  });

  const LABELS = [
    ['openconcerto.csv', 'utf-8', [date, code, code, text, text, amount, amount], 4],
    [
      'cegid.csv',
      'utf-8',
      [{ fits: (cell: string) => /^\d{8}$/.test(cell) }, code, code, { fits: () => true }, code, amount, text, text],
      6,
    ],
  ] as const;
  it.each(LABELS)('of %s, of a foreign program, never shift a cell', (file, encoding, fits, label) => {
    const written = new TextDecoder(encoding).decode(readFileSync(`test/entries/open/dolibarr/${file}`));
    const reading = readRows(written, BARE, { columns: fits.length, fits });
    const wanted = JSON.parse(readFileSync(`test/entries/expected/dolibarr-${file}.json`, 'utf8')) as { at: number; label: string }[];
    const labels = new Map(wanted.map((one) => [one.at, one.label]));
    expect(reading.rows.filter((row) => row.cells[label] !== labels.get(row.line))).toEqual([]);
    expect(reading.rows.length + reading.faults.length).toBe(158);
    expect(reading.joined.length).toBeGreaterThan(0);
  });
});

describe('the dialect', () => {
  const FEC: Record<string, readonly [string, string, number]> = {
    'dolibarr/fec.txt': ['\t', 'bare', 21],
    'dolibarr/configurable.csv': [';', 'single', 10],
    'dolibarr/ebp.csv': [',', 'csv', 9],
    'dolibarr/sage50ch.csv': [',', 'csv', 20],
    'dolibarr/agiris.csv': [';', 'bare', 13],
    'dolibarr/winfic.txt': ['|', 'bare', 19],
    'dolibarr/cogilog.csv': ['\t', 'bare', 11],
    'paheko/export-fec.txt': ['\t', 'bare', 18],
    'paheko/export-full.csv': [',', 'csv', 17],
    'odoo-oca/utf8-tab-000000000FEC20260331.txt': ['\t', 'csv', 18],
    'odoo-oca/ascii-pipe-000000000FEC20260331.txt': ['|', 'csv', 18],
    'fecbundle/pipe-montant-sens-000000000FEC20260331.txt': ['|', 'csv', 18],
    'fecbundle/tab-debit-credit-000000000FEC20260331.txt': ['\t', 'csv', 18],
    'tryton/FEC.csv': ['\t', 'backslash', 18],
    'ledger/ledger.csv': [',', 'backslash', 8],
    'hledger/print.csv': [',', 'csv', 14],
    'gnucash/simple-fr.csv': [';', 'csv', 9],
    'beancount/journal.csv': [',', 'csv', 10],
    'fec-masked/111111111FEC20221231.TXT': ['|', 'bare', 19],
  };
  it.each(Object.entries(FEC))('of %s is found', (file, [separator, quoting, columns]) => {
    const guess = guessDialect(new TextDecoder('windows-1252').decode(readFileSync(`test/entries/open/${file}`)));
    expect([guess.dialect.separator, guess.dialect.quoting, guess.columns]).toEqual([separator, quoting, columns]);
  });

  it('is not one without quotes where cells are enclosed in them, even if a quote stands elsewhere as well', () => {
    const text = ['"Date";"Libelle";"Montant"', '"01/01/2026";"Pain";"12,00"', '01/01/2026;Clou 5";3,00', '02/01/2026;Clou 6";3,00'].join(
      '\n',
    );
    expect(guessDialect(`${text}\n"03/01/2026";"Vis";"1,00"`).dialect).toEqual(CSV);
  });

  it('says how many lines it explains', () => {
    expect(guessDialect('a;b;c\n1;2;3\n\n4;5\n')).toEqual({ dialect: BARE, columns: 3, lines: 3, fitting: 2 });
  });
});

const any: ColumnFit = { fits: () => true, joins: true };
const wide = (count: number): string => `${';x'.repeat(count - 1)}\n`;

/** How often a file whose lines have four cells too many asks what fits a column. */
function questions(lines: number): number {
  let calls = 0;
  const fits = Array.from({ length: 50 }, () => ({ fits: () => (calls += 1) > 0, joins: true }));
  readRows(wide(54).repeat(lines), BARE, { columns: 50, fits });
  return calls;
}

describe('a hostile file', () => {
  const FIVE = 5_000_000;
  const of = (piece: string): string => piece.repeat(Math.ceil(FIVE / piece.length));

  it('of one line is one fault, whatever it holds', () => {
    for (const letter of ['"', ';', '\\', "'", 'a', '\u0000']) {
      for (const quoting of ['csv', 'backslash', 'single', 'bare'] as const) {
        const { rows, faults } = readRows(of(letter), { separator: ';', quoting });
        expect(rows).toEqual([]);
        expect(faults).toEqual([{ line: 1, kind: 'line-too-long', value: '5000000' }]);
      }
      expect(guessDialect(of(letter)).lines).toBe(0);
    }
  });

  it.each([
    ['quotes, in an even number', `${'"'.repeat(90_000)}\n`, 56],
    ['quotes, in an odd number', `${'"'.repeat(89_999)}\n`, 56],
    ['separators', `${';'.repeat(90_000)}x\n`, 56],
    ['a quote and a separator in turn', `${'";'.repeat(45_000)}\n`, 56],
    ['backslashes and quotes', `${'\\"'.repeat(45_000)}\n`, 56],
    ['single quotes', `${"'".repeat(90_000)}\n`, 56],
    ['cells that open a quote in each line', `${'a'.repeat(40)};"${'b'.repeat(8)}\n`, 98_040],
    ['NULs', `${'\u0000'.repeat(90_000)}\n`, 56],
  ])('of %s costs no more than its length', (_what, line, lines) => {
    for (const quoting of ['csv', 'backslash', 'single', 'bare'] as const) {
      const { rows, faults, refused } = readRows(of(line), { separator: ';', quoting }, { columns: 3, fits: [any, any, any] });
      expect(refused).toBe(null);
      expect(new Set([...rows, ...faults].map((one) => one.line)).size).toBe(lines);
    }
    expect(guessDialect(of(line)).lines).toBe(lines);
  });

  it('asks of each line with too many cells the same number of questions', () => {
    expect(questions(1)).toBeGreaterThan(50);
    expect(questions(1)).toBeLessThan(55 * 50);
    expect(questions(200)).toBe(200 * questions(1));
  });

  it('of too many lines is refused, and none of it read; the last line that may be is', () => {
    expect(readRows('a\n'.repeat(LINES_MAX), BARE).rows.length).toBe(LINES_MAX);
    expect(readRows('a\n'.repeat(LINES_MAX + 1), BARE)).toMatchObject({ rows: [], refused: 'too-many-lines' });
    expect(readRows('\r'.repeat(FIVE), BARE)).toMatchObject({ rows: [], refused: 'too-many-lines' });
  });

  it('has its long lines, long cells and many columns on their lines', () => {
    const long = `x;${'b'.repeat(CELL_LENGTH_MAX + 1)}\n${'c'.repeat(LINE_LENGTH_MAX + 1)}\n${wide(300)}`;
    const { faults, rows } = readRows(long, BARE, { columns: 2 });
    expect(faults).toEqual([
      { line: 1, column: 2, kind: 'cell-too-long', value: '10001' },
      { line: 2, kind: 'line-too-long', value: '100001' },
      { line: 3, kind: 'cells', value: '300', meant: '2' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([1]);
    expect([wide(COLUMNS_MAX), wide(COLUMNS_MAX + 1)].map((line) => readRows(line, BARE).rows.length)).toEqual([1, 0]);
  });
});
