import { readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { isWithin } from '#shared/node/is-inside.ts';
import type { Clock } from '#shared/ports/world.ts';
import { fromDisk, toDisk } from '../files/disk-path.ts';
import type { DiskTable } from './disk-table.ts';

/** `place`: mount point of the disk with the path, if that disk may hang; null on a local one. `path`: with the links on the way resolved. */
export type FoundVolume = { readonly place: string | null; readonly path: string };

/** `follow`: resolve the last name too. `keep`: keep the last name, even if it is a link. */
export type Last = 'follow' | 'keep';

export type VolumeFinderDeps = { readonly clock: Pick<Clock, 'monotonicMs'>; readonly table: DiskTable; readonly profile: string };

/** Maximum of links on one path, as in the system itself. */
const LINKS_MAX = 40;
/** Enough for a handful of chosen folders with some thousands below them. */
const KEPT_MAX = 4_096;
const TRUST_MS = 5_000;

/** Finds the place of a path: it resolves links one by one, and only on local disks, so that it never calls a disk that may hang. */
export class VolumeFinder {
  readonly #by: VolumeFinderDeps;
  readonly #folders = new Map<string, { readonly placed: FoundVolume; readonly untilMs: number }>();

  constructor(deps: VolumeFinderDeps) {
    this.#by = deps;
    deps.table.onChange(() => this.#folders.clear());
  }

  async of(path: string, last: Last): Promise<FoundVolume> {
    const { profile } = this.#by;
    // Intray's own files: without their disk nothing works.
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
    // Refreshes an old table, which clears `#folders` if it changed.
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
      // The call itself will report the loop.
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
