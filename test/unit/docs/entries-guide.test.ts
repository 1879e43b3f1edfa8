import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guessFile, readMappedFile } from '#electron/intake/inspect/mapped-file.ts';
import { totalsOf } from '#shared/entries/balance.ts';
import { proposedMapping } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { utf8 } from '#shared/lib/bytes.ts';

const [ENGLISH, FRENCH] = ['en', 'fr'].map((language) => readFileSync(`docs/guide/entries.${language}.md`, 'utf8'));

/** The file that a worked example of the guide shows. */
function exampleIn(page: string | undefined, name: string): string {
  const [, text = ''] = new RegExp(`\`\`\`csv ${name}\n([\\s\\S]*?)\`\`\``).exec(page ?? '') ?? [];
  return text;
}

/** Reads it as a user does who answers what Intray asks, as the guide says. `asked`: what that is. */
function followed(name: string, answers: Partial<EntriesMapping['sources']> = {}, others: Partial<EntriesMapping> = {}) {
  const bytes = utf8(exampleIn(ENGLISH, name));
  const guess = guessFile(bytes);
  if ('refused' in guess) throw new Error(guess.refused);
  const proposed = proposedMapping(guess, guess.dialect);
  const reading = readMappedFile(bytes, { ...proposed, ...others, sources: { ...proposed.sources, ...answers } });
  if ('refused' in reading) throw new Error(reading.refused);
  const { debit, credit } = totalsOf(reading.lines.map(({ line }) => line));
  return { asked: guess.open, errors: reading.errors, lines: reading.lines.map(({ line }) => line), debit, credit };
}

describe('the guide to entries', () => {
  it.each(['payroll', 'till', 'sales'])('shows the same file in both languages: %s', (name) => {
    expect(exampleIn(ENGLISH, name).split('\n').length).toBeGreaterThan(3);
    expect(exampleIn(FRENCH, name)).toBe(exampleIn(ENGLISH, name));
  });

  it('has a payroll whose journal and reference are typed, and whose labels are replaced', () => {
    const { asked, errors, lines, debit, credit } = followed(
      'payroll',
      { journal: [{ from: 'constant', text: 'PAIE' }], reference: [{ from: 'pattern', pattern: 'PAIE {yyyy-mm}' }] },
      { labelFromAccount: true },
    );
    expect(asked).toEqual(['journal', 'reference']);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([4, 546_000n, 546_000n]);
    expect(lines[0]).toMatchObject({
      date: '2026-10-31',
      journal: 'PAIE',
      account: '641100',
      reference: 'PAIE 2026-10',
      label: 'Salaires bruts',
      debit: { cents: 420_000 },
    });
  });

  it('has a till whose amounts have a sign', () => {
    const { asked, errors, lines, debit, credit } = followed('till');
    expect(asked).toEqual(['sides']);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([3, 184_320n, 184_320n]);
    expect(lines[0]).toMatchObject({ journal: 'CA', account: '530000', reference: 'Z-304', debit: { cents: 184_320 } });
  });

  it('has a sales journal of which nothing is asked', () => {
    const { asked, errors, lines, debit, credit } = followed('sales');
    expect(asked).toEqual([]);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([3, 120_000n, 120_000n]);
    expect(lines[0]).toMatchObject({
      journal: 'VE',
      account: '411000',
      thirdParty: 'CL0042',
      dueDate: '2026-11-14',
      debit: { cents: 120_000 },
    });
  });
});
