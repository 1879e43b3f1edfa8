import { sep } from 'node:path';
import { concat } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { FileFault, FileRead, Files, Watch, WatchRing } from '#shared/ports/files.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { isRefusedName, liesBelow } from '#test/support/disks/path-map.ts';
import type { Chance } from '../chance.ts';
import { type Life, never, type Room } from '../life.ts';
import type { SimDisk } from './sim-disk.ts';

export type SimFilesOptions = {
  readonly disk: SimDisk;
  readonly life: Life;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly room: Room;
  /** This program may write only under this folder; every other write is noted for invariant 3. */
  readonly own: string;
  readonly name: string;
  /** All doorbells may be switched off: then the sweeps have to be enough. */
  readonly unwatched: boolean;
};

/** The Files port of one simulated computer: the shared disk, with faults by seed, and dead once its program was killed. */
export function simFiles(options: SimFilesOptions): Files {
  const { disk, life, clock, chance, own, name, room } = options;
  const note = (path: string): void => {
    if (path !== own && !liesBelow(path, own)) disk.writes.push({ path, by: name });
  };
  const put = (path: string, bytes: Uint8Array): Result<null, FileFault> => {
    note(path);
    // Written beside the old file, so all the bytes need room.
    const fault = nameFault(path) ?? writeFault(chance) ?? roomFault(room, bytes.byteLength) ?? lockFault(options, path, 'EPERM');
    if (fault) return fail(fault);
    disk.put(path, bytes.slice(), clock.wallMs());
    return ok(null);
  };
  /** A fault leaves the first half of the new bytes, followed by the rest of the old ones. */
  const over = (path: string, bytes: Uint8Array): Result<null, FileFault> => {
    note(path);
    const more = bytes.byteLength - (disk.files.get(path)?.bytes.byteLength ?? 0);
    const fault = writeFault(chance) ?? roomFault(room, more);
    const some = fault ? bytes.slice(0, bytes.byteLength / 2) : bytes;
    const before = disk.files.get(path)?.bytes.subarray(some.byteLength) ?? new Uint8Array();
    disk.put(path, concat([some, before]), clock.wallMs());
    return fault ? fail(fault) : ok(null);
  };
  return {
    stat: (path) => life.step(() => disk.stat(path)),
    ...tellsOf(options),
    list: (path) => life.step(() => (chance.strikes('share-away') ? fail({ kind: 'unreachable', code: 'EIO' }) : disk.list(path))),
    read: (path, { bytesMax, hashMax }) => life.step(() => read(options, path, { bytesMax, hashMax })),
    writeDurably: (path, bytes) => life.step(() => put(path, bytes)),
    writeOver: (path, parts) => life.step(() => over(path, concat(parts))),
    readPart: (path, from, bytes) => life.step(() => readPart(options, path, { from, bytes })),
    remove: (path) => life.step(() => (note(path), remove(options, path))),
    ...chosen(options),
    makeFolder: (path) =>
      life.step(() => {
        note(path);
        const fault = nameFault(path) ?? writeFault(chance);
        if (fault) return fail(fault);
        disk.addFolder(path);
        return ok(null);
      }),
    watch: (path, ring) => watch(options, path, ring),
  };
}

function remove(options: SimFilesOptions, path: string): Result<null, FileFault> {
  if (options.chance.strikes('disk-error')) return fail({ kind: 'other', code: 'EIO' });
  const fault = lockFault(options, path, 'EBUSY');
  if (fault) return fail(fault);
  options.disk.take(path);
  return ok(null);
}

