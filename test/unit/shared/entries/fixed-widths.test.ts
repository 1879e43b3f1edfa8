import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntriesReading, EntriesRefusal } from '#shared/entries/entry-lines.ts';
import { isQuadra, isXimport, readQuadra, readXimport } from '#shared/entries/fixed-widths.ts';
import { refusedFormat } from '#shared/entries/refused-formats.ts';

const FILES = 'test/entries/open';

/** The members of an independent reading that a line of fixed widths can have. */
type Expected = {
  readonly at: number;
  readonly date: string;
  readonly journal: string;
  readonly account: string;
  readonly thirdParty: string;
  readonly label: string;
  readonly reference: string;
  readonly debit: number;
  readonly credit: number;
  readonly entry?: string;
  readonly dueDate?: string;
  readonly accountLabel?: string;
  readonly documentReference?: string;
};

function opened(name: string): string {
  return readFileSync(join(FILES, 'dolibarr', name), 'utf8');
}

function expectedOf(name: string): readonly Expected[] {
  return JSON.parse(readFileSync(join('test/entries/expected', `dolibarr-${name}.json`), 'utf8')) as readonly Expected[];
}

/** Each line as the independent readings write it. */
function asExpected(read: EntriesReading | EntriesRefusal): readonly Expected[] {
  if ('refused' in read) return [];
  return read.lines.map(({ place, line, entry, accountLabel }) => ({
    at: place.line,
    date: line.date,
    journal: line.journal,
    account: line.account,
    thirdParty: line.thirdParty ?? '',
    label: line.label ?? '',
    reference: line.reference,
    debit: line.debit.cents,
    credit: line.credit.cents,
    ...(entry === undefined ? {} : { entry }),
    ...(line.dueDate === undefined ? {} : { dueDate: line.dueDate }),
    ...(accountLabel === undefined ? {} : { accountLabel }),
    ...(line.documentReference === undefined ? {} : { documentReference: line.documentReference }),
  }));
}

function faults(read: EntriesReading | EntriesRefusal): readonly string[] {
  if ('refused' in read) return [read.refused];
  return read.errors.map(({ line, column, name = '', kind, value, meant }) =>
    [`${line}:${column} ${name} ${kind}`, ...(value === undefined ? [] : [value]), ...(meant === undefined ? [] : [`→ ${meant}`])].join(
      ' ',
    ),
  );
}

/** A line with other characters from a place on. */
function put(line: string, column: number, text: string): string {
  return line.slice(0, column - 1) + text + line.slice(column - 1 + text.length);
}

describe('XIMPORT', () => {
  const first = opened('XIMPORT.TXT').split('\r\n').slice(0, 3);

  it('is read line by line as another reader reads it, and nothing in it is wrong', () => {
    const read = readXimport(opened('XIMPORT.TXT'));
    expect(read).toMatchObject({ format: 'ximport', errors: [] });
    expect(asExpected(read)).toEqual(expectedOf('XIMPORT.TXT'));
  });

  it('has its columns wherever accents are, filled up by characters or by bytes', () => {
    const labels = ['Été à Noël'.padEnd(25), `Été à Noël${' '.repeat(11)}`, 'É'.repeat(25), 'É'.repeat(13)];
    const read = readXimport(labels.map((label) => `1    VE2026010220260201F1          411000     ${label}      1424,27D`).join('\n'));
    expect(faults(read)).toEqual([]);
    expect(asExpected(read).map(({ label, debit }) => [label, debit])).toEqual([
      ['Été à Noël', 142_427],
      ['Été à Noël', 142_427],
      ['É'.repeat(25), 142_427],
      ['É'.repeat(13), 142_427],
    ]);
  });

  it.each<[string, number, string, readonly string[]]>([
    ['a day that does not exist', 8, '20260230', ['2:8 date no-date 20260230']],
    ['a due date that does not', 16, '20261301', ['2:16 dueDate no-date 20261301']],
    ['two signs', 72, '          --5', ['2:72 amount no-amount --5']],
    ['thousands with a dot and a comma', 72, '   1.234,5,67', ['2:72 amount no-amount 1.234,5,67']],
    ['what may be a thousand', 72, '       12,345', ['2:72 amount decimals 12,345']],
    ['no amount', 72, ' '.repeat(13), ['2:72 amount missing']],
    ['a letter for no side', 85, 'X', ['2:85 side no-side X']],
    ['NUL', 50, '\u0000', ['2:50  control-character U+0000']],
  ])('has a fault on its line and character: %s', (_what, column, text, expected) => {
    const read = readXimport([first[0], put(first[1] ?? '', column, text), first[2]].join('\r\r\n'));
    expect(faults(read)).toEqual(expected);
    expect(asExpected(read).map(({ at }) => at)).toEqual([1, 3]);
  });

  it('says the cents that are meant by more than two decimals, and reads the line with them', () => {
    const read = readXimport([first[0], put(first[1] ?? '', 72, '   1234,56789'), first[2]].join('\n'));
    expect(faults(read)).toEqual(['2:72 amount decimals 1234,56789 → 1234.57']);
    expect(asExpected(read).map(({ credit }) => credit)).toEqual([0, 123_457, 0]);
  });

  it('has all its faults at once', () => {
    const bad = put(put(put(first[1] ?? '', 8, '20261301'), 72, '         x,00'), 85, 'X');
    expect(faults(readXimport([first[0], bad, put(first[2] ?? '', 85, ' ')].join('\n')))).toEqual([
      '2:8 date no-date 20261301',
      '2:72 amount no-amount x,00',
      '2:85 side no-side X',
      '3:85 side no-side ',
    ]);
  });

  it('has lines that are long enough', () => {
    expect(faults(readXimport(`${first[0]}\n\n${first[1]?.slice(0, 60)}\n`))).toEqual(['3:undefined  line-too-short 60 → 85']);
    expect(faults(readXimport(`${first[0]}\n${'1'.repeat(100_001)}\n`))).toEqual(['2:undefined  line-too-long 100001']);
    expect(readXimport('\u{FEFF}\r\n')).toEqual({ refused: 'empty' });
    expect(readXimport('\n'.repeat(200_001))).toEqual({ refused: 'too-many-lines' });
  });
});

