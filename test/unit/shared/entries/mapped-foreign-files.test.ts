import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMapped, readMappedText } from '#shared/entries/apply-mapping.ts';
import type { EntriesFault, EntriesReading, ReadLine } from '#shared/entries/entry-lines.ts';
import { entriesMappingSchema } from '#shared/entries/mapping.ts';
import { readWorkbook } from '#electron/intake/inspect/xlsx.ts';
import { FOREIGN } from './foreign-mappings.ts';
import { type ForeignFile, NO_PIECE } from './typed-mapping.ts';

type Expected = Readonly<Record<string, string | number | boolean | undefined>>;

/** One line as the independent readings have it. */
function flat({ place, line, entry, accountLabel }: ReadLine): Expected {
  return {
    at: place.line,
    date: line.date,
    journal: line.journal,
    account: line.account,
    thirdParty: line.thirdParty ?? '',
    label: line.label ?? '',
    reference: line.reference,
    debit: line.debit.cents,
    credit: line.credit.cents,
    dueDate: line.dueDate,
    entry,
    accountLabel,
  };
}

const MEMBERS = [
  'at',
  'date',
  'journal',
  'account',
  'thirdParty',
  'label',
  'reference',
  'debit',
  'credit',
  'dueDate',
  'entry',
  'accountLabel',
];

/** The reading, with what the mapping types where the file has nothing. */
function expectedOf({ file, typed = {}, without = [] }: ForeignFile): readonly Expected[] {
  const name = file.replace('/', '-').replace('.xlsx', '.csv');
  const lines = JSON.parse(readFileSync(`test/entries/expected/${name}.json`, 'utf8')) as readonly Expected[];
  const given: Expected = { reference: NO_PIECE, ...typed };
  return lines
    .filter(({ at }) => !without.includes(Number(at)))
    .map((line) => {
      const own = (member: string): Expected[string] => (line[member] === '' ? (given[member] ?? '') : line[member]);
      return Object.fromEntries(MEMBERS.map((member) => [member, own(member) === '{entry}' ? line['entry'] : own(member)]));
    });
}

function readForeign({ file, encoding, mapping }: ForeignFile): EntriesReading {
  const bytes = readFileSync(`test/entries/open/${file}`);
  if (!file.endsWith('.xlsx')) {
    const reading = readMappedText(new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes), mapping);
    if ('refused' in reading) throw new Error(reading.refused);
    return reading;
  }
  const workbook = readWorkbook(bytes);
  if ('refused' in workbook) throw new Error(workbook.refused);
  return readMapped(workbook.rows, mapping);
}

function shown({ line, column, kind, value, meant }: EntriesFault): string {
  return [line, column, kind, value, meant].join(' ').trim();
}

describe('files of other programs, each with a mapping', () => {
  it.each(FOREIGN)('$file gives every line of the independent reading, and no other fault than $faults', (foreign) => {
    expect(entriesMappingSchema.safeParse(foreign.mapping).error).toBeUndefined();
    const { lines, errors, warnings } = readForeign(foreign);
    expect(errors.map(shown)).toEqual(foreign.faults ?? []);
    expect(warnings).toEqual([]);
    expect(lines.map(flat)).toEqual(expectedOf(foreign));
  });

  it('are as many as there are lines in all readings', () => {
    expect(FOREIGN.length).toBe(27);
    expect(FOREIGN.reduce((sum, foreign) => sum + readForeign(foreign).lines.length, 0)).toBe(4236);
  });
});