/** What a user may choose to have done in their folders. Each write is recorded for invariant 3. */
function chosen(options: SimFilesOptions): Pick<Files, 'moveWithoutReplacing' | 'writeBeside'> {
  const { disk, life, clock, chance, name } = options;
  return {
    moveWithoutReplacing: ({ from, to, bytes }) =>
      life.step(() => {
        const file = disk.files.get(from);
        if (file === undefined || !disk.stat(from).ok) return fail({ kind: 'gone', code: 'ENOENT' });
        const fault = nameFault(to) ?? writeFault(chance) ?? lockFault(options, from, 'EBUSY');
        if (fault) return fail(fault);
        if (disk.files.has(to)) return ok('taken');
        if (Buffer.compare(file.bytes, bytes) !== 0) return ok('changed');
        disk.tidy({ from, to, by: name });
        return ok('moved');
      }),
    writeBeside: (path, bytes) =>
      life.step(() => {
        if (disk.files.has(path)) return ok('taken');
        const fault = nameFault(path) ?? writeFault(chance);
        if (fault) return fail(fault);
        disk.writes.push({ path, by: name, chosen: { kind: 'note' } });
        disk.put(path, bytes.slice(), clock.wallMs());
        return ok('written');
      }),
  };
}

/**
 * On Windows another program may have exactly this file open: one in which a user uses it, or one that looks into every new file. A file
 * that does not exist is not locked.
 */
function lockFault({ disk, chance }: SimFilesOptions, path: string, code: 'EBUSY' | 'EPERM'): FileFault | null {
  if (sep !== '\\' || !disk.files.has(path)) return null;
  const locked = disk.isLocked(path) || chance.strikes('file-locked');
  return locked ? { kind: code === 'EBUSY' ? 'busy' : 'denied', code } : null;
}

/** The error that libuv gives for a name that Windows does not allow. */
function nameFault(path: string): FileFault | null {
  return isRefusedName(path) ? { kind: 'gone', code: 'ENOENT' } : null;
}

function writeFault(chance: Chance): FileFault | null {
  if (chance.strikes('disk-full')) return { kind: 'full', code: 'ENOSPC' };
  return chance.strikes('disk-error') ? { kind: 'other', code: 'EIO' } : null;
}

/**
 * There are no links, and only birth times tell one disk from another. Asking for the free room is not a step of its own, so that a seed
 * without a full disk plays as it would without the question.
 */
function tellsOf({ disk, life, room }: SimFilesOptions): Pick<Files, 'findMount' | 'realPath' | 'room'> {
  return {
    findMount: async () => null,
    realPath: async (path) => ok(disk.folders.nameOf(path)),
    room: async () => (life.alive ? room.free() : never()),
  };
}

function roomFault(room: Room, bytes: number): FileFault | null {
  return bytes <= 0 || room.takes(bytes) ? null : { kind: 'full', code: 'ENOSPC' };
}

type Limits = { readonly bytesMax: number; readonly hashMax?: number | undefined };

function read({ disk, chance }: SimFilesOptions, path: string, { bytesMax, hashMax = 0 }: Limits): Result<FileRead, FileFault> {
  if (disk.held.has(path) || chance.strikes('file-busy')) return fail({ kind: 'busy', code: 'EBUSY' });
  const stat = disk.stat(path);
  const file = disk.files.get(path);
  if (!stat.ok || !file) return fail({ kind: 'gone', code: 'ENOENT' });
  const { bytes } = file;
  if (bytes.byteLength <= bytesMax) return ok({ stat: stat.value, bytes: bytes.slice() });
  if (bytes.byteLength > hashMax) return ok({ stat: stat.value, bytes: null });
  return ok({ stat: stat.value, bytes: null, large: { hash: nodeSha256([bytes]), head: bytes.slice(0, 8_192) } });
}

type Part = { readonly from: number; readonly bytes: number };

function readPart(options: SimFilesOptions, path: string, { from, bytes }: Part): Result<Uint8Array, FileFault> {
  const whole = read(options, path, { bytesMax: Number.POSITIVE_INFINITY });
  return whole.ok ? ok((whole.value.bytes ?? new Uint8Array()).slice(from, from + bytes)) : whole;
}

function watch({ disk, life, chance, unwatched }: SimFilesOptions, path: string, ring: WatchRing): Watch {
  if (unwatched) return { close: () => Promise.resolve() };
  const stop = disk.watch(path, (rung) => {
    if (life.alive && !chance.strikes('doorbell-lost')) ring(rung);
  });
  return {
    close: () => {
      stop();
      return Promise.resolve();
    },
  };
}
