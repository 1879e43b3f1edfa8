import { basename, resolve } from 'node:path';
import { z } from 'zod';
import { guessFile, type GuessedFile, type MappedReading, readMappedFile } from '#electron/intake/inspect/mapped-file.ts';
import { totalsOf } from '#shared/entries/balance.ts';
import { bodySize, entriesBody } from '#shared/entries/canonical.ts';
import type { EntriesFault, EntriesReading, EntriesRefusal } from '#shared/entries/entry-lines.ts';
import type { MappingDifference } from '#shared/entries/fit-mapping.ts';
import { guessedMapping, type OpenQuestion } from '#shared/entries/guess-mapping.ts';
import { MAPPED_MEMBERS, type MappedMember } from '#shared/entries/column-roles.ts';
import { type EntriesMapping, entriesMappingSchema, type MappedSource } from '#shared/entries/mapping.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { DATE_PATTERNS, plainAmount } from '#shared/entries/values.ts';
import { faultWords } from '#shared/i18n/fault-words.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { EXIT } from '../exit-codes.ts';
import { type Call, type Command, command } from './support/command.ts';
import { findFolder } from './support/find-company.ts';
import { complain, say, table } from './support/say.ts';

/** Per call; the shell expands `*.csv`. */
const FILES_MAX = 100;

const entriesCheckCommand: Command = command({
  words: 'entries check',
  usage: '[--mapping FILE | --folder PATH|ID] FILE…',
  summary:
    "reads files of accounting entries (the import service's JSON, FEC, Ciel/Sage XIMPORT, Quadra; with --mapping, or with that of a watched folder, CSV and .xlsx) and lists what is wrong in them, by line and column; sends nothing, and needs no profile but for --folder; exit code 1 if a file has errors, does not fit the mapping or cannot be read",
  options: { mapping: { type: 'string' }, folder: { type: 'string' } },
  mayLackProfile: true,
  needs: ({ folder }) => (folder === undefined ? 'nothing' : 'open'),
  schema: z
    .object({
      mapping: z.string().optional(),
      folder: z.string().optional(),
      paths: z.array(z.string()).min(1, 'at least one file is expected').max(FILES_MAX, `at most ${FILES_MAX} files`),
    })
    .refine(({ mapping, folder }) => mapping === undefined || folder === undefined, 'either --mapping or --folder'),
  run: async ({ mapping: path, folder, paths }, call) => {
    const mapping = await meantMapping({ path, folder }, call);
    if (!mapping.ok) return complain(call, mapping.failure);
    const checked: Checked[] = [];
    for (const file of paths) checked.push(await check(file, mapping.value, call));
    call.answer(
      checked,
      checked.flatMap((one) => linesOf(one, paths.length > 1)),
    );
    const isGood = (one: Checked): boolean => 'format' in one && one.errors.length === 0 && one.misfits.length === 0;
    return checked.every(isGood) ? EXIT.done : EXIT.no;
  },
});

/** What is said of one file, also as JSON. Money is integers of cents. */
type Checked = { readonly file: string } & (
  | { readonly unread: string }
  | EntriesRefusal
  | (Omit<MappedReading, 'lines'> & { readonly lines: number; readonly debitCents: number; readonly creditCents: number })
);

type Meant = { readonly path: string | undefined; readonly folder: string | undefined };

async function meantMapping({ path, folder }: Meant, call: Call): Promise<Result<EntriesMapping | null, string>> {
  if (path !== undefined) return readMapping(resolve(path), call);
  if (folder === undefined) return ok(null);
  const found = await findFolder(call, folder);
  if (!found.ok) return found;
  const used = await call.client.folders.mapping({ folderId: found.value.id });
  return used.ok ? ok(used.value?.mapping ?? null) : fail(NO_ENTRIES_FOLDER);
}

const NO_ENTRIES_FOLDER = 'This folder takes no entries.';

