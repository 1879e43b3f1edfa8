import { isInside } from '#shared/node/is-inside.ts';
import type { Files, WatchRing } from '#shared/ports/files.ts';
import type { DiskTable } from '../platform/volumes/disk-table.ts';
import { nodeFiles } from '../platform/files/node-files.ts';
import type { Last, VolumeFinder } from '../platform/volumes/volume-finder.ts';
import type { ForeignPlace } from './foreign-place.ts';
import { PlacedWatch } from './placed-watch.ts';
import { toldResult } from './placed-reader.ts';
import type { Answers, CallName } from './questions.ts';

export type PlacedFilesDeps = {
  readonly of: VolumeFinder['of'];
  readonly table: DiskTable;
  readonly foreign: (place: string) => Pick<ForeignPlace, 'ask' | 'watch' | 'unwatch'>;
};

/** The disk as a port: local disks are called directly, every other one through the process of its place. */
export function placedFiles(by: PlacedFilesDeps): Files {
  const here = nodeFiles({
    others: () => by.table.points(),
    mayFollow: async (link) => (await by.of(link, 'follow')).place === null,
  });
  const below = (path: string): readonly string[] => [...by.table.points()].filter((point) => isInside(point, path));
  const { routed, orNull } = routes({ ...by, here, below });
  return {
    stat: routed('stat', 'keep'),
    realPath: routed('realPath', 'follow'),
    list: async (path) => {
      const placed = await by.of(path, 'follow');
      // With links resolved, since mount points are known without links.
      if (placed.place === null) return here.list(placed.path);
      const asked = { kind: 'call', name: 'list', args: [placed.path], others: below(placed.path) } as const;
      return toldResult(await by.foreign(placed.place).ask(asked)) as Answers['list'];
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
        placeOf: () => by.of(path, 'follow'),
        onTable: (again) => by.table.onChange(again),
        here: (at, tell: WatchRing) => here.watch(at, tell),
        foreign: by.foreign,
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
