import { createHash } from 'node:crypto';
import { implement } from '@orpc/server';
import { guessFile, type GuessedFile, readMappedFile } from '#electron/intake/inspect/mapped-file.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { MappingFault, MappingSample, MappingTried } from '#shared/app-api/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { canonicalText, mappingText } from '#shared/entries/canonical.ts';
import { decodeText } from '#shared/entries/encoding.ts';
import type { EntriesReading } from '#shared/entries/entry-lines.ts';
import { fitsMapping } from '#shared/entries/fit-mapping.ts';
import { guessedMapping } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping, MappedSource } from '#shared/entries/mapping.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Story, WindowState } from './window-state.ts';

const ROWS_SHOWN = 30;
const LINES_SHOWN = 3;

/** The mapping of a folder's columns: the readings are those of the real readers, on the story's file. */
export function mappingAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).folders;
  return {
    mappingSample: api.mappingSample.handler(({ input }): Result<MappingSample, MappingFault> => {
      const item = fileToMap(state, input.itemId);
      if (item === undefined) return fail('no-file');
      return sampleOf(state, item, input.folderId);
    }),
    tryMapping: api.tryMapping.handler(({ input }): Result<MappingTried, MappingFault> => {
      const item = fileToMap(state, input.itemId);
      if (item === undefined) return fail('no-file');
      const reading = readMappedFile(bytesOf(state, item), input.mapping);
      return 'refused' in reading ? fail('not-rows') : ok(triedOf(reading));
    }),
    setMapping: api.setMapping.handler(({ input: { folderId, mapping, ifVersion } }) => {
      const kept = state.mappings?.[folderId] ?? null;
      if ((kept?.version ?? null) !== ifVersion) return fail('stale' as const);
      const version = (ifVersion ?? 0) + 1;
      const sha256 = createHash('sha256').update(mappingText(mapping)).digest('hex');
      state.mappings = { ...state.mappings, [folderId]: { version, mapping } };
      const { folders, now } = state.overview;
      const entries = { mapping: { version, sha256, madeAt: now }, byItself: null };
      const changed = folders.map((folder) => (folder.id === folderId ? { ...folder, entries } : folder));
      state.overview = { ...state.overview, folders: changed };
      const readAgain = state.items.filter(needsMapping);
      state.items = state.items.map((item) => (readAgain.includes(item) ? readBy(mapping, state, item) : item));
      ring();
      return ok({ version, sha256, readAgain: readAgain.length });
    }),
    stopByItself: api.stopByItself.handler(({ input }) => {
      const { folders } = state.overview;
      const changed = folders.map((one) => (one.id === input.folderId ? { ...one, entries: { ...one.entries, byItself: null } } : one));
      state.overview = { ...state.overview, folders: changed };
      ring();
      return ok({ stopped: true as const });
    }),
  };
}

function needsMapping({ state }: Item): boolean {
  if (state.kind !== 'unfit') return false;
  const { problem } = state;
  return problem.kind === 'entries-misfit' || (problem.kind === 'no-entries' && problem.why === 'needs-mapping');
}

function fileToMap({ items }: WindowState, itemId: string | undefined): Item | undefined {
  return itemId === undefined ? items.find(needsMapping) : items.find(({ id }) => id === itemId);
}

function bytesOf({ entriesFile }: WindowState, item: Item): Uint8Array {
  return entriesFile?.(item) ?? new Uint8Array();
}

function sampleOf(state: WindowState, item: Item, folderId: string): Result<MappingSample, MappingFault> {
  const bytes = bytesOf(state, item);
  const guessed = guessFile(bytes);
  if ('refused' in guessed) return fail('not-rows');
  const { rows, dialect, ...guess } = guessed;
  const { encoding, guessed: isGuessed } = decodeText(bytes);
  const current = state.mappings?.[folderId] ?? null;
  return ok({
    itemId: item.id,
    name: item.name,
    dialect,
    encoding: dialect === null ? null : { name: encoding, guessed: isGuessed },
    rows: rows.slice(0, ROWS_SHOWN).map(({ line, cells }) => ({ line, cells: [...cells] })),
    rowCount: rows.length,
    guess: { ...guess, open: [...guess.open] },
    proposed: proposedBy(guessed),
    current,
    differences: current === null ? [] : fitsMapping(rows, current.mapping, dialect).map((one) => ({ ...one })),
  });
}

/** What nobody knows is filled in by the first possibility. */
function proposedBy(guess: GuessedFile): EntriesMapping {
  const first: MappedSource[] = [{ from: 'column', column: 1 }];
  const constant = (text: string): MappedSource[] => [{ from: 'constant', text }];
  const { sources } = guess;
  const typed = {
    ...(sources.date === undefined ? { date: first } : {}),
    ...(sources.account === undefined ? { account: first } : {}),
    ...(sources.journal === undefined ? { journal: constant('OD') } : {}),
    ...(sources.reference === undefined ? { reference: constant('-') } : {}),
  };
  const amounts = guess.amounts ?? { value: { form: 'signed', amount: { column: 1 }, positive: 'debit' }, certainty: 'unsure' };
  const [decimal, dates] = [
    guess.decimal.length === 0 ? ([','] as const) : guess.decimal,
    guess.dates.length === 0 ? (['dd/mm/yyyy'] as const) : guess.dates,
  ];
  const mapping = guessedMapping({ ...guess, amounts, decimal, dates }, guess.dialect, typed);
  if (mapping === null) throw new Error('a guess that is no mapping');
  return mapping;
}

function triedOf(reading: EntriesReading & { readonly differences: readonly { readonly kind: string }[] }): MappingTried {
  const { lines, errors, warnings } = reading;
  const sum = (side: 'debit' | 'credit'): number => lines.reduce((total, { line }) => total + line[side].cents, 0);
  return {
    lines: lines.length,
    debitCents: sum('debit'),
    creditCents: sum('credit'),
    errors: { count: errors.length, first: errors.slice(0, 100).map((fault) => ({ ...fault })) },
    warnings: { count: warnings.length, first: warnings.slice(0, 100).map((fault) => ({ ...fault })) },
    leftOut: warnings.filter(({ kind }) => kind === 'analytical-row').length,
    first: lines.slice(0, LINES_SHOWN).map(({ line }) => canonicalText([line])),
    differences: reading.differences.map((one) => ({ ...one })),
  };
}

/** As the engine reads it again: it is asked about, or has errors. */
function readBy(mapping: EntriesMapping, state: WindowState, item: Item): Item {
  const reading = readMappedFile(bytesOf(state, item), mapping);
  if ('refused' in reading) return item;
  const { lines, debitCents, creditCents, errors, warnings } = triedOf(reading);
  const stateSince = state.overview.now;
  if (errors.count > 0) {
    const problem = { kind: 'entries', errors: errors.count, faults: errors.first } as const;
    return { ...item, state: { kind: 'unfit', by: 'intray', problem }, stateSince };
  }
  const question = { kind: 'entries', lines, debitCents, creditCents, warnings: warnings.count } as const;
  return { ...item, state: { kind: 'held', question }, stateSince };
}
