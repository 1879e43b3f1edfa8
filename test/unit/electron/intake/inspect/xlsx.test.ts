import { readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readWorkbook, type WorkbookReading } from '#electron/intake/inspect/xlsx.ts';
import { CELL_LENGTH_MAX, COLUMNS_MAX, LINES_MAX } from '#shared/entries/rows.ts';

const SHEETS = 'test/entries/open/sheets';

describe('workbooks of other programs', () => {
  const expected = JSON.parse(readFileSync('test/entries/expected/sheets.json', 'utf8')) as Record<string, Record<string, string | null>>;

  it.each(readdirSync(SHEETS))('%s has the cells that openpyxl reads', (file) => {
    const wanted = expected[file] ?? {};
    const cells = cellsOf(read(readFileSync(`${SHEETS}/${file}`)));
    const times = Object.keys(wanted).filter((name) => wanted[name] === null);
    const compared = Object.fromEntries(Object.entries(wanted).filter(([name]) => !times.includes(name)));
    expect(Object.fromEntries(Object.entries(cells).filter(([name]) => !times.includes(name)))).toEqual(compared);
    expect(Object.keys(compared).length).toBeGreaterThan(0);
  });

  it('are as many as were read for comparison', () => {
    expect(readdirSync(SHEETS).toSorted()).toEqual(Object.keys(expected).toSorted());
  });
});

describe('cells', () => {
  it('with numbers have the fifteen digits that spreadsheets show, never those of a binary fraction', () => {
    const numbers = {
      '2497.5500000000002': '2497.55',
      '1234567.8899999999': '1234567.89',
      '0.1': '0.1',
      '-0.30000000000000004': '-0.3',
      '1E-2': '0.01',
      '4.11E+7': '41100000',
      '999999999999999.9': '1000000000000000',
      '9007199254740993': '9007199254740990',
      '1e402': '1e402',
      '007': '7',
      '-0': '0',
      '12.30': '12.3',
      '': '',
      '#REF!': '#REF!',
    };
    const cells = Object.keys(numbers).map((number) => `<c><v>${number}</v></c>`);
    expect(firstRow(`<row>${cells.join('')}</row>`)).toEqual(Object.values(numbers));
  });

  it.each([
    [
      '1900',
      [
        ['1', '1900-01-01'],
        ['59', '1900-02-28'],
        ['60', '60'],
        ['61', '1900-03-01'],
        ['46023', '2026-01-01'],
        ['46023.75', '2026-01-01'],
        ['-3', '-3'],
        ['2958466', '2958466'],
      ],
    ],
    [
      '1904',
      [
        ['0', '1904-01-01'],
        ['60', '1904-03-01'],
        ['44561', '2026-01-01'],
      ],
    ],
  ] as const)('with a date count the days from %s', (from, days) => {
    const cells = days.map(([serial]) => `<c s="1"><v>${serial}</v></c>`).join('');
    expect(firstRow(`<row>${cells}</row>`, { from1904: from === '1904' })).toEqual(days.map(([, day]) => day));
  });

  it.each([
    ['dd/mm/yyyy', '46023', '2026-01-01'],
    ['[$-40C]d mmmm yyyy;@', '46023', '2026-01-01'],
    ['0.00" days"', '3.5', '3.5'],
    ['[h]:mm:ss', '1.5', '1.5'],
    ['[Red]#,##0.00\\ [$€-40C]', '12.5', '12.5'],
    ['General', '12.5', '12.5'],
    ['000000', '21000', '021000'],
    ['00000000', '-411', '-00000411'],
  ])('are shown by their format %s', (format, value, shown) => {
    expect(firstRow(`<row><c s="2"><v>${value}</v></c></row>`, { format })).toEqual([shown]);
  });

  it('have their text, wherever the file keeps it', () => {
    const sheet =
      '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c><c r="E3" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> place </t></r></is></c>' +
      '<c t="str"><f>A1&amp;B1</f><v>made &lt;by&gt; formula</v></c><c t="b"><v>1</v></c><c t="d"><v>2026-01-31T00:00:00</v></c><c><f>1+1</f></c><c t="e"><v>#N/A</v></c></row>';
    const strings =
      '<si><t>Crémerie &amp; C&#x153;ur &#233;t&#xE9; _x0041_</t></si><si><r><t>Hôtel</t></r><rPh><t>phonetic</t></rPh><r><t> du N°</t></r></si>';
    const { rows } = read(workbook({ sheets: [sheet], strings }));
    expect(rows).toEqual([
      {
        line: 3,
        cells: ['', 'Crémerie & Cœur été A', 'Hôtel du N°', '', 'in place ', 'made <by> formula', 'TRUE', '2026-01-31', '', '#N/A'],
      },
    ]);
  });

  it('stand on their row, whatever is empty, merged or commented out between', () => {
    const sheet =
      '<!-- <row r="1"><c><v>9</v></c></row> --><row r="2"/><row r="4"><c r="A4"><v>1</v></c><c r="D4"><v>2</v></c></row><row><c><v>3</v></c></row><mergeCells><mergeCell ref="A4:C4"/></mergeCells>';
    expect(read(workbook({ sheets: [sheet] })).rows).toEqual([
      { line: 4, cells: ['1', '', '', '2'] },
      { line: 5, cells: ['3'] },
    ]);
  });
});

