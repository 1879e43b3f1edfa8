import { implement } from '@orpc/server';
import type { MappingStore } from '#electron/folders/store.ts';
import { mappingHandlers } from '#electron/folders/mapping-handlers.ts';
import { inspectEntries } from '#electron/intake/inspect/entries-file.ts';
import { fileColumns } from '#electron/intake/inspect/file-columns.ts';
import { mappingSha256 } from '#electron/intake/inspect/mapped-file.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { FolderEntries } from '#shared/domain/folder/folder-entries.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { askedAbout } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Story, WindowState } from './window-state.ts';

/** The calls about the mapping of a folder: the engine's own handlers and readers, on the story's files and in place of a journal. */
export function mappingAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).folders;
  const folders = () => state.overview.folders;
  const calls = mappingHandlers({ store: storeOf({ state, ring }), reader: readerOf(state), folders, changed: ring });
  return {
    mapping: api.mapping.handler(({ input }) => calls.mapping(input)),
    mappingSample: api.mappingSample.handler(({ input }) => calls.mappingSample(input)),
    tryMapping: api.tryMapping.handler(({ input }) => calls.tryMapping(input)),
    setMapping: api.setMapping.handler(({ input }) => calls.setMapping(input)),
    stopByItself: api.stopByItself.handler(({ input }) => calls.stopByItself(input)),
  };
}

function storeOf({ state, ring }: Pick<Story, 'state' | 'ring'>): Pick<MappingStore, 'mapping' | 'setMapping' | 'stopByItself' | 'toMap'> {
  const entriesOf = (folderId: FolderId) => state.overview.folders.find(({ id }) => id === folderId)?.entries ?? null;
  const set = (folderId: FolderId, change: Partial<FolderEntries>): void => {
    const folders = state.overview.folders.map((one) => (one.id === folderId ? { ...one, entries: { ...one.entries, ...change } } : one));
    state.overview = { ...state.overview, folders };
  };
  return {
    mapping: (sha256) => state.mappings?.find((one) => mappingSha256(one) === sha256) ?? null,
    setMapping: (folderId, mapping, ifVersion) => {
      const before = entriesOf(folderId)?.mapping?.version ?? null;
      if (before !== ifVersion) return 'stale';
      const [version, sha256] = [(before ?? 0) + 1, mappingSha256(mapping)];
      state.mappings = [...(state.mappings ?? []), mapping];
      set(folderId, { mapping: { version, sha256, madeAt: state.overview.now }, byItself: null });
      const again = state.items.filter(isOfRows);
      state.items = state.items.map((item) => (again.includes(item) ? readAnew(item, mapping, state) : item));
      return { version, sha256, readAgain: again.length };
    },
    stopByItself: (folderId) => {
      set(folderId, { byItself: null });
      ring();
      return true;
    },
    toMap: (_, itemId) => {
      const item = state.items.find((one) => (itemId === undefined ? isOfRows(one) : one.id === itemId));
      return item === undefined ? null : { itemId: item.id, name: item.name, relativePath: item.name };
    },
  };
}

/** Whether its columns need a meaning, or were given one and nothing of it was sent. */
function isOfRows({ importType, state }: Item): boolean {
  if (importType !== 'entries') return false;
  if (state.kind === 'held') return state.question.kind === 'entries';
  if (state.kind !== 'unfit') return false;
  const { problem } = state;
  return problem.kind === 'entries-misfit' || (problem.kind === 'no-entries' && problem.why === 'needs-mapping');
}

function bytesOf({ entriesFile }: WindowState, name: string): Uint8Array {
  return entriesFile?.(name) ?? new Uint8Array();
}

/** Only the columns of a file are asked for. */
function readerOf(state: WindowState): Pick<FileReader, 'read'> {
  return {
    read: async ({ path, root, entriesAs }) => {
      const name = path.slice(root.length + 1);
      const columns = fileColumns({ name, bytes: bytesOf(state, name) }, entriesAs?.mapping ?? null);
      const stat = { bytes: 0, modifiedAt: wallMs(0), changedAt: wallMs(0), inode: 1 };
      const facts = { stat, sha256: null, inspected: null, asItIs: null, copied: { kind: 'none' } } as const;
      return ok(columns === null ? facts : { ...facts, columns });
    },
  };
}

function readAnew(item: Item, mapping: EntriesMapping, state: WindowState): Item {
  const { name } = item;
  const file = { name, bytes: bytesOf(state, name), contentSha256: 'a'.repeat(64), as: { mapping, choice: null } };
  const { inspected } = inspectEntries(file);
  const stateSince = state.overview.now;
  if (inspected.kind === 'unfit') return { ...item, state: { kind: 'unfit', by: 'intray', problem: inspected.problem }, stateSince };
  const entries = inspected.kind === 'fit' ? inspected.entries : undefined;
  return entries === undefined ? item : { ...item, entries, state: askedAbout(entries), stateSince };
}
