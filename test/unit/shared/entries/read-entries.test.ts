import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EntriesFault } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';

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
