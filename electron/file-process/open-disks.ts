import { Emitter } from '#shared/async/emitter.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { FileReader } from '#shared/ports/file-reader.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log } from '#shared/ports/log.ts';
import { type DiskTable, diskTable } from '../platform/volumes/disk-table.ts';
import { VolumeFinder } from '../platform/volumes/volume-finder.ts';
import { EndedChildren } from './ended-children.ts';
import { FileWorker } from './file-worker.ts';
import { ForeignPlace } from './foreign-place.ts';
import { placedFiles } from './placed-files.ts';
import { placedReader } from './placed-reader.ts';
import type { StartChild } from './questions.ts';
import { spoolFolder } from '../platform/spool-folder.ts';

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
