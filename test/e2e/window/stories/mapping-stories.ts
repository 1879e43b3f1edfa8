import { readFileSync } from 'node:fs';
import { inspectEntries } from '#electron/intake/inspect/entries-file.ts';
import { guessFile, mappingSha256, readFolderFile } from '#electron/intake/inspect/mapped-file.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { entriesMisfitSchema } from '#shared/domain/item/entries-schemas.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { guessedMapping } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { HOUR_MS, MINUTE_MS, plus } from '#shared/lib/duration.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { accepted, storyItem, unfit } from './story-items.ts';

const FILES = `${import.meta.dirname}/../../../entries/open`;
export const CORRECTED_NAMES = { accepted: 'Paie janvier 2026.csv', refused: 'Paie décembre 2025.csv' } as const;
export const MAPPED_NAMES = { first: 'Paie mars 2026.csv', other: 'Ventes mars 2026.csv', misfit: 'Paie avril 2026.csv' } as const;
/** Its cells hold account and third party. */
export const SEVERAL_NAME = 'Export GnuCash 2026.csv';

/** Files of Paheko and Dolibarr under the names of a small firm; the last one with other headings, as after a new version of its program. */
function bytesOf(name: string): Uint8Array {
  if (name === MAPPED_NAMES.other) return readFileSync(`${FILES}/dolibarr/agiris.csv`);
  if (name === SEVERAL_NAME) return readFileSync(`${FILES}/gnucash/simple-fr.csv`);
  const first = readFileSync(`${FILES}/paheko/export-full.csv`);
  if (name !== MAPPED_NAMES.misfit) return first;
  return Buffer.from(first.toString().replace('"Numéro compte"', '"N° de compte"').replace('"Type","Statut"', '"Statut","Type"'));
}

const more = { importType: 'entries', mediaType: null };
const earlier = { name: 'Paie février 2026.csv', agoMs: 30 * HOUR_MS, state: accepted(60), more };

/** What a user said about the first file. */
export function firstMapping(): EntriesMapping {
  const guess = guessFile(bytesOf(MAPPED_NAMES.first));
  if ('refused' in guess) throw new Error(guess.refused);
  const mapping = guessedMapping(guess, guess.dialect, { journal: [{ from: 'constant', text: 'PAIE' }] });
  if (mapping === null) throw new Error('no mapping');
  return mapping;
}

/** What a user says once the sides turn out to be swapped; four lines have no number of a document. */
export function correctedMapping(): EntriesMapping {
  const first = firstMapping();
  const reference = [...first.sources.reference, { from: 'pattern', pattern: 'PAIE {yyyy-mm}' } as const];
  return { ...first, sources: { ...first.sources, reference } };
}

type Shown = (items: readonly Item[]) => WindowState;

const needs = (name: string, minutes: number) =>
  ({ name, agoMs: minutes * MINUTE_MS, state: unfit({ kind: 'no-entries', why: 'needs-mapping' }), more }) as const;

/** A file as it was sent, read by this mapping. */
function sentBy(
  mapping: EntriesMapping,
  { name, at, state }: { readonly name: string; readonly at: number; readonly state: object },
): Item {
  const { inspected } = inspectEntries({ name, bytes: bytesOf(name), contentSha256: '', as: { mapping, choice: null } });
  if (inspected.kind !== 'fit') throw new Error(`${name} cannot be sent`);
  return storyItem(at, { name, agoMs: (at - 40) * HOUR_MS, state, more: { ...more, entries: inspected.entries } });
}

/** A folder of entries: two files whose columns nobody has explained; and one that does not fit what was said about those before. */
export function mappingStories(shown: Shown, folder: Pick<Folder, 'id' | 'importType' | 'path'>) {
  const withFolder = (state: WindowState, entries: Partial<Folder>): WindowState => {
    const folders = state.overview.folders.flatMap((one, at) => (at === 0 ? [one, { ...one, ...folder, ...entries }] : [one]));
    const entriesOf = ({ name }: Item) => ({ name, bytes: bytesOf(name) });
    return { ...state, entriesFile: bytesOf, entriesOf, overview: { ...state.overview, folders } };
  };
  return {
    'columns without a meaning': (): WindowState => {
      const items = [needs(MAPPED_NAMES.first, 3), needs(MAPPED_NAMES.other, 4)].map((one, at) => storyItem(61 + at, one));
      return withFolder(shown(items), {});
    },
    'cells with several things': (): WindowState => withFolder(shown([storyItem(68, needs(SEVERAL_NAME, 3))]), {}),
    'columns corrected since': (): WindowState => {
      // The sides were swapped when it was sent.
      const right = correctedMapping();
      if (right.amounts.form !== 'two') throw new Error('it has two columns of amounts');
      const wrong: EntriesMapping = { ...right, amounts: { ...right.amounts, debit: right.amounts.credit, credit: right.amounts.debit } };
      const of = (name: string, at: number, state: object) => sentBy(wrong, { name, at, state });
      const items = [
        of(CORRECTED_NAMES.accepted, 64, accepted(64)),
        of(CORRECTED_NAMES.refused, 65, { ...accepted(65), kind: 'refused', reason: 'Débit et crédit sont inversés.' }),
      ];
      const mapping = { version: 2, sha256: mappingSha256(right), madeAt: plus(shown([]).overview.now, -HOUR_MS) };
      return { ...withFolder(shown(items), { entries: { mapping, byItself: null } }), mappings: [wrong, right] };
    },
    'columns that do not fit': (): WindowState => {
      const mapping = firstMapping();
      const sha256 = mappingSha256(mapping);
      const reading = readFolderFile({ name: MAPPED_NAMES.misfit, bytes: bytesOf(MAPPED_NAMES.misfit) }, mapping);
      if (!('misfits' in reading)) throw new Error('it fits');
      const problem = { kind: 'entries-misfit', differences: reading.misfits.map((one) => entriesMisfitSchema.parse(one)) };
      const misfit = { name: MAPPED_NAMES.misfit, agoMs: 2 * MINUTE_MS, state: unfit(problem), more };
      const state = shown([misfit, earlier].map((one, at) => storyItem(66 + at, one)));
      const { now } = state.overview;
      const entries = { mapping: { version: 2, sha256, madeAt: plus(now, -48 * HOUR_MS) }, byItself: { mappingSha256: sha256 } };
      return { ...withFolder(state, { entries }), mappings: [mapping] };
    },
  };
}
