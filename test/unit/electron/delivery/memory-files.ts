import { createHash } from 'node:crypto';
import native, { type PlatformPath } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { FileEntry, FileFault, FileRead, Files, FileStat, ReadOptions } from '#shared/ports/files.ts';
import { isRefusedName, isSamePath, pathMap, type PathMap } from '#test/support/disks/path-map.ts';

export type MemoryFiles = Files & {
  readonly all: PathMap<Uint8Array>;
  /** If set, every write of our own fails with it. */
  full: FileFault | null;
  /** Files that are in the cloud only, until they are read with `fetch`. */
  readonly inCloud: PathMap<true>;
  /** Files that another program has open, which Windows lets nobody replace, rename or remove; for this many more attempts. */
  readonly open: PathMap<number>;
  /** The free room that the disk reports. */
  free: number | null;
};

function entriesOf(all: PathMap<Uint8Array>, folder: string, paths: PlatformPath): readonly FileEntry[] {
  const below = [...all].filter(([name]) => isSamePath(paths.dirname(name), all.nameOf(folder), paths));
  return below.map(([name, bytes]) => ({ name: paths.basename(name), stat: stat(bytes), special: null }));
}

type Put = (path: string, bytes: Uint8Array) => Result<null, FileFault>;

function readOf(bytes: Uint8Array, { bytesMax, hashMax = 0, copyLarge }: ReadOptions, put: Put): FileRead {
  if (bytes.byteLength <= bytesMax) return { stat: stat(bytes), bytes };
  if (bytes.byteLength > hashMax) return { stat: stat(bytes), bytes: null };
  const large = { hash: new Uint8Array(createHash('sha256').update(bytes).digest()), head: bytes.subarray(0, 8_192) };
  if (copyLarge === undefined) return { stat: stat(bytes), bytes: null, large };
  const copied = put(copyLarge.path, Buffer.concat([copyLarge.head, bytes]));
  return { stat: stat(bytes), bytes: null, large: { ...large, copyFault: copied.ok ? null : copied.failure } };
}

/** A disk that can be full, and that outlives its users. It has this system's rules for paths, or the given ones. */
export function memoryFiles(paths: PlatformPath = native): MemoryFiles {
  const all = pathMap<Uint8Array>(paths);
  const open = pathMap<number>(paths);
  const isLocked = (path: string): boolean => paths.sep === '\\' && all.has(path) && isOpen(open, path);
  const found = (path: string): Result<Uint8Array, FileFault> => {
    const bytes = all.get(path);
    return bytes === undefined ? fail({ kind: 'gone', code: 'ENOENT' }) : ok(bytes);
  };
  const put = (path: string, bytes: Uint8Array): Result<null, FileFault> => {
    if (isRefusedName(path, paths)) return fail({ kind: 'gone', code: 'ENOENT' });
    if (files.full !== null) return fail(files.full);
    if (isLocked(path)) return fail({ kind: 'denied', code: 'EPERM' });
    all.set(path, bytes);
    return ok(null);
  };
  const files: MemoryFiles = {
    all,
    full: null,
    inCloud: pathMap(paths),
    open,
    free: null,
    stat: async (path) => statOf(found(path)),
    findMount: async () => null,
    room: async () => files.free,
    realPath: async (path) => ok(path),
    list: async (path) => ok(entriesOf(all, path, paths)),
    read: async (path, options) => {
      const bytes = found(path);
      if (!bytes.ok) return bytes;
      if (options.fetch === true) files.inCloud.delete(path);
      if (files.inCloud.has(path)) return fail({ kind: 'in-cloud', code: 'IN_CLOUD' });
      return ok(readOf(bytes.value, options, put));
    },
    writeDurably: async (path, bytes) => put(path, bytes),
    writeOver: async (path, parts) => put(path, over(all.get(path), Buffer.concat(parts))),
    readPart: async (path, from, bytes) => {
      const whole = found(path);
      return whole.ok ? ok(whole.value.slice(from, from + bytes)) : whole;
    },
    remove: async (path) => {
      if (isLocked(path)) return fail({ kind: 'busy', code: 'EBUSY' });
      all.delete(path);
      return ok(null);
    },
    ...inFolders(all, found, isLocked),
    makeFolder: async () => ok(null),
    watch: () => ({ close: async () => undefined }),
  };
  return files;
}

/** Counts one attempt down. */
function isOpen(open: PathMap<number>, path: string): boolean {
  const tries = open.get(path) ?? 0;
  if (tries > 0) open.set(path, tries - 1);
  return tries > 0;
}

/** What a user may choose to have done in their folders. */
function inFolders(
  all: PathMap<Uint8Array>,
  found: (path: string) => Result<Uint8Array, FileFault>,
  isLocked: (path: string) => boolean,
): Pick<Files, 'moveWithoutReplacing' | 'writeBeside'> {
  return {
    moveWithoutReplacing: async ({ from, to, bytes }) => {
      const there = found(from);
      if (!there.ok) return there;
      if (all.has(to)) return ok('taken');
      if (Buffer.compare(there.value, bytes) !== 0) return ok('changed');
      if (isLocked(from)) return fail({ kind: 'busy', code: 'EBUSY' });
      all.delete(from);
      all.set(to, there.value);
      return ok('moved');
    },
    writeBeside: async (path, bytes) => {
      if (all.has(path)) return ok('taken');
      all.set(path, bytes);
      return ok('written');
    },
  };
}

/** If the old content was longer, its end remains. */
function over(before: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  return before === undefined ? bytes : Buffer.concat([bytes, before.subarray(bytes.byteLength)]);
}

function statOf(bytes: Result<Uint8Array, FileFault>): Result<FileStat, FileFault> {
  return bytes.ok ? ok(stat(bytes.value)) : bytes;
}

function stat(bytes: Uint8Array): FileStat {
  const times = { modifiedAt: wallMs(1), changedAt: wallMs(1) };
  return { kind: 'file', bytes: bytes.byteLength, ...times, identity: { volume: 'memory', inode: '1' }, inode: 1, noBlocks: false };
}
