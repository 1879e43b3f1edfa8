import { readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { isWithin } from '#shared/node/is-inside.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { fromDisk, toDisk } from '../files/disk-path.ts';
import type { DiskTable } from './disk-table.ts';

/** `place`: where a disk begins that may hang, and on which the path lies; null on a local one. `path`: without the links on the way there. */
export type FoundVolume = { readonly place: string | null; readonly path: string };

/** `follow`: what the path leads to. `keep`: the last name itself, be it a link. */
export type Last = 'follow' | 'keep';

export type VolumeFinderDeps = { readonly clock: Pick<Clock, 'monotonicMs'>; readonly table: DiskTable; readonly profile: string };

/** Links on one path; the system's own limit. */
const LINKS_MAX = 40;
/** A person chooses a handful of folders, with some thousands below them. */
const KEPT_MAX = 4_096;
const TRUST_MS = 5_000;

/**
 * Finds which place a path lies on: links are read one by one, and only on local disks, so that nothing is asked of a disk that may hang.
 */
export class VolumeFinder {
  readonly #by: VolumeFinderDeps;
  readonly #folders = new Map<string, { readonly placed: FoundVolume; readonly untilMs: number }>();

  constructor(by: VolumeFinderDeps) {
    this.#by = by;
    by.table.onChange(() => this.#folders.clear());
  }

  async of(path: string, last: Last): Promise<FoundVolume> {
    const { profile } = this.#by;
    // Our own files: without their disk nothing goes on.
    if (isWithin(path, profile)) return { place: null, path };
    if (last === 'follow') return this.#folder(path);
    const above = dirname(path);
    if (above === path) return this.#here(path);
    const folder = await this.#folder(above);
    const itself = join(folder.path, path.slice(above.length));
    return folder.place === null ? this.#here(itself) : { place: folder.place, path: itself };
  }

  #here(path: string): FoundVolume {
    return { place: this.#by.table.foreign(path), path };
  }

  async #folder(path: string): Promise<FoundVolume> {
    const { clock, table } = this.#by;
    // Read again if it is old, so that what is kept is of the newest.
    table.points();
    const kept = this.#folders.get(path);
    if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.placed;
    const placed = await this.#walk(path);
    if (this.#folders.size >= KEPT_MAX) this.#folders.clear();
    this.#folders.set(path, { placed, untilMs: clock.monotonicMs() + TRUST_MS });
    return placed;
  }

  async #walk(path: string): Promise<FoundVolume> {
    const todo = namesOf(path);
    let at = parse(path).root;
    let links = 0;
    const start = this.#here(at);
    if (start.place !== null) return { place: start.place, path };
    for (let name = todo.shift(); name !== undefined; name = todo.shift()) {
      const next = name === '..' ? dirname(at) : join(at, name);
      const { place } = this.#here(next);
      if (place !== null) return { place, path: join(next, ...todo) };
      const link = name === '..' ? 'none' : await linkAt(next);
      if (link === 'gone') return { place: null, path: join(next, ...todo) };
      if (link === 'none') {
        at = next;
        continue;
      }
      links += 1;
      // Whoever is asked for it says so too.
      if (links > LINKS_MAX) return { place: null, path };
      if (isAbsolute(link.to)) at = parse(link.to).root;
      const root = this.#here(at);
      if (root.place !== null) return { place: root.place, path: join(link.to, ...todo) };
      todo.unshift(...namesOf(link.to));
    }
    return { place: null, path: at };
  }
}

function namesOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep === '\\' ? /[\\/]/ : '/')
    .filter((name) => name !== '' && name !== '.');
}

async function linkAt(path: string): Promise<{ readonly to: string } | 'none' | 'gone'> {
  try {
    return { to: fromDisk(await readlink(toDisk(path), 'buffer')) };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'none';
  }
}