describe('a workbook', () => {
  const ROW = '<row r="1"><c t="inlineStr"><is><t>here</t></is></c></row>';

  it('is read on the first visible sheet that has rows, and names the others', () => {
    const reading = read(workbook({ sheets: ['<row r="1"><c><v>1</v></c></row>', '', ROW, ROW], hidden: [0] }));
    expect([reading.rows[0]?.cells, reading.sheet, reading.otherSheets]).toEqual([['here'], 'Sheet 3', ['Sheet 1', 'Sheet 2', 'Sheet 4']]);
  });

  it('without a filled cell is empty', () => {
    expect(readWorkbook(workbook({ sheets: ['<row r="1"><c s="1"/></row>'] }))).toEqual({ refused: 'empty' });
  });

  it('keeps names that mean something to the language as plain text', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const cells = names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
    expect(firstRow(`<row>${cells}</row>`)).toEqual(names);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('in another format has to be saved as .xlsx, and with a password cannot be read', () => {
    const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(1_000)]);
    expect(readWorkbook(old)).toEqual({ refused: 'other-sheet' });
    expect(readWorkbook(Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]))).toEqual({ refused: 'sheet-password' });
    expect(
      readWorkbook(
        zipped([
          { name: 'mimetype', text: 'application/vnd.oasis' },
          { name: 'content.xml', text: '<a/>' },
        ]),
      ),
    ).toEqual({ refused: 'other-sheet' });
    expect(readWorkbook(zipped([{ name: 'xl/workbook.bin', text: '' }]))).toEqual({ refused: 'other-sheet' });
    expect(readWorkbook(workbook({ sheets: [ROW] }, { 'xl/worksheets/sheet1.xml': { flags: 1 } }))).toEqual({ refused: 'sheet-password' });
  });
});