async function check(file: string, mapping: EntriesMapping | null, call: Call): Promise<Checked> {
  const bytes = await readWhole(file, call);
  if (!bytes.ok) return { file, unread: bytes.failure };
  const plain = withoutMapping(bytes.value, file);
  const isMapped = mapping !== null && 'refused' in plain && plain.refused === 'needs-mapping';
  const reading = isMapped ? readMappedFile(bytes.value, mapping) : plain;
  if ('refused' in reading) return { file, ...reading };
  const lines = reading.lines.map(({ line }) => line);
  const { debit, credit } = totalsOf(lines);
  const { bytes: size, fits } = bodySize(entriesBody(lines));
  const tooLarge: readonly EntriesFault[] = fits === 'too-large' ? [{ kind: 'too-large', line: 1, value: String(size) }] : [];
  return {
    file,
    format: reading.format,
    lines: lines.length,
    debitCents: Number(debit),
    creditCents: Number(credit),
    errors: [...reading.errors, ...tooLarge],
    warnings: reading.warnings,
    leftOut: reading.leftOut,
    differences: reading.differences,
    misfits: reading.misfits,
  };
}

function withoutMapping(bytes: Uint8Array, file: string): MappedReading | EntriesRefusal {
  const reading: EntriesReading | EntriesRefusal = readEntries({ bytes, name: basename(file) });
  return 'refused' in reading ? reading : { ...reading, leftOut: 0, differences: [], misfits: [] };
}

async function readWhole(file: string, { readBytes }: Pick<Call, 'readBytes'>): Promise<Result<Uint8Array, string>> {
  const read = (await readBytes?.(resolve(file))) ?? null;
  if (read === null) return fail('The file cannot be read.');
  return read.bytes.length < read.size ? fail('The file is too large to be read.') : ok(read.bytes);
}

async function readMapping(path: string, { readFile }: Pick<Call, 'readFile'>): Promise<Result<EntriesMapping, string>> {
  const text = await readFile(path);
  const read = entriesMappingSchema.safeParse(text === null ? null : jsonOf(text));
  return read.success ? ok(read.data) : fail(`${path}: this is not a mapping as "entries map FILE --to MAPPING" writes it.`);
}

function linesOf(checked: Checked, isNamed: boolean): readonly string[] {
  const [heading] = table([[checked.file]]);
  const lines = sayChecked(checked);
  return isNamed ? [`${heading}:`, ...lines.map((line) => `  ${line}`)] : lines;
}

function sayChecked(checked: Checked): readonly string[] {
  if ('unread' in checked) return [checked.unread];
  if ('refused' in checked) return [say(`entries.refused.${checked.refused}`), ...(checked.refused === 'needs-mapping' ? [MAP_IT] : [])];
  const { errors, warnings, differences, lines, debitCents, creditCents } = checked;
  const end =
    errors.length > 0
      ? say('entries.bad', { count: errors.length })
      : say('entries.good', { count: lines, debit: plainAmount(debitCents), credit: plainAmount(creditCents) });
  const rows = [...errors.map((fault) => rowOf(fault, 'error')), ...warnings.map((fault) => rowOf(fault, 'warning'))];
  return [...differences.map(sayDifference), ...table(rows), end];
}

const MAP_IT = '"entries map FILE" shows what they seem to mean.';

function rowOf(fault: EntriesFault, weight: 'error' | 'warning'): readonly string[] {
  const { place, sentence } = faultWords(fault, { t: say, amount: plainAmount });
  return [place, weight, sentence];
}

function sayDifference(difference: MappingDifference): string {
  const { kind, ...rest } = difference;
  return `Differs from the mapping (${kind}): ${JSON.stringify(rest)}`;
}

const columnNumber = z.coerce.number().int().min(1);

