import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/folders.ts';
import { anEngine } from '../an-engine.ts';
import { runIn } from './host-fixture.ts';

const open = (name: string): string => join('test/entries/open', name);

/** Of the sum of all lines in the books that the foreign programs wrote, in cents. */
const BOOKS = { lines: 158, debitCents: 132_903_940, creditCents: 132_903_939 };

async function program() {
  const engine = await anEngine(tempFolder());
  return (...args: string[]) => runIn(engine, 'entries', ...args);
}

/** The built program, in a folder without a profile. */
function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [resolve('build/headless.mjs'), 'entries', ...args], {
    encoding: 'utf8',
    input: '',
    cwd: tempFolder(),
  });
}

describe('entries check', () => {
  it('reads what other programs wrote, with the totals of the books', async () => {
    const entries = await program();
    const files = ['dolibarr/fec.txt', 'dolibarr/XIMPORT.TXT', 'dolibarr/quadratus.txt', 'odoo-oca/latin9-pipe-000000000FEC20260331.txt'];
    const checked = await entries('check', '--json', ...files.map(open));
    expect(checked.exit).toBe(0);
    expect(JSON.parse(checked.printed)).toEqual(
      ['fec', 'ximport', 'quadra', 'fec'].map((format, at) => ({
        file: open(files[at] ?? ''),
        format,
        ...BOOKS,
        errors: [],
        warnings: expect.any(Array),
        leftOut: 0,
        differences: [],
        misfits: [],
      })),
    );
    const [fec] = JSON.parse(checked.printed) as [{ readonly warnings: readonly { readonly kind: string }[] }];
    expect(fec.warnings.map(({ kind }) => kind).toSorted()).toEqual(
      ['no-reference', 'no-reference', 'no-reference', 'no-reference', 'opening-journal', 'unbalanced-entry'].toSorted(),
    );
  });

  it('needs no profile, but for the mapping of a watched folder', () => {
    const fec = resolve(open('dolibarr/fec.txt'));
    const checked = run('check', '--json', fec);
    expect([checked.status, checked.stderr]).toEqual([0, '']);
    expect(JSON.parse(checked.stdout)).toMatchObject([{ file: fec, ...BOOKS, errors: [] }]);
    expect(run('check', resolve(open('skrooge/operations.csv'))).status).toBe(1);
    const mapped = run('map', resolve(open('paheko/export-full.csv')));
    expect([mapped.status, mapped.stdout]).toEqual([0, expect.stringContaining('--set journal=')]);
    for (const command of ['check', 'map']) {
      const unsaid = run(command, '--folder', '/scans', fec);
      expect([unsaid.status, unsaid.stderr]).toEqual([2, expect.stringContaining(`--profile: is needed\nUsage:`)]);
      expect(unsaid.stderr).toContain(`entries ${command} [--profile DIR] `);
    }
    expect(run('send', '0b1f4c52-7d0a-4c7e-8d11-1c2b3a4d5e6f').status).toBe(2);
  });

  it('says in words why a file cannot be read, and ends with 1', async () => {
    const entries = await program();
    const refused: readonly (readonly [string, string])[] = [
      ['datev-gem/EXTF_Buchungsstapel.csv', 'a file for DATEV'],
      ['skrooge/operations.csv', 'an account statement'],
      ['paheko/export-full.csv', 'Nobody has said yet what its columns mean.'],
      ['paheko/export-full.ods', 'not a file of accounting entries'],
    ];
    for (const [file, words] of refused) {
      expect(await entries('check', open(file))).toMatchObject({ exit: 1, printed: expect.stringContaining(words) });
    }
  });

  it('names each fault by its line and column', async () => {
    const entries = await program();
    const lines = readFileSync(open('dolibarr/fec.txt'), 'utf8').split('\r\n');
    const cells = (lines[4] ?? '').split('\t');
    cells[3] = '20260230';
    cells[11] = '12,345';
    lines[4] = cells.join('\t');
    const file = join(tempFolder(), 'faults.txt');
    writeFileSync(file, lines.join('\r\n'));
    const checked = await entries('check', '--json', file);
    expect(checked.exit).toBe(1);
    const [{ errors }] = JSON.parse(checked.printed) as [{ readonly errors: unknown }];
    expect(errors).toEqual([
      { kind: 'no-date', line: 5, column: 4, name: 'EcritureDate', value: '20260230' },
      { kind: 'decimals', line: 5, column: 12, name: 'Debit', value: '12,345' },
    ]);
    const said = await entries('check', file);
    expect(said.printed).toMatch(/^Line 5, EcritureDate +error +“20260230” is not a date/m);
    expect(said.printed).toMatch(/^Line 5, Debit +error +“12,345” can be read in two ways/m);
  });
});

