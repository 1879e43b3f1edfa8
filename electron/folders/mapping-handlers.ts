import { join } from 'node:path';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import { takesEntries } from '#shared/domain/folder/folder-entries.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import { mappedColumns } from '#shared/entries/fit-mapping.ts';
import { type EntriesMapping, entriesMappingSchema } from '#shared/entries/mapping.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileColumns, FileReader, TriedMapping } from '#shared/ports/file-reader.ts';
import type { MappingStore, ToMap } from './store.ts';

export type MappingHandlersDeps = {
  readonly store: Pick<MappingStore, 'mapping' | 'setMapping' | 'stopByItself' | 'toMap'>;
  /** The watched folders. */
  readonly folders: () => readonly Folder[];
  readonly reader: Pick<FileReader, 'read'>;
  /** After a change of how files are read. */
  readonly changed: () => void;
};

export type MappingCalls = Pick<AppHandlers['folders'], 'mapping' | 'mappingSample' | 'tryMapping' | 'setMapping' | 'stopByItself'>;

/** What the columns of a folder's files mean, as a user says it: shown on a real file, tried, then stored. */
export function mappingHandlers(deps: MappingHandlersDeps): MappingCalls {
  const { store, changed } = deps;
  return {
    mappingSample: async ({ folderId, itemId }) => {
      const folder = folderWithEntries(folderId, deps);
      const current = currentIn(folder, deps);
      const read = await readColumns({ folder, itemId, mapping: current?.mapping ?? null }, deps);
      if (!read.ok) return read;
      const { file, columns } = read.value;
      const proposed = entriesMappingSchema.safeParse(columns.proposed);
      if (!proposed.success) return fail('not-rows');
      return ok({
        itemId: file.itemId,
        name: file.name,
        dialect: columns.dialect,
        encoding: columns.encoding,
        rows: columns.rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
        rowCount: columns.rowCount,
        guess: { ...columns.guess, open: [...columns.guess.open] },
        proposed: proposed.data,
        current: current === null ? null : { version: current.version, mapping: current.mapping },
        differences: [...(columns.tried?.differences ?? [])],
      });
    },
    mapping: ({ folderId }) => {
      const folder = folderWithEntries(folderId, deps);
      return folder === null ? fail('not-found') : ok(currentIn(folder, deps));
    },
    tryMapping: async ({ folderId, itemId, mapping }) => {
      const read = await readColumns({ folder: folderWithEntries(folderId, deps), itemId, mapping }, deps);
      if (!read.ok) return read;
      const { tried } = read.value.columns;
      return tried === null ? fail('not-rows') : ok(plainTried(tried));
    },
    setMapping: ({ folderId, mapping, ifVersion }) => {
      if (!isWhole(mapping)) return fail('not-a-mapping');
      const set = store.setMapping(folderId, mapping, ifVersion);
      if (typeof set === 'string') return fail(set);
      changed();
      return ok(set);
    },
    stopByItself: ({ folderId }) => (store.stopByItself(folderId) ? ok({ stopped: true }) : fail({ kind: 'not-found' })),
  };
}

function folderWithEntries(folderId: FolderId, { folders }: MappingHandlersDeps): Folder | null {
  return folders().find((folder) => folder.id === folderId && takesEntries(folder)) ?? null;
}

type Current = { readonly version: number; readonly sha256: string; readonly mapping: EntriesMapping };

/** The folder's mapping as it is now. */
function currentIn(folder: Folder | null, { store }: MappingHandlersDeps): Current | null {
  const used = folder?.entries.mapping ?? null;
  const mapping = used === null ? null : store.mapping(used.sha256);
  return used === null || mapping === null ? null : { version: used.version, sha256: used.sha256, mapping };
}

type Wanted = { readonly folder: Folder | null; readonly itemId: ItemId | undefined; readonly mapping: EntriesMapping | null };
type Read = { readonly file: ToMap; readonly columns: FileColumns };

/** Reads the file where it lies: it is not sent by that. */
async function readColumns(
  { folder, itemId, mapping }: Wanted,
  { store, reader }: MappingHandlersDeps,
): Promise<Result<Read, 'not-found' | 'no-file' | 'not-rows'>> {
  if (folder === null) return fail('not-found');
  const file = store.toMap(folder.id, itemId);
  if (file === null) return fail('no-file');
  const at = { path: join(folder.path, file.relativePath), root: folder.path };
  const read = await reader.read({ ...at, want: 'columns', importType: 'entries', entriesAs: { mapping, choice: null }, copy: null });
  if (!read.ok) return fail('no-file');
  const { columns } = read.value;
  return columns === undefined ? fail('not-rows') : ok({ file, columns });
}

/** Whether it takes nothing from where no file can have it. */
function isWhole(mapping: EntriesMapping): boolean {
  const { headings, headingRow, firstRow } = mapping;
  return (headingRow ?? 0) < firstRow && mappedColumns(mapping).every(({ column }) => column <= headings.length);
}

function plainTried({ errors, warnings, first, differences, ...sums }: TriedMapping) {
  return {
    ...sums,
    errors: { count: errors.count, first: [...errors.first] },
    warnings: { count: warnings.count, first: [...warnings.first] },
    first: [...first],
    differences: [...differences],
  };
}
