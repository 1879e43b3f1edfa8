import { Emitter } from '#shared/async/emitter.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { FileFacts, FileReader } from '#shared/ports/file-reader.ts';
import type { FileFault, Files, Watch, WatchRing } from '#shared/ports/files.ts';
import { type DiskTable, diskTable } from '../platform/volumes/disk-table.ts';
import { type FoundVolume, type Last, VolumeFinder } from '../platform/volumes/volume-finder.ts';
import { EndedChildren } from './ended-children.ts';
import { FileWorker, type WorkerAnswer } from './file-worker.ts';
import { ForeignPlace } from './foreign-place.ts';
import type { Answers, CallName, StartChild } from './questions.ts';
import { spoolFolder } from '../platform/spool-folder.ts';
import { isInside } from '#shared/node/is-inside.ts';
import { nodeFiles } from '../platform/files/node-files.ts';
import { Mutex } from '#shared/async/semaphore.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

export type DisksDeps = {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly profile: string;
  readonly start: StartChild;
  /** By default the system's table. */
  readonly table?: DiskTable;
};

/** The disks of this computer, none of which can block the calling program (docs/decisions/0035). */
export type Disks = {
  readonly files: Files;
  readonly reader: FileReader;
  /** Mount points of the silent places. */
  readonly silent: () => readonly string[];
  /** Rings when a place falls silent, or answers again. */
  onChange(ring: () => void): void;
  /** Ends at once without waiting; open questions are told that no one reads any more. */
  readonly end: () => void;
};

export function openDisks({ clock, log, profile, start, table = diskTable({ clock, profile }) }: DisksDeps): Disks {
  const ended = new EndedChildren();
  const finder = new VolumeFinder({ clock, table, profile });
  const changed = new Emitter();
  const by = { clock, log, ended, onChange: changed.emit };
  // It is asked to read, and to write copies. The process of another place also moves files there, by whatever path a folder was chosen.
  const local = new FileWorker({ ...by, start: () => start({ folder: spoolFolder(profile) }), hangs: 'alone' });
  const places = new Map<string, ForeignPlace>();
  let isEnded = false;
  // One for each mount on which a folder was chosen or looked for.
  const foreign = (name: string): ForeignPlace => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const place = new ForeignPlace({ ...by, start: () => start('anywhere') });
    places.set(name, place);
    if (isEnded) place.end();
    return place;
  };
  const found = { of: finder.of.bind(finder), table, foreign };
  return {
    files: placedFiles(found),
    reader: placedReader({ ...found, local }),
    silent: () => Array.from(places).flatMap(([name, place]) => (place.isSilent ? [name] : [])),
    onChange: changed.subscribe,
    end: () => {
      isEnded = true;
      local.end();
      for (const place of places.values()) place.end();
    },
  };
}

type PlacedFilesDeps = {
  readonly of: VolumeFinder['of'];
  readonly table: DiskTable;
  readonly foreign: (place: string) => Pick<ForeignPlace, 'ask' | 'watch' | 'unwatch'>;
};

/** The disk as a port: local disks are called directly, every other one through the process of its place. */
function placedFiles(deps: PlacedFilesDeps): Files {
  const here = nodeFiles({
    others: () => deps.table.points(),
    mayFollow: async (link) => (await deps.of(link, 'follow')).place === null,
  });
  const below = (path: string): readonly string[] => [...deps.table.points()].filter((point) => isInside(point, path));
  const { routed, orNull } = routes({ ...deps, here, below });
  return {
    stat: routed('stat', 'keep'),
    realPath: routed('realPath', 'follow'),
    list: async (path) => {
      const placed = await deps.of(path, 'follow');
      // With links resolved, since mount points are known without links.
      if (placed.place === null) return here.list(placed.path);
      const asked = { kind: 'call', name: 'list', args: [placed.path], others: below(placed.path) } as const;
      return toldResult(await deps.foreign(placed.place).ask(asked)) as Answers['list'];
    },
    read: routed('read', 'keep'),
    writeDurably: routed('writeDurably', 'keep'),
    writeOver: routed('writeOver', 'keep'),
    readPart: routed('readPart', 'keep'),
    remove: routed('remove', 'keep'),
    moveWithoutReplacing: routed('moveWithoutReplacing', 'keep', ({ from }) => from),
    writeBeside: routed('writeBeside', 'keep'),
    makeFolder: routed('makeFolder', 'follow'),
    findMount: orNull('findMount'),
    room: orNull('room'),
    watch: (path, ring) =>
      new PlacedWatch(ring, {
        placeOf: () => deps.of(path, 'follow'),
        onTable: (again) => deps.table.onChange(again),
        here: (at, tell: WatchRing) => here.watch(at, tell),
        foreign: deps.foreign,
        below,
      }),
  };
}

