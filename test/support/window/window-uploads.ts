import { implement } from '@orpc/server';
import { basename } from 'node:path';
import { sampleDocument } from '#electron/upload-from-window/sample-document.ts';
import { accepted, createWindowUploads } from '#electron/upload-from-window/create-window-uploads.ts';
import type { SaidOfFile } from '#electron/upload-from-window/store.ts';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { WindowUploadFault } from '#shared/app-api/window-upload.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { itemSchema } from '#shared/domain/item/item.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { WindowState } from './window-state.ts';

const TIMES = { modifiedAt: wallMs(0), changedAt: wallMs(0) };
const FOLDER = { kind: 'folder', bytes: 0, ...TIMES, identity: { volume: 'v', inode: '1' }, inode: 1, noBlocks: false } as const;

/** The engine's own way of accepting a file, into a made-up folder; an accepted file is in the list at once. */
export function windowUploadAnswers({ state, ring }: { readonly state: WindowState; readonly ring: () => void }) {
  const api = implement(appContract).windowUploads;
  const windowUploads = storyWindowUploads(state, ring);
  return {
    begin: api.begin.handler(async ({ input }) => {
      if (state.windowUpload === 'slow') await new Promise<never>(() => undefined);
      return windowUploads.begin(input);
    }),
    piece: api.piece.handler(({ input }) => windowUploads.piece(input)),
    end: api.end.handler(
      async ({ input }): Promise<Result<{ readonly folderId: Folder['id']; readonly name: string }, WindowUploadFault>> => {
        if (typeof state.windowUpload !== 'object') return windowUploads.end(input);
        windowUploads.stop(input);
        return fail(state.windowUpload);
      },
    ),
    sample: api.sample.handler(({ input }) => windowUploads.sample(input)),
    stop: api.stop.handler(({ input }) => windowUploads.stop(input)),
  };
}

function storyWindowUploads(state: WindowState, ring: () => void) {
  const expected = new Map<string, SaidOfFile>();
  const present = ({ path }: Folder): boolean =>
    state.overview.folders.some((folder) => folder.path === path && folder.state === 'present');
  const gone: FileFault = { kind: 'gone', code: 'ENOENT' };
  let last = { name: '', sha256: '' };
  return createWindowUploads({
    clock: nodeClock(),
    random: nodeRandom(),
    files: {
      stat: async (path) => (present({ path } as Folder) ? ok(FOLDER) : fail(gone)),
      writeBeside: async (path) => {
        const name = basename(path);
        if (state.items.some((item) => item.name === name)) return ok('taken');
        last = { ...last, name };
        return ok('written');
      },
    },
    store: {
      folders: () => state.overview.folders,
      item: (itemId) => state.items.find(({ id }) => id === itemId) ?? null,
      folderOf: (item) => state.overview.folders.find(({ importType }) => importType === item.importType) ?? null,
      lying: ({ sha256 }) => state.items.find((item) => item.sha256 === sha256)?.id ?? null,
      hasLeft: () => state.notesAreLate === true,
      keep: ({ sha256 }, said) => (expected.set(sha256, said), () => void expected.delete(sha256)),
    },
    inspect: async ({ name, bytes, importType }) => {
      const seen = accepted(inspect({ name, bytes, size: bytes.byteLength, importType }, nodeSha256), importType);
      if (seen.ok) last = { name, sha256: seen.value.sha256 };
      return seen;
    },
    isLeftAlone: (name) => isIgnored(name, 'file'),
    sample: () =>
      state.settings.service?.test === true ? sampleDocument(languageOf(state.settings.language, 'en'), state.overview.now) : null,
    writes: () => undefined,
    wrote: (folder) => {
      const { corrects: replaces, note, by } = expected.get(last.sha256) ?? { corrects: null, note: null, by: null };
      const comment = note ?? undefined;
      state.items = [
        itemOf(state, folder, { ...last, replaces, comment, ...(by === null ? {} : { givenBy: by }) }),
        ...state.items.map((item) => replacedIf(item.id === replaces, item)),
      ];
      const { counts } = state.overview;
      state.overview = { ...state.overview, counts: { ...counts, waiting: counts.waiting + 1 } };
      ring();
    },
  });
}

function replacedIf(isIt: boolean, item: WindowState['items'][number]): WindowState['items'][number] {
  return isIt && item.state.kind === 'unfit' ? { ...item, state: { kind: 'aside', why: 'replaced' } } : item;
}

function itemOf(
  state: WindowState,
  folder: Folder,
  of: {
    readonly name: string;
    readonly sha256: string;
    readonly replaces: ItemId | null;
    readonly comment: string | undefined;
    readonly givenBy?: string;
  },
) {
  const { now } = state.overview;
  return itemSchema.parse({
    id: nodeRandom().uuid(),
    companyId: folder.companyId,
    importType: folder.importType,
    bytes: 48_211,
    mediaType: 'application/pdf',
    sentName: of.name,
    integrationId: null,
    reference: null,
    resubmission: 0,
    attempts: 0,
    sentElsewhere: false,
    foundAt: now,
    receivedAt: null,
    state: { kind: 'waiting', dueAt: now, last: null },
    stateSince: now,
    ...of,
  });
}
