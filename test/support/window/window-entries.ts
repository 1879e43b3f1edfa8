import { implement } from '@orpc/server';
import { type EntriesPreview, previewHead, previewPieces } from '#electron/delivery/read-entries.ts';
import { type EntriesFile, inspectEntries, previewEntries } from '#electron/intake/inspect/entries-file.ts';
import { mappingSha256 } from '#electron/intake/inspect/mapped-file.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { mayAllowEntries } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { overlap } from '#shared/entries/overlap.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EntriesPreviewed } from '#shared/ports/file-reader.ts';
import type { Story, StoryEntries, WindowState } from './window-state.ts';

/** The lines of a file of entries, read by the readers that the engine has, and a consent that is held against them. */
export function entriesAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const pieces = previewPieces(async ({ itemId }) => shownOf(state, itemId));
  return {
    entriesPreview: api.entriesPreview.handler(({ input, signal }) => pieces(input, signal)),
    allowEntries: api.allowEntries.handler(({ input }) => {
      const { item, file } = fileOf(state, input.itemId);
      if (item === undefined || file === null || !mayAllowEntries(item)) return { became: 'not-asked' };
      if (file.became !== undefined) return { became: file.became };
      const { byItself = false, twice = false, choice, linesSha256 } = input;
      const mapping = mappingOf(state, item)?.mapping ?? null;
      const { inspected } = inspectEntries({ ...file, contentSha256: item.sha256 ?? '', as: { mapping, choice } });
      if (inspected.kind !== 'fit' || inspected.entries === undefined) return { became: 'unreadable' };
      const { entries: as, lineKeys = new Uint8Array() } = inspected;
      if (as.lines === 0) return { became: 'nothing-left' };
      if (as.linesSha256 !== linesSha256) return { became: 'changed' };
      if (!twice && overlap(sentKeys(file), lineKeys).repeated.length > 0) return { became: 'repeats' };
      state.items = state.items.map((one) =>
        one === item ? advance(item, { kind: 'entries-allowed', as }, state.overview.now).item : one,
      );
      state.consents = [...(state.consents ?? []), { name: item.name, lines: as.lines, linesSha256, choice, byItself, twice }];
      ring();
      return { became: 'allowed' };
    }),
  };
}

type Found = { readonly item: Item | undefined; readonly file: StoryEntries | null };

function fileOf({ items, entriesOf }: WindowState, itemId: string): Found {
  const item = items.find(({ id }) => id === itemId);
  return { item, file: item === undefined ? null : (entriesOf?.(item) ?? null) };
}

function shownOf(state: WindowState, itemId: string): Result<EntriesPreview, BytesFault> {
  const { item, file } = fileOf(state, itemId);
  if (item === undefined) return fail('not-found');
  if (file === null || file.fault !== undefined) return fail(file?.fault ?? 'gone');
  const mapping = mappingOf(state, item);
  const preview = previewedOf(file, { choice: item.entries?.choice ?? null, mapping: mapping?.mapping ?? null });
  const { repeated, sentBefore, otherDates } = overlap(sentKeys(file), preview.lineKeys ?? new Uint8Array());
  const known = { repeated, sentBefore, otherDates: otherDates.map((at) => ({ at, sentDate: null })) };
  const folders = state.overview.folders.filter(({ companyId, importType }) => importType === 'entries' && companyId === item.companyId);
  return ok({ head: { ...previewHead(preview, { overlap: known, folders, mapping }), ...file.head }, text: preview.text });
}

/** By which it was read; versions count all mappings that there ever were. */
function mappingOf({ mappings = [] }: WindowState, { entries }: Item) {
  const at = mappings.findIndex((one) => mappingSha256(one) === entries?.mappingSha256);
  const mapping = mappings[at];
  return mapping === undefined ? null : { version: at + 1, sha256: mappingSha256(mapping), mapping };
}

function sentKeys({ sent = [] }: StoryEntries): readonly Uint8Array[] {
  return sent.map((file) => previewedOf(file).lineKeys ?? new Uint8Array());
}

/** A large file is read once. */
const read = new WeakMap<StoryEntries, EntriesPreviewed>();

function previewedOf(file: StoryEntries, as: NonNullable<EntriesFile['as']> = { mapping: null, choice: null }): EntriesPreviewed {
  const isPlain = as.mapping === null && as.choice === null;
  const preview = (isPlain ? read.get(file) : undefined) ?? previewEntries({ ...file, as });
  if (preview === null) throw new Error(`no line of ${file.name} can be read`);
  if (isPlain) read.set(file, preview);
  return preview;
}