describe('entries map', () => {
  it('asks for what a file does not say, and checks other files by what was said', async () => {
    const entries = await program();
    const to = join(tempFolder(), 'mapping.json');
    const csv = open('paheko/export-full.csv');
    const asked = await entries('map', '--to', to, csv);
    expect(asked).toMatchObject({ exit: 1, printed: expect.stringContaining('Say which journal it is') });
    expect(asked.printed).toMatch(/^account +by its heading +column 8 +Numéro compte +512000 \| 101000 \| 411000$/m);
    expect(existsSync(to)).toBe(false);

    expect(await entries('map', '--set', 'journal=OD {yyyy-mm}', '--to', to, csv)).toMatchObject({ exit: 0, complained: '' });
    expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject({
      dialect: { separator: ',', quoting: 'csv' },
      sources: { journal: [{ from: 'pattern', pattern: 'OD {yyyy-mm}' }], account: [{ from: 'column', column: 8, name: 'Numéro compte' }] },
    });
    const mapping = readFileSync(to, 'utf8');
    const engine = await anEngine(tempFolder());
    const checked = await runIn({ ...engine, files: { [to]: mapping } }, 'entries', 'check', '--json', '--mapping', to, csv);
    const [one] = JSON.parse(checked.printed) as [{ readonly lines: number; readonly errors: readonly { readonly kind: string }[] }];
    // Four lines of these books have no piece, and nobody has said yet what they have instead.
    expect(one.errors.map(({ kind }) => kind)).toEqual(['missing', 'missing', 'missing', 'missing']);
    expect(checked.exit).toBe(1);
    const other = await runIn({ ...engine, files: { [to]: mapping } }, 'entries', 'check', '--mapping', to, open('gnucash/simple-fr.csv'));
    expect(other).toMatchObject({ exit: 1, printed: expect.stringContaining('Differs from the mapping (separator)') });
  });

  it('reads a workbook by the same means', async () => {
    const entries = await program();
    const mapped = await entries('map', '--json', '--set', 'journal=OD', open('paheko/export-full.xlsx'));
    expect(JSON.parse(mapped.printed)).toMatchObject({ open: [], mapping: { dialect: null, decimal: '.', dates: 'yyyy-mm-dd' } });
  });

  it('never writes over a file, and does not take what is no mapping', async () => {
    const engine = await anEngine(tempFolder());
    const to = join(tempFolder(), 'mapping.json');
    writeFileSync(to, 'mine');
    const xlsx = open('paheko/export-full.xlsx');
    const again = await runIn(engine, 'entries', 'map', '--set', 'journal=OD', '--to', to, xlsx);
    expect(again).toMatchObject({ exit: 1, complained: expect.stringContaining('was not written') });
    expect(readFileSync(to, 'utf8')).toBe('mine');
    const wrong = await runIn({ ...engine, files: { [to]: '{"v":2}' } }, 'entries', 'check', '--mapping', to, xlsx);
    expect(wrong).toMatchObject({ exit: 1, complained: expect.stringContaining('not a mapping') });
    expect(await runIn(engine, 'entries', 'map', '--set', 'colour=#1', xlsx)).toMatchObject({
      exit: 1,
      complained: expect.stringContaining('There is no "colour"'),
    });
  });
});
