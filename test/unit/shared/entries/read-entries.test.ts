import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntriesFault } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { faultWords } from '#shared/i18n/fault-words.ts';
import { translator } from '#shared/i18n/translate.ts';

const OPEN = 'test/entries/open';
const files = readdirSync(OPEN)
  .filter((program) => program !== 'sheets')
  .flatMap((program) => readdirSync(`${OPEN}/${program}`).map((name) => `${program}/${name}`));

/** By hand, of what test/entries/README.md says of each file: its format, its lines, and what is odd in them. */
const READ: Readonly<Record<string, readonly [format: string, lines: number, warnings: Readonly<Record<string, number>>]>> = {
  'dolibarr/XIMPORT.TXT': ['ximport', 158, { 'no-reference': 4, 'unbalanced-entry': 1 }],
  'dolibarr/fec.txt': ['fec', 158, { 'no-reference': 4, 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'dolibarr/fec2.txt': ['fec', 158, { 'no-reference': 4, 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'dolibarr/quadratus.txt': ['quadra', 158, { 'unbalanced-entry': 1 }],
  'fec-masked/0000000001FEC20220831.txt': ['fec', 5422, { 'opening-journal': 1 }],
  'fec-masked/111111111FEC20221231.TXT': ['fec', 934, { 'guessed-letters': 6, 'opening-journal': 1 }],
  'fecbundle/pipe-debit-credit-22-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'fecbundle/pipe-montant-sens-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'fecbundle/tab-debit-credit-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'fecbundle/tab-montant-sens1-21-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'odoo-oca/ascii-pipe-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'odoo-oca/latin9-pipe-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  'odoo-oca/utf8-tab-000000000FEC20260331.txt': ['fec', 158, { 'opening-journal': 1, 'unbalanced-entry': 1 }],
  // All its journals are `00`, and the entry that does not balance was left out.
  'paheko/export-fec.txt': ['fec', 156, {}],
  'tryton/FEC.csv': ['fec', 156, { 'opening-journal': 1 }],
};
const REFUSED: Readonly<Record<string, string>> = {
  'datev-gem/EXTF_Buchungsstapel.csv': 'datev',
  'skrooge/operations.csv': 'statement',
  'paheko/export-full.ods': 'not-entries',
};

describe('files of other programs', () => {
  it('are all there', () => {
    expect(files).toHaveLength(45);
    expect(files).toEqual(expect.arrayContaining([...Object.keys(READ), ...Object.keys(REFUSED)]));
  });

  it.each(files)('%s is known by its content, whatever its name, and read without an error', (file) => {
    const bytes = readFileSync(`${OPEN}/${file}`);
    const unread = file.endsWith('.xlsx') ? 'not-entries' : 'needs-mapping';
    const expected = READ[file] === undefined ? (REFUSED[file] ?? unread) : [READ[file], []];
    expect([what(readEntries({ bytes, name: 'FILE.TXT' })), what(readEntries({ bytes, name: 'file.json' }))]).toEqual([expected, expected]);
  });
});

describe('JSON on one physical line', () => {
  const lines = ['101', '', '512'].map((account, at) => {
    const sides = `"debit":${cents(at === 2 ? -5 : 1)},"credit":${cents(0)}`;
    return `{"date":"2026-01-0${at + 1}","journal":"VE","account":"${account}",${sides},"reference":"R${at}"}`;
  });
  const text = `{"data":{"lines":[${lines.join(',')}]}}`;

  it('has each fault at the character of its member, and says which line of the entries it is about', () => {
    const { errors, warnings } = read(text);
    // Counted by hand: what stands before the empty text of the second line.
    const column = text.indexOf('"account":""') + '"account":'.length + 1;
    expect(errors).toEqual([{ kind: 'missing', line: 1, column, name: 'data.lines[1].account' }]);
    const negative = text.lastIndexOf('"debit":') + '"debit":'.length + 1;
    expect(warnings).toEqual([
      { kind: 'unbalanced-journal', line: 1, column: '{"data":{"lines":['.length + 1, name: 'VE', item: 1, value: '-3.00' },
      { kind: 'negative', line: 1, column: negative, name: 'data.lines[2].debit', value: '-5.00' },
    ]);
    const { t } = speaker;
    expect(errors.map((fault) => faultWords(fault, speaker).place)).toEqual([
      t('entries.place.json.name', { item: 2, name: 'account', line: 1, column }),
    ]);
    expect(warnings.map((fault) => faultWords(fault, speaker).place)[0]).toContain('VE');
    expect(faultWords({ kind: 'type', line: 1, column: 19, name: 'entries.data.lines[0]' }, speaker).place).toBe(
      t('entries.place.json', { item: 1, line: 1, column: 19 }),
    );
  });

  it('has what is missing where its line of the entries begins, and the same behind a line end', () => {
    const without = text.replace('"account":"",', '').replace('},{"date":"2026-01-02"', '},\r\n {"date":"2026-01-02"');
    expect(read(without).errors).toEqual([{ kind: 'missing', line: 2, column: 2, name: 'data.lines[1].account' }]);
  });

  it('in another encoding names the first byte that is no UTF-8', () => {
    const latin = Buffer.from(text.replace('"R2"', '"Réf 2"'), 'latin1');
    expect(read(latin).errors).toEqual([{ kind: 'encoding', line: 1, column: latin.indexOf(0xe9) + 1 }]);
    // Behind a letter of two bytes, and one of four, which is two characters.
    const mixed = Buffer.concat([Buffer.from('{"a":"é😀",\n"b":"œ'), Buffer.from([0xe9]), Buffer.from('éé"}')]);
    expect(read(mixed).errors).toEqual([{ kind: 'encoding', line: 2, column: 7 }]);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), mixed]);
    expect(read(marked).errors).toEqual([{ kind: 'encoding', line: 2, column: 7 }]);
  });
});

function read(json: string | Uint8Array) {
  const reading = readEntries({ bytes: Buffer.from(json), name: 'lines.json' });
  if ('refused' in reading) throw new Error(reading.refused);
  return reading;
}

function cents(amount: number): string {
  return `{"amount":${amount},"currency":"EUR","currencyAmount":${amount},"currencyRate":1}`;
}

const speaker = { t: translator('en'), amount: String };

/** Why it was refused, or what was read and the errors. */
function what(reading: ReturnType<typeof readEntries>): unknown {
  if ('refused' in reading) return reading.refused;
  const { format, lines, errors, warnings } = reading;
  return [[format, lines.length, counted(warnings)], errors];
}

function counted(faults: readonly EntriesFault[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
