import { implement } from '@orpc/server';
import { type EntriesPreview, previewHead, type PreviewOf, previewPieces } from '#electron/delivery/read-entries.ts';
import { type EntriesFile, inspectEntries, previewEntries } from '#electron/intake/inspect/entries-file.ts';
import { mappingSha256 } from '#electron/intake/inspect/mapped-file.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { mayAllowEntries, mayBookTwice, maySendCorrected } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { overlap } from '#shared/entries/overlap.ts';
import { DAY_MS, plus } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EntriesPreviewed } from '#shared/ports/file-reader.ts';
import type { Story, StoryEntries, WindowState } from './window-state.ts';

/** The lines of a file of entries, read by the readers that the engine has, and a consent that is held against them. */
export function entriesAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const pieces = previewPieces(async (of) => shownOf(state, of));
  return {
    entriesPreview: api.entriesPreview.handler(({ input, signal }) => pieces(input, signal)),
    allowEntries: api.allowEntries.handler(({ input }) => {
      const { item, file } = fileOf(state, input.itemId);
      if (item === undefined || file === null || !(mayAllowEntries(item) || mayBookTwice(item))) return { became: 'not-asked' };
      if (file.became !== undefined) return { became: file.became };
      const { byItself = false, twice = false, choice, linesSha256 } = input;
      const mapping = (mayBookTwice(item) ? mappingNow(state, item) : mappingOf(state, item))?.mapping ?? null;
      const { inspected } = inspectEntries({ ...file, contentSha256: item.sha256 ?? '', as: { mapping, choice } });
      if (inspected.kind !== 'fit' || inspected.entries === undefined) return { became: 'unreadable' };
      const { entries: as, lineKeys = new Uint8Array() } = inspected;
      if (as.lines === 0) return { became: 'nothing-left' };
      if (as.linesSha256 !== linesSha256) return { became: 'changed' };
      if (!twice && mayBookTwice(item)) return { became: 'repeats' };
      if (!twice && overlap(sentKeys(file), lineKeys).repeated.length > 0) return { became: 'repeats' };
      const again = { kind: 'entries-again', as, resubmission: item.resubmission + 1 } as const;
      const happening = mayBookTwice(item) ? again : ({ kind: 'entries-allowed', as } as const);
      state.items = state.items.map((one) => (one === item ? advance(item, happening, state.overview.now).item : one));
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

function shownOf(state: WindowState, { itemId, anew = false }: PreviewOf): Result<EntriesPreview, BytesFault> {
  const { item, file } = fileOf(state, itemId);
  if (item === undefined) return fail('not-found');
  if (file === null || file.fault !== undefined) return fail(file?.fault ?? 'gone');
  const isAnew = anew && mayBookTwice(item);
  const mapping = isAnew ? mappingNow(state, item) : mappingOf(state, item);
  const preview = previewedOf(file, { choice: isAnew ? null : (item.entries?.choice ?? null), mapping: mapping?.mapping ?? null });
  if (preview === null) return fail('damaged');
  const { repeated, sentBefore, otherDates } = overlap(sentKeys(file), preview.lineKeys ?? new Uint8Array());
  const known = { repeated, sentBefore, otherDates: otherDates.map((at) => ({ at, sentAt: plus(state.overview.now, -30 * DAY_MS) })) };
  const folders = state.overview.folders.filter(({ companyId, importType }) => importType === 'entries' && companyId === item.companyId);
  return ok({ head: { ...previewHead(preview, { overlap: known, folders, mapping }), ...file.head }, text: preview.text });
}

/** By which it was read; versions count all mappings that there ever were. */
function mappingOf(state: WindowState, { entries }: Pick<Item, 'entries'>) {
  return numbered(state, entries?.mappingSha256);
}

/** By which it would be read now. */
function mappingNow(state: WindowState, { companyId, importType, entries }: Item) {
  const own = state.overview.folders.find((folder) => folder.companyId === companyId && folder.importType === importType);
  return numbered(state, own?.entries.mapping?.sha256 ?? entries?.mappingSha256);
}

/** Whether that is another one than the one by which it was sent. */
export function isCorrected(state: WindowState, item: Item): boolean {
  return maySendCorrected(item) && item.entries?.mappingSha256 != null && mappingNow(state, item)?.sha256 !== item.entries.mappingSha256;
}

function numbered({ mappings = [] }: WindowState, sha256: string | null | undefined) {
  const at = mappings.findIndex((one) => mappingSha256(one) === sha256);
  const mapping = mappings[at];
  return mapping === undefined ? null : { version: at + 1, sha256: mappingSha256(mapping), mapping };
}

function sentKeys({ sent = [] }: StoryEntries): readonly Uint8Array[] {
  return sent.map((file) => previewedOf(file)?.lineKeys ?? new Uint8Array());
}

/** A large file is read once. */
const read = new WeakMap<StoryEntries, EntriesPreviewed>();

function previewedOf(file: StoryEntries, as: NonNullable<EntriesFile['as']> = { mapping: null, choice: null }): EntriesPreviewed | null {
  const isPlain = as.mapping === null && as.choice === null;
  const preview = (isPlain ? read.get(file) : undefined) ?? previewEntries({ ...file, as });
  if (isPlain && preview !== null) read.set(file, preview);
  return preview;
}
