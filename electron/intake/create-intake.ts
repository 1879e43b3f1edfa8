import { StopSource } from '#shared/async/stop-source.ts';
import { Semaphore } from '#shared/async/semaphore.ts';
import { Emitter } from '#shared/async/emitter.ts';
import type { Folder, Watching } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { AsItIs, Unfinished } from '#shared/domain/folder/unfinished.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { World } from '#shared/ports/world.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import type { EnqueueDeps } from './take-up.ts';
import type { SharedFolderDeps } from './folder/folder-deps.ts';
import type { FoldersPassedOver } from './folder/folder-identity-check.ts';
import { FolderIntake } from './folder/folder-intake.ts';
import { RereadMeter } from './folder/sweep.ts';
import type { IntakeStore } from './store.ts';
import { type IgnoredMisplaced, type MisplacedFile, MisplacedFiles } from './misplaced/misplaced-files.ts';

/** Every doorbell may be lost, so each folder is swept at least this often. */
const SWEEP_EVERY_MS = 30 * SECOND_MS;
/** Parallel fetches would make a slow line slower, and the cloud provider's own program shows the user one file at a time. */
const FETCHED_AT_ONCE = 1;
/** Concurrent reads per folder. The limit is per folder, so that hanging reads in one do not stop the others. */
const READ_AT_ONCE = 4;

export type IntakeDeps = {
  readonly world: Pick<World, 'clock' | 'files' | 'log'>;
  readonly store: IntakeStore;
  readonly reader: FileReader;
  /** Where the copies of what is found go. While it has no capacity files wait to be taken up; they are found all the same. */
  readonly copies: CopiesAhead;
  /** After the commit of each file that was taken up. */
  readonly enqueued: EnqueueDeps['enqueued'];
  readonly sweepEveryMs?: number;
  /** The user's home folder, which contains files of all kinds. */
  readonly home?: string;
};

export type Intake = {
  /** Starts a loop for every folder. */
  start(): void;
  /** Ends all loops; resolves when none of them will access the journal again. */
  close(): Promise<void>;
  /** Sweeps every folder now; starts loops for added folders. The loop of a removed folder ends itself. */
  lookAgain(): void;
  /** How Intray currently learns of new files in this folder. */
  watching(folderId: FolderId): Watching;
  /** Sub-folders that the last sweep of this folder did not enter. */
  passedOver(folderId: FolderId): FoldersPassedOver;
  /** Files beside the watched folders that were probably meant for one of them. */
  misplaced(): readonly MisplacedFile[];
  /** How many of those the user ignores, by the folder in which they are. */
  ignoredMisplaced(): readonly IgnoredMisplaced[];
  /** The user ignores those in this folder; returns their number. Null when there are none. */
  ignoreMisplaced(path: string): Promise<number | null>;
  /** The user takes that back; returns how many there were. */
  askAboutMisplaced(path: string): Promise<number>;
  /** The window is about to put a whole file there. */
  putWhole(folderId: FolderId, relativePath: string): void;
  /** Files that are being written, not complete, or in the cloud only, by folder; from memory, and only folders that have some. */
  unfinished(): readonly Unfinished[];
  /** Takes up one of the unfinished files as it is. Null when the path is not one of them. */
  sendAsItIs(folderId: FolderId, relativePath: string): Promise<AsItIs | null>;
  /** Fetches and sends the files in the cloud that wait for the user's decision; returns their number. Null when the folder is not watched. */
  fetchFromCloud(folderId: FolderId): number | null;
  /** Rings when `watching`, `passedOver`, `misplaced`, `ignoredMisplaced` or `unfinished` changes. Returns the unsubscribe function. */
  onChange(ring: () => void): () => void;
};

/** From the watched folders to items in the journal. */
export function createIntake({ world, sweepEveryMs = SWEEP_EVERY_MS, home = '/', ...deps }: IntakeDeps): Intake {
  const { store } = deps;
  const { clock, files, log } = world;
  const stopping = new StopSource();
  const loops = new Map<FolderId, { readonly intake: FolderIntake; readonly ended: Promise<void> }>();
  const { emit: changed, subscribe } = new Emitter();
  const folders = (): readonly Folder[] => store.folders();
  const beside = new MisplacedFiles({ clock, files, log, stop: stopping, everyMs: sweepEveryMs, home, folders, store, changed });
  let besideEnded: Promise<void> = Promise.resolve();
  let started = false;
  const fetches = new Semaphore(FETCHED_AT_ONCE);
  const own = { fetches, meter: new RereadMeter(), sweepEveryMs, listening: changed, stop: stopping };
  const by: SharedFolderDeps = { clock, files, log, ...deps, ...own };
  const begin = (id: FolderId): void => {
    const intake = new FolderIntake(id, { ...by, reads: new Semaphore(READ_AT_ONCE) });
    // A loop ends when its folder is off the list. Deleting it lets a folder that is put back get a new one.
    const ended = intake.run().finally(() => loops.delete(id));
    loops.set(id, { intake, ended });
  };
  const look = (): void => {
    if (!started || stopping.aborted) return;
    beside.lookAgain();
    for (const { intake } of loops.values()) intake.lookAgain();
    for (const { id } of store.folders()) if (!loops.has(id)) begin(id);
  };

  return {
    start: () => {
      started = true;
      besideEnded = beside.run();
      look();
    },
    close: async () => {
      stopping.abort();
      await Promise.all([besideEnded, ...Array.from(loops.values(), ({ ended }) => ended)]);
    },
    lookAgain: look,
    watching: (folderId) => loops.get(folderId)?.intake.watching ?? 'events',
    passedOver: (folderId) => loops.get(folderId)?.intake.passedOver ?? { tooDeep: null, linked: null },
    misplaced: () => beside.misplaced,
    ignoredMisplaced: () => beside.ignored,
    ignoreMisplaced: async (path) => beside.ignore(path),
    askAboutMisplaced: async (path) => beside.askAgain(path),
    putWhole: (folderId, relativePath) => loops.get(folderId)?.intake.arrivals.putWhole(relativePath),
    unfinished: () => Array.from(loops.values(), ({ intake }) => intake.unfinished).filter(isSome),
    sendAsItIs: async (folderId, relativePath) => (await loops.get(folderId)?.intake.sendAsItIs(relativePath)) ?? null,
    fetchFromCloud: (folderId) => loops.get(folderId)?.intake.fetchHeld() ?? null,
    onChange: subscribe,
  };
}

function isSome({ files, inCloud }: Unfinished): boolean {
  return files.length > 0 || inCloud !== undefined;
}