describe('a hostile workbook', () => {
  const ROW = '<row r="1"><c><v>1</v></c></row>';
  const SHEET = 'xl/worksheets/sheet1.xml';

  it('is refused by the length that a part claims, before it is unpacked', () => {
    expect(readWorkbook(workbook({ sheets: [ROW] }, { [SHEET]: { claims: 200_000_000 } }))).toEqual({ refused: 'too-many-lines' });
  });

  it('is damaged where a part is longer than it claims, or other than its sum', () => {
    const bomb = `${ROW}${' '.repeat(50_000_000)}`;
    expect(readWorkbook(workbook({ sheets: [bomb] }, { [SHEET]: { claims: 300 } }))).toEqual({ refused: 'damaged' });
    expect(readWorkbook(workbook({ sheets: [ROW] }, { [SHEET]: { sum: 1 } }))).toEqual({ refused: 'damaged' });
  });

  it('counts all its parts together', () => {
    const most = { [SHEET]: {}, 'xl/worksheets/sheet2.xml': { claims: 134_217_000 } };
    expect(readWorkbook(workbook({ sheets: ['<row r="1"/>', ROW] }, most))).toEqual({ refused: 'too-many-lines' });
    expect(readWorkbook(workbook({ sheets: [ROW] }, { [SHEET]: { claims: 134_210_000 } }))).toEqual({ refused: 'damaged' });
  });

  it('defines no entities', () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
    expect(readWorkbook(workbook({ sheets: [`${entity}${ROW}`] }))).toEqual({ refused: 'damaged' });
    expect(firstRow('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')).toEqual(['&b;']);
  });

  it('has its long cells and many columns on their rows, and too many rows not at all', () => {
    const long = `<row r="7"><c t="inlineStr"><is><t>${'x'.repeat(CELL_LENGTH_MAX + 1)}</t></is></c><c r="XFD7"><v>1</v></c></row>`;
    expect(read(workbook({ sheets: [long] })).faults).toEqual([
      { line: 7, column: 1, kind: 'cell-too-long', value: String(CELL_LENGTH_MAX + 1) },
      { line: 7, column: 16_384, kind: 'cells', value: '16384', meant: String(COLUMNS_MAX) },
    ]);
    const rows = '<row><c><v>1</v></c></row>'.repeat(LINES_MAX);
    expect(read(workbook({ sheets: [rows] })).rows.length).toBe(LINES_MAX);
    expect(readWorkbook(workbook({ sheets: [`${rows}<row><c><v>1</v></c></row>`] }))).toEqual({ refused: 'too-many-lines' });
  });

  it('is refused wherever it is cut off', () => {
    const whole = workbook({ sheets: [ROW], strings: '<si><t>a</t></si>' });
    for (let length = 0; length < whole.length; length += 1) expect(readWorkbook(whole.subarray(0, length))).toHaveProperty('refused');
    expect(read(whole).rows.length).toBe(1);
  });

  it('does not break the reader by any changed byte', () => {
    const whole = workbook({ sheets: [ROW] });
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      expect(() => readWorkbook(changed)).not.toThrow();
    }
  });
});

function read(bytes: Uint8Array): WorkbookReading {
  const reading = readWorkbook(bytes);
  if ('refused' in reading) throw new Error(reading.refused);
  return reading;
}

function cellsOf({ rows }: WorkbookReading): Record<string, string> {
  const cells = rows.flatMap(({ line, cells: row }) => row.map((cell, index) => [`${letters(index + 1)}${line}`, cell] as const));
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
}

function letters(column: number): string {
  const last = (column - 1) % 26;
  return `${column > 26 ? letters((column - 1 - last) / 26) : ''}${String.fromCharCode(65 + last)}`;
}

function firstRow(sheet: string, styles: { readonly from1904?: boolean; readonly format?: string } = {}): readonly string[] | undefined {
  return read(workbook({ sheets: [sheet], ...styles })).rows[0]?.cells;
}

type Made = {
  readonly sheets: readonly string[];
  readonly hidden?: readonly number[];
  readonly strings?: string;
  readonly from1904?: boolean;
  /** Of the cells of style 2; those of style 1 are dates. */
  readonly format?: string;
};
/** What a member says of itself although it is not so. */
type Lies = { readonly claims?: number; readonly sum?: number; readonly flags?: number };

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
}

function workbook(
  { sheets, hidden = [], strings = '', from1904 = false, format = 'General' }: Made,
  lies: Readonly<Record<string, Lies>> = {},
): Buffer {
  const quoted = format.replaceAll('"', '&quot;');
  const tabs = sheets
    .map((_, at) => `<sheet name="Sheet ${at + 1}" r:id="r${at}"${hidden.includes(at) ? ' state="hidden"' : ''}/>`)
    .join('');
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${tabs}</sheets><ext><x15:workbookPr/></ext></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'sharedStrings', '/xl/strings.xml')}${relation('t', 'styles', 'styles.xml')}${sheets.map((_, at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}</Relationships>`,
    'xl/strings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${quoted}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>`,
  };
  for (const [at, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = `<x:worksheet><x:sheetData>${sheet}</x:sheetData></x:worksheet>`.replace(
      '</x:worksheet>',
      '</x:worksheet>',
    );
  return zipped(Object.entries(parts).map(([name, text]) => ({ name, text, ...lies[name] })));
}

function zipped(members: readonly ({ readonly name: string; readonly text: string } & Lies)[]): Buffer {
  const [locals, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, text, claims, sum, flags = 0 } of members) {
    const packed = deflateRawSync(text);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(sum ?? crc32(text), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(claims ?? Buffer.byteLength(text), 18);
    about.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed);
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, rest, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