type Routes = PlacedFilesDeps & { readonly here: Files; readonly below: (path: string) => readonly string[] };

function routes({ of, foreign, here, below }: Routes) {
  type Orderly = Exclude<CallName, 'findMount' | 'room'>;
  const routed =
    <Name extends Orderly>(name: Name, last: Last, at: (...args: Parameters<Files[Name]>) => string = pathIn) =>
    async (...args: Parameters<Files[Name]>): Promise<Answers[Name]> => {
      const path = at(...args);
      const { place } = await of(path, last);
      if (place === null) return (here[name] as (...all: typeof args) => Promise<Answers[Name]>)(...args);
      return toldResult(await foreign(place).ask({ kind: 'call', name, args, others: below(path) })) as Answers[Name];
    };
  /** Routes the calls that report no failure: null if the place does not answer. */
  const orNull =
    <Name extends 'findMount' | 'room'>(name: Name) =>
    async (path: string): Promise<Answers[Name] | null> => {
      const { place } = await of(path, 'follow');
      if (place === null) return (here[name] as (asked: string) => Promise<Answers[Name]>)(path);
      const told = await foreign(place).ask({ kind: 'call', name, args: [path], others: [] });
      return told.kind === 'answer' ? (told.answer as Answers[Name]) : null;
    };
  return { routed, orNull };
}

function pathIn(...args: readonly unknown[]): string {
  return String(args[0]);
}

type PlacedWatchDeps = {
  readonly placeOf: () => Promise<FoundVolume>;
  readonly onTable: (again: () => void) => () => void;
  readonly here: (path: string, ring: WatchRing) => Watch;
  readonly foreign: (place: string) => Pick<ForeignPlace, 'watch' | 'unwatch'>;
  /** Mount points of other disks below a folder. */
  readonly below: (path: string) => readonly string[];
};

let watches = 0;

/** Watches a folder at its current place, and moves the watch when another disk is mounted there. */
class PlacedWatch implements Watch {
  readonly #ring: WatchRing;
  readonly #by: PlacedWatchDeps;
  #at: FoundVolume | null = null;
  #stop: (() => void | Promise<void>) | null = null;
  readonly #turns = new Mutex();
  readonly #offTable: () => void;
  #isClosed = false;

  constructor(ring: WatchRing, deps: PlacedWatchDeps) {
    this.#ring = ring;
    this.#by = deps;
    this.#offTable = deps.onTable(() => this.#placeAgain());
    this.#placeAgain();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#offTable();
    await this.#turns.run(() => this.#stop?.());
  }

  #placeAgain(): void {
    if (!this.#isClosed) void this.#turns.run(() => this.#place());
  }

  async #place(): Promise<void> {
    const at = await this.#by.placeOf();
    if (this.#isClosed || (this.#at?.place === at.place && this.#at.path === at.path)) return;
    await this.#stop?.();
    this.#at = at;
    this.#stop = this.#begin(at);
  }

  #begin({ place, path }: FoundVolume): () => void | Promise<void> {
    const { here, foreign, below } = this.#by;
    if (place === null) {
      const watch = here(path, this.#ring);
      return () => watch.close();
    }
    watches += 1;
    const number = watches;
    foreign(place).watch(number, { path, others: below(path), ring: this.#ring });
    return () => foreign(place).unwatch(number);
  }
}

type PlacedReaderDeps = {
  readonly of: VolumeFinder['of'];
  readonly foreign: (place: string) => Pick<ForeignPlace, 'ask'>;
  readonly local: Pick<FileWorker, 'ask' | 'ready'>;
};

/** Reads each file in the process of its place; all local disks share one. */
function placedReader({ of: placeOf, foreign, local }: PlacedReaderDeps): FileReader {
  return {
    ready: () => local.ready(),
    read: async (of) => {
      const { place } = await placeOf(of.path, 'keep');
      const told = await (place === null ? local : foreign(place)).ask({ kind: 'read', of });
      // The answer comes from the other half of this same version.
      return toldResult(told) as Result<FileFacts, FileFault>;
    },
  };
}

export function toldResult(told: WorkerAnswer): unknown {
  switch (told.kind) {
    case 'answer':
      return told.answer;
    case 'silent':
      return fail<FileFault>({ kind: 'silent', code: 'NO_ANSWER' });
    case 'ended':
      return fail<FileFault>({ kind: 'other', code: 'READER_ENDED' });
    default:
      return unreachable(told);
  }
}