const entriesMapCommand: Command = command({
  words: 'entries map',
  usage:
    '[--set MEMBER=SOURCE]… [--dates PATTERN] [--decimal ,|.] [--debit COLUMN --credit COLUMN] [--negative keep|move] [--to MAPPING] [--folder PATH|ID] FILE',
  summary:
    'shows what the columns of a CSV or .xlsx file of entries seem to mean, and what you have to say; --set gives a member its column (journal=#3), a text (journal=PAIE) or a pattern (reference="PAIE {yyyy-mm}"); --to writes the mapping for "entries check --mapping", --folder stores it as that of a watched folder, whose files are read by it and asked about',
  options: {
    set: { type: 'string', multiple: true },
    dates: { type: 'string' },
    decimal: { type: 'string' },
    debit: { type: 'string' },
    credit: { type: 'string' },
    negative: { type: 'string' },
    to: { type: 'string' },
    folder: { type: 'string' },
  },
  mayLackProfile: true,
  needs: ({ folder }) => (folder === undefined ? 'nothing' : 'open'),
  schema: z.object({
    set: z.array(z.string().regex(/^\w+=./, 'has to be MEMBER=SOURCE')).default([]),
    dates: z.enum(DATE_PATTERNS).optional(),
    decimal: z.enum([',', '.']).optional(),
    debit: columnNumber.optional(),
    credit: columnNumber.optional(),
    negative: z.enum(['keep', 'move']).optional(),
    to: z.string().optional(),
    folder: z.string().optional(),
    paths: z.tuple([z.string()], 'one file is expected'),
  }),
  run: async ({ paths: [file], to, folder, ...said }, call) => {
    const bytes = await readWhole(file, call);
    if (!bytes.ok) return complain(call, bytes.failure);
    const guess = guessFile(bytes.value);
    if ('refused' in guess) return complain(call, say(`entries.refused.${guess.refused}`));
    const typed = typedSources(said.set);
    if (!typed.ok) return complain(call, typed.failure);
    const { mapping, open } = answered(guess, { ...said, sources: typed.value });
    const lines = [...sayGuess(guess, typed.value), ...open.map((question) => OPEN[question])];
    if (to === undefined && folder === undefined) {
      call.answer({ mapping, open }, lines);
      return EXIT.done;
    }
    const checked = entriesMappingSchema.safeParse(mapping);
    if (!checked.success || open.length > 0) {
      call.answer({ mapping, open }, lines);
      const issue = checked.error?.issues[0]?.message ?? 'the mapping is not valid';
      return complain(call, `Nothing was written: ${mapping === null || open.length > 0 ? 'say first what is asked above' : issue}.`);
    }
    const stored = folder === undefined ? ok(null) : await store(folder, checked.data, call);
    if (!stored.ok) return complain(call, stored.failure);
    const done =
      stored.value === null ? [] : [`stored as version ${stored.value.version}; files that are read again: ${stored.value.readAgain}`];
    call.answer({ mapping, open, ...stored.value }, [...lines, ...done]);
    const failed =
      to === undefined ? null : await call.writeFile?.(to, Buffer.from(`${JSON.stringify(checked.data, null, 2)}\n`), { isNew: true });
    return failed === null ? EXIT.done : complain(call, `The mapping was not written (${failed ?? 'no disk'}).`);
  },
});

/** As the next version of a folder's mapping. */
async function store(wanted: string, mapping: EntriesMapping, call: Call): Promise<Result<{ version: number; readAgain: number }, string>> {
  const folder = await findFolder(call, wanted);
  if (!folder.ok) return folder;
  const { id: folderId, entries } = folder.value;
  const set = await call.client.folders.setMapping({ folderId, mapping, ifVersion: entries.mapping?.version ?? null });
  if (set.ok) return ok({ version: set.value.version, readAgain: set.value.readAgain });
  return fail(set.failure === 'not-found' ? NO_ENTRIES_FOLDER : `Nothing was stored (${set.failure}).`);
}

type Sources = Partial<EntriesMapping['sources']>;
type Said = {
  readonly sources: Sources;
  readonly dates?: EntriesMapping['dates'] | undefined;
  readonly decimal?: EntriesMapping['decimal'] | undefined;
  readonly debit?: number | undefined;
  readonly credit?: number | undefined;
  readonly negative?: EntriesMapping['negative'] | undefined;
};

