import { lstatSync } from 'node:fs';
import { stat as followLink, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { wallMs } from '#shared/lib/duration.ts';
import type { FileEntry, FileStat, Special } from '#shared/ports/files.ts';
import { fromDisk, isDoubtful, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fastStat, fileStat } from './file-stat.ts';
import { isLocal } from '../volumes/mount-table.ts';
import { type Placeholders, systemPlaceholders } from '../cloud/placeholders.ts';
import { stubOf } from '#shared/domain/folder/stub-of.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { nodeClock } from '#shared/node/clock.ts';

/** Entries per turn, about 2 ms, so that other work on the event loop goes on. */
const STRETCH = 512;
/** All folders share the few threads of the pool: a hanging share must not take them all. */
const ASKED_AT_ONCE = 2;

/** `others`: mount points of other disks; even a stat of such a point may hang. `goesOn`: called from time to time during a long listing. */
export type ListFolderDeps = {
  readonly others?: () => ReadonlySet<string>;
  readonly goesOn?: () => void;
  readonly placeholders?: Placeholders;
  /** Whether the target of a link may be called from this process: its disk may hang. By default every target may. */
  readonly mayFollow?: (link: string) => Promise<boolean>;
};

/** Lists one level of a folder without following links. Entries that vanish meanwhile, or may not be read, are left out. */
export async function listFolder(
  path: string,
  { others, goesOn, placeholders = systemPlaceholders, mayFollow }: ListFolderDeps = {},
): Promise<readonly FileEntry[]> {
  const all = await namesIn(path);
  const elsewhere = namesBelow(path, others?.() ?? NONE);
  const [names, begun] = elsewhere.size === 0 ? [all, []] : parted(all, (name) => !elsewhere.has(name));
  const entries = (await isLocal(path)) ? await askedHere(path, names) : await askedByPool(path, names, goesOn);
  const here = await specials(path, entries, { placeholders, mayFollow });
  return begun.length === 0 ? here : [...here, ...begun.map((name) => ({ name, stat: UNASKED, special: null }))];
}

const NONE: ReadonlySet<string> = new Set();
/** Stands for the mount point of another disk, which is not called. */
const UNASKED: FileStat = {
  kind: 'folder',
  bytes: 0,
  modifiedAt: wallMs(0),
  changedAt: wallMs(0),
  identity: { volume: '', inode: '' },
  inode: 0,
  noBlocks: false,
};

/** Names of those places that are directly in this folder. */
function namesBelow(path: string, places: ReadonlySet<string>): ReadonlySet<string> {
  const folder = resolve(path);
  return new Set(Array.from(places).flatMap((place) => (dirname(place) === folder ? [basename(place)] : [])));
}

function parted(names: readonly string[], isHere: (name: string) => boolean): readonly [readonly string[], readonly string[]] {
  return [names.filter(isHere), names.filter((name) => !isHere(name))];
}

/** Reads names as text, which is faster, and again as bytes if a name is not valid text. */
async function namesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(toDisk(path));
  return names.some(isDoubtful) ? (await readdir(toDisk(path), { encoding: 'buffer' })).map(fromDisk) : names;
}

async function askedHere(path: string, names: readonly string[]): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  const below = path.endsWith(sep) ? path : path + sep;
  let asked = 0;
  for (const name of names) {
    asked += 1;
    if (asked % STRETCH === 0) await new Promise((goOn) => setImmediate(goOn));
    const stat = askedNow(below + name);
    if (stat !== null) entries.push({ name, stat, special: null });
  }
  return entries;
}

function askedNow(place: string): FileStat | null {
  const path = toDisk(place);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const fast = fastStat(stats);
  if (fast !== null) return fast;
  const exact = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return exact === undefined ? null : fileStat(exact);
}

async function askedByPool(path: string, names: readonly string[], goesOn?: () => void): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  const left = names.values();
  const ask = async (): Promise<void> => {
    for (const name of left) {
      if (entries.length % STRETCH === 0) goesOn?.();
      try {
        entries.push({ name, stat: fileStat(await lstat(toDisk(join(path, name)), { bigint: true })), special: null });
      } catch (error) {
        const { kind } = fileFault(error);
        if (kind === 'unreachable') throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  return entries;
}

type SpecialsDeps = {
  readonly placeholders: Pick<Placeholders, 'among'>;
  /** Whether the target of this link may be called from this process; by default every target may. */
  readonly mayFollow?: ((link: string) => Promise<boolean>) | undefined;
};

/** Adds to the entries of a folder what their stat does not show: placeholders, stubs, and links to folders. Opens and fetches nothing. */
async function specials(
  folder: string,
  entries: readonly FileEntry[],
  { placeholders, mayFollow }: SpecialsDeps,
): Promise<readonly FileEntry[]> {
  const candidates = entries.filter(({ stat }) => stat.noBlocks);
  const inCloud = candidates.length === 0 ? NONE : await placeholders.among(folder, candidates);
  const found = new Map<FileEntry, Special>();
  for (const entry of entries) {
    const special = entry.stat.kind === 'link' ? await readLink(folder, entry, mayFollow) : cloudOf(entry, inCloud);
    if (special !== null) found.set(entry, special);
  }
  // Special entries are rare, so a list without any is returned unchanged.
  return found.size === 0 ? entries : entries.map((entry) => ({ ...entry, special: found.get(entry) ?? null }));
}

async function readLink(folder: string, { name, stat }: FileEntry, mayFollow: SpecialsDeps['mayFollow']): Promise<Special | null> {
  const link = join(folder, name);
  return (await mayFollow?.(link)) !== false && (await leadsToFolder(link, stat.changedAt)) ? 'folder-link' : null;
}

function cloudOf({ name, stat: { kind, bytes } }: FileEntry, inCloud: ReadonlySet<string>): Special | null {
  if (kind !== 'file') return null;
  if (inCloud.has(name)) return 'placeholder';
  return stubOf(name, bytes) === null ? null : 'stub';
}

/** A disk that is available answers within this time; one that sleeps is asked again at a later look. */
const ANSWER_WITHIN_MS = 1_000;
const TRUST_MS = 60_000;
/** More links than the folders of one office have. */
const KEPT_MAX = 1_024;

const clock = nodeClock();
const kept = new Map<string, { readonly changedAt: number; readonly isFolder: boolean; readonly untilMs: number }>();
/** True while a target does not answer, as on a hanging share: it ties up one thread of the pool, and no other target is asked meanwhile. */
let hangs = false;

/** Whether a link is known to lead to a folder. `changedAt`: of the link itself. False too if its target does not answer. */
async function leadsToFolder(link: string, changedAt: number): Promise<boolean> {
  const before = kept.get(link);
  if (before !== undefined && before.changedAt === changedAt && performance.now() < before.untilMs) return before.isFolder;
  if (hangs) return false;
  hangs = true;
  const asked = followLink(toDisk(link)).then(
    (target) => target.isDirectory(),
    () => false,
  );
  const answered = asked.finally(() => {
    hangs = false;
  });
  const isFolder = await withTimeout(answered, { clock, withinMs: ANSWER_WITHIN_MS, late: () => null });
  if (isFolder === null) return false;
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(link, { changedAt, isFolder, untilMs: performance.now() + TRUST_MS });
  return isFolder;
}