describe('Quadra', () => {
  const lines = opened('quadratus.txt').split('\r\n');

  it('is read line by line as another reader reads it, and nothing in it is wrong', () => {
    const read = readQuadra(opened('quadratus.txt'));
    expect(read).toMatchObject({ format: 'quadra', errors: [] });
    const expected = expectedOf('quadratus.txt');
    const kept = asExpected(read).map(({ entry: _entry, accountLabel: _label, ...line }) => line);
    expect(kept).toEqual(
      expected.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !['currency', 'shortLabel'].includes(name)))),
    );
  });

  it('takes lines of third parties for labels, and for no moves', () => {
    const read = asExpected(readQuadra(opened('quadratus.txt')));
    expect(lines.filter((line) => line.startsWith('C'))).toHaveLength(50);
    expect(read.find(({ account }) => account === 'CL0001')?.accountLabel).toBe('Cremerie Œuf & Cedille');
    expect(read.find(({ account }) => account === '512000')?.accountLabel).toBeUndefined();
    const others = readQuadra(`${lines[0]}\nR512000  VE000010126\nI512000\n`);
    expect([asExpected(others).length, faults(others)]).toEqual([1, []]);
  });

  it('has short fields in place of long ones that are empty, and signs', () => {
    const [short = ''] = lines;
    const line = put(put(put(put(short, 100, ' '.repeat(8)), 111, '   '), 117, ' '.repeat(30)), 43, '-');
    expect(asExpected(readQuadra(line))).toEqual([
      {
        at: 1,
        date: '2026-01-01',
        journal: 'AN',
        account: '512000',
        thirdParty: '',
        label: 'AN1 Report a nouveau',
        reference: '1',
        debit: -1_234_567,
        credit: 0,
        documentReference: 'AN1',
      },
    ]);
  });

  it.each<[string, number, string, readonly string[]]>([
    ['a day that does not exist', 15, '310226', ['2:15 date no-date 310226']],
    ['a due date that does not', 64, '320126', ['2:64 dueDate no-date 320126']],
    ['an amount with a comma', 44, '00000012,345', ['2:44 amount no-amount 00000012,345']],
    ['no amount', 44, ' '.repeat(12), ['2:44 amount no-amount ']],
    ['a letter for no side', 42, 'X', ['2:42 side no-side X']],
    ['another currency', 108, 'USD', ['2:108 currency currency USD → EUR']],
  ])('has a fault on its line and character: %s', (_what, column, text, expected) => {
    const read = readQuadra([lines[0], put(lines[1] ?? '', column, text), lines[4]].join('\n'));
    expect(faults(read)).toEqual(expected);
    expect(asExpected(read).map(({ at }) => at)).toEqual([1, 3]);
  });

  it('has no line of a kind that nobody knows', () => {
    expect(faults(readQuadra(`${lines[0]}\nX${lines[1]?.slice(1)}`))).toEqual(['2:1  type X → M']);
  });
});

describe('a format', () => {
  const all = readdirSync(FILES).flatMap((program) => readdirSync(join(FILES, program)).map((name) => `${program}/${name}`));

  it('is known among the files of all programs', () => {
    const known = all.flatMap((name) => {
      const text = readFileSync(join(FILES, name), 'utf8');
      const found = [isXimport(text) ? 'ximport' : [], isQuadra(text) ? 'quadra' : [], refusedFormat(text)?.refused ?? []].flat();
      return found.length === 0 ? [] : [`${name} ${found.join(' ')}`];
    });
    expect(all.length).toBeGreaterThan(40);
    expect(known.toSorted()).toEqual([
      'datev-gem/EXTF_Buchungsstapel.csv datev',
      'dolibarr/XIMPORT.TXT ximport',
      'dolibarr/quadratus.txt quadra',
      'skrooge/operations.csv statement',
    ]);
  });

  it('is known by a line that has a fault elsewhere, and with a byte order mark', () => {
    expect(isXimport(`\u{FEFF}${put(opened('XIMPORT.TXT').split('\r\n')[0] ?? '', 72, '          --5')}`)).toBe(true);
    expect(isQuadra(`\u{FEFF}${put(opened('quadratus.txt').split('\r\n')[0] ?? '', 44, '         --5')}`)).toBe(true);
  });

  it.each([
    ['"DTVF";700;21;"Buchungsstapel"', 'datev'],
    ['\u{FEFF}EXTF;510;21', 'datev'],
    ['EXTFX;1', undefined],
    ['OFXHEADER:100\nDATA:OFXSGML', 'statement'],
    ['<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>', 'not-entries'],
    ['!Type:Bank\nD01/02/26', 'statement'],
    [':20:STARTUMS\n:25:', 'statement'],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', 'statement'],
    ['<?xml version="1.0"?><Invoice/>', 'not-entries'],
    ['%PDF-1.7', 'not-entries'],
    ['JournalCode\tJournalLib', undefined],
    ['Date;Code journal;Numéro de compte', undefined],
    ['0110278    01234EUR2', undefined],
  ])('that is not taken says why: %j', (text, refused) => {
    expect(refusedFormat(text)?.refused).toBe(refused);
  });
});