/** `journal=#3` is a column, anything else a text, a pattern if it has braces. */
function typedSources(set: readonly string[]): Result<Sources, string> {
  const sources: Partial<Record<MappedMember, MappedSource[]>> = {};
  for (const one of set) {
    const [name, source] = [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)];
    const member = MAPPED_MEMBERS.find((known) => known === name);
    if (member === undefined) return fail(`There is no "${name}". These are: ${MAPPED_MEMBERS.join(', ')}.`);
    const column = /^#\d{1,3}$/.test(source) ? Number(source.slice(1)) : null;
    const text: MappedSource = /[{}]/.test(source) ? { from: 'pattern', pattern: source } : { from: 'constant', text: source };
    sources[member] = [column === null ? text : { from: 'column', column }];
  }
  return ok(sources);
}

/** The mapping that a guess and the user's words come to, and what is still not said. */
function answered(guess: GuessedFile, said: Said): { readonly mapping: EntriesMapping | null; readonly open: readonly OpenQuestion[] } {
  const { sources, dates, decimal, debit, credit, negative } = said;
  const columns =
    debit === undefined || credit === undefined ? null : ({ form: 'two', debit: { column: debit }, credit: { column: credit } } as const);
  const isSaid: Readonly<Partial<Record<OpenQuestion, boolean>>> = {
    ...Object.fromEntries(Object.keys(sources).map((member) => [member, true])),
    dates: dates !== undefined,
    decimal: decimal !== undefined,
    amounts: columns !== null,
    sides: columns !== null,
    negative: negative !== undefined,
  };
  const full = {
    ...guess,
    ...(dates === undefined ? {} : { dates: [dates] }),
    ...(decimal === undefined ? {} : { decimal: [decimal] }),
    ...(columns === null ? {} : { amounts: { value: columns, certainty: 'heading' as const } }),
  };
  const mapping = guessedMapping(full, guess.dialect, sources);
  const open = guess.open.filter((question) => isSaid[question] !== true);
  return { mapping: mapping === null || negative === undefined ? mapping : { ...mapping, negative }, open };
}

/** Each member with where it seems to come from, how that is known, and what the first rows have there. */
function sayGuess({ sources, amounts, headings, rows, firstRow, dates, decimal }: GuessedFile, typed: Sources): readonly string[] {
  const first = rows.filter(({ line }) => line >= firstRow).slice(0, 3);
  const ofColumn = (column: number): readonly string[] => [
    `column ${column}`,
    headings[column - 1] ?? '',
    first.map(({ cells }) => cells[column - 1] ?? '').join(' | '),
  ];
  const members = MAPPED_MEMBERS.flatMap((member): readonly (readonly string[])[] => {
    if (typed[member] !== undefined) return [[member, 'as you say']];
    const guessed = sources[member];
    return guessed === undefined ? [] : [[member, KNOWN_BY[guessed.certainty], ...ofColumn(guessed.value.column)]];
  });
  const sides =
    amounts === null
      ? []
      : Object.entries(amounts.value).flatMap(([name, value]): readonly (readonly string[])[] =>
          typeof value === 'object' && 'column' in value ? [[name, KNOWN_BY[amounts.certainty], ...ofColumn(value.column)]] : [],
        );
  return table([...members, ...sides, ['dates', dates.join(' or ')], ['decimal', decimal.join(' or ')]]);
}

const KNOWN_BY = { heading: 'by its heading', values: 'by its values', unsure: 'unsure' } as const;

const OPEN: Readonly<Record<OpenQuestion, string>> = {
  date: 'Say which column is the date: --set date=#COLUMN.',
  journal: 'Say which journal it is: --set journal=#COLUMN, or a code as --set journal=PAIE.',
  account: 'Say which column is the account: --set account=#COLUMN.',
  reference: 'Say which reference the lines have: --set reference=#COLUMN, or a pattern as --set reference="PAIE {yyyy-mm}".',
  amounts: 'Say which columns are the amounts: --debit COLUMN --credit COLUMN.',
  dates: `Day and month could stand in either order: --dates ${DATE_PATTERNS.join('|')}.`,
  decimal: 'Say which sign the decimals have: --decimal , or --decimal .',
  sides: 'Say which column is which side: --debit COLUMN --credit COLUMN.',
  negative: 'Some amounts are negative: --negative keep sends them as they are, --negative move puts them on the other side.',
};

export const entriesCommands: readonly Command[] = [entriesCheckCommand, entriesMapCommand];
