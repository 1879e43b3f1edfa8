import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { bodySize, entriesBody } from '#shared/entries/canonical.ts';
import type { EntriesFault, EntriesReading, EntriesRefusal, FilePlace } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { plainAmount } from '#shared/entries/values.ts';
import { EXIT } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { say, table } from './support/say.ts';

/** Per call; the shell expands `*.csv`. */
const FILES_MAX = 100;

export const entriesCheckCommand: Command = command({
  words: 'entries check',
  usage: 'FILE…',
  summary:
    'reads files of accounting entries (JSON of the import service, FEC, Ciel/Sage XIMPORT, Quadra) and lists what is wrong in them, by line and column; sends nothing; exit code 1 if a file has errors or cannot be read',
  options: {},
  schema: z.object({ paths: z.array(z.string()).min(1, 'at least one file is expected').max(FILES_MAX, `at most ${FILES_MAX} files`) }),
  run: async ({ paths }, call) => {
    const checked: Checked[] = [];
    for (const path of paths) checked.push(await check(path, call));
    call.answer(
      checked,
      checked.flatMap((one) => linesOf(one, paths.length > 1)),
    );
    return checked.every((one) => 'format' in one && one.errors.length === 0) ? EXIT.done : EXIT.no;
  },
});

/** What is said of one file, also as JSON. Money is integers of cents. */
type Checked = { readonly file: string } & (
  | { readonly unread: string }
  | EntriesRefusal
  | (Pick<EntriesReading, 'format' | 'errors' | 'warnings'> & {
      readonly lines: number;
      readonly debitCents: number;
      readonly creditCents: number;
    })
);

async function check(file: string, { readBytes }: Pick<Call, 'readBytes'>): Promise<Checked> {
  const read = (await readBytes?.(resolve(file))) ?? null;
  if (read === null) return { file, unread: 'The file cannot be read.' };
  if (read.bytes.length < read.size) return { file, unread: 'The file is too large to be read.' };
  const reading = readEntries({ bytes: read.bytes, name: basename(file) });
  if ('refused' in reading) return { file, ...reading };
  const lines = reading.lines.map(({ line }) => line);
  const { bytes, fits } = bodySize(entriesBody(lines));
  const size: readonly EntriesFault[] = fits === 'too-large' ? [{ kind: 'too-large', line: 1, value: String(bytes) }] : [];
  return {
    file,
    format: reading.format,
    lines: lines.length,
    debitCents: lines.reduce((sum, { debit }) => sum + debit.cents, 0),
    creditCents: lines.reduce((sum, { credit }) => sum + credit.cents, 0),
    errors: [...reading.errors, ...size],
    warnings: reading.warnings,
  };
}

function linesOf(checked: Checked, isNamed: boolean): readonly string[] {
  const [heading] = table([[checked.file]]);
  const lines = sayChecked(checked);
  return isNamed ? [`${heading}:`, ...lines.map((line) => `  ${line}`)] : lines;
}

function sayChecked(checked: Checked): readonly string[] {
  if ('unread' in checked) return [checked.unread];
  if ('refused' in checked) return [say(`entries.refused.${checked.refused}`)];
  const { errors, warnings, lines, debitCents, creditCents } = checked;
  const end =
    errors.length > 0
      ? say('entries.bad', { count: errors.length })
      : say('entries.good', { count: lines, debit: plainAmount(debitCents), credit: plainAmount(creditCents) });
  return [...table([...errors.map((fault) => row(fault, 'error')), ...warnings.map((fault) => row(fault, 'warning'))]), end];
}

function row(fault: EntriesFault, weight: 'error' | 'warning'): readonly string[] {
  const { kind, value = '', meant = '' } = fault;
  return [sayPlace(fault), weight, say(`entries.fault.${kind}`, { value, meant })];
}

function sayPlace({ line, column, name }: FilePlace): string {
  if (name !== undefined) return say('entries.place.name', { line: String(line), name });
  return column === undefined
    ? say('entries.place', { line: String(line) })
    : say('entries.place.column', { line: String(line), column: String(column) });
}
