import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import type { FileStat } from '#shared/ports/files.ts';
import { readdir, readFile } from 'node:fs/promises';
import { isWithin } from '#shared/node/is-inside.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const TOOL_MS_MAX = 5_000;
const PRINTED_BYTES_MAX = 1_000_000;

/** Runs a tool by its full path, without a shell; returns its output. */
const runTool: RunTool = async (program, args) => {
  const options = { timeout: TOOL_MS_MAX, maxBuffer: PRINTED_BYTES_MAX, windowsHide: true };
  return (await runFile(program, [...args], options)).stdout;
};

export type PlaceholdersDeps = SyncRootsDeps & { readonly run: RunTool; readonly nowMs: () => number };

type Candidate = { readonly name: string; readonly stat: Pick<FileStat, 'bytes' | 'changedAt' | 'noBlocks'> };
type Kept = { readonly mark: string; readonly isOne: boolean; readonly untilMs: number };

/** How long an attribute or a sync root is trusted; a file fetched meanwhile has blocks, and is not asked about. */
const TRUST_MS = 10 * 60_000;
/** Limit of files asked about per period, since a look must end. The others count as placeholders until their turn. */
const ASKED_MAX = 400;
const ASKED_WITHIN_MS = 25_000;
const KEPT_MAX = 100_000;

/**
 * The only module that decides which files have their content in the cloud only (ADR-36): by the attribute from the system's own tool; if
 * that says nothing, by a file without blocks in a folder that is known to be synced; never by missing blocks alone.
 */
export class Placeholders {
  readonly #by: PlaceholdersDeps;
  readonly #files = new Map<string, Kept>();
  #asked = { files: 0, fromMs: Number.NEGATIVE_INFINITY };
  readonly #roots = new Map<string, { readonly isOne: boolean; readonly untilMs: number }>();

  constructor(deps: PlaceholdersDeps) {
    this.#by = deps;
  }

  async isOne(path: string, stat: Candidate['stat']): Promise<boolean> {
    if (!stat.noBlocks) return false;
    return (await this.among(dirname(path), [{ name: basename(path), stat }])).size > 0;
  }

  /** Names of the files whose content would have to be fetched. */
  async among(folder: string, files: readonly Candidate[]): Promise<ReadonlySet<string>> {
    const { platform } = this.#by;
    const candidates = files.filter(({ stat }) => stat.noBlocks);
    if (candidates.length === 0) return new Set();
    const isRoot = await this.#isInRoot(folder);
    // On Windows the tool's silence proves nothing, so in a sync root it is not asked.
    const isToolAsked = platform === 'darwin' || (platform === 'win32' && !isRoot);
    if (!isToolAsked) return new Set(isRoot ? candidates.map(({ name }) => name) : []);
    return this.#byAttribute(folder, candidates, isRoot);
  }

  async #byAttribute(folder: string, candidates: readonly Candidate[], isRoot: boolean): Promise<ReadonlySet<string>> {
    const { platform, environment, run, nowMs } = this.#by;
    const unknown = candidates.filter((one) => this.#kept(folder, one) === undefined);
    const asked = unknown.slice(0, this.#mayAsk());
    this.#asked.files += asked.length;
    const paths = asked.map(({ name }) => join(folder, name));
    const told = await cloudAttributes(paths, { platform, systemRoot: environment['SystemRoot'] ?? 'C:\\Windows', run });
    if (this.#files.size + asked.length > KEPT_MAX) this.#files.clear();
    for (const [at, one] of asked.entries()) {
      const attribute = told[at] ?? null;
      const isOne = attribute === null ? isRoot : attribute === 'cloud';
      this.#files.set(join(folder, one.name), { mark: markOf(one), isOne, untilMs: nowMs() + TRUST_MS });
    }
    return new Set(candidates.filter((one) => this.#kept(folder, one)?.isOne ?? true).map(({ name }) => name));
  }

  #mayAsk(): number {
    const nowMs = this.#by.nowMs();
    if (nowMs - this.#asked.fromMs > ASKED_WITHIN_MS) this.#asked = { files: 0, fromMs: nowMs };
    return ASKED_MAX - this.#asked.files;
  }

  #kept(folder: string, one: Candidate): Kept | undefined {
    const kept = this.#files.get(join(folder, one.name));
    return kept !== undefined && kept.mark === markOf(one) && this.#by.nowMs() < kept.untilMs ? kept : undefined;
  }

  async #isInRoot(folder: string): Promise<boolean> {
    const kept = this.#roots.get(folder);
    if (kept !== undefined && this.#by.nowMs() < kept.untilMs) return kept.isOne;
    const isOne = await isInSyncRoot(folder, this.#by);
    if (this.#roots.size >= KEPT_MAX) this.#roots.clear();
    this.#roots.set(folder, { isOne, untilMs: this.#by.nowMs() + TRUST_MS });
    return isOne;
  }
}

/** Changes if another file takes the name, or if an attribute changes. */
function markOf({ stat }: Candidate): string {
  return `${stat.bytes}/${stat.changedAt}`;
}

/** For this computer. */
export const systemPlaceholders = new Placeholders({
  platform: process.platform,
  home: homedir(),
  environment: process.env,
  run: runTool,
  nowMs: () => performance.now(),
});

type SyncRootsDeps = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Maximum of parent folders examined. */
const PARENTS_MAX = 16;
/** Files that Nextcloud, ownCloud and Dropbox keep at the top of a synced folder. */
const MARKS = /^(?:\._?sync_[0-9a-f]+\.db|\.csync_journal\.db|\.(?:owncloud|nextcloud)sync\.log|\.dropbox\.cache)$/i;

/** Whether a cloud program is known to sync this folder. */
async function isInSyncRoot(folder: string, of: SyncRootsDeps): Promise<boolean> {
  const named = [...namedRoots(of), ...(await dropboxRoots(of))];
  if (named.some((root) => isWithin(folder, root))) return true;
  let at = folder;
  for (let parents = 0; parents < PARENTS_MAX && at !== of.home && at !== dirname(at); parents += 1) {
    if (await isMarked(at)) return true;
    at = dirname(at);
  }
  return false;
}

/** Sync roots with known locations. */
export function namedRoots({ platform, home, environment }: SyncRootsDeps): readonly string[] {
  const { OneDrive, OneDriveConsumer, OneDriveCommercial } = environment;
  if (platform === 'win32') {
    return [OneDrive, OneDriveConsumer, OneDriveCommercial, join(home, 'iCloudDrive')].flatMap((root) =>
      root === undefined || root === '' ? [] : [root],
    );
  }
  // The first is iCloud's; since macOS 12.3 the second has those of all other providers.
  return platform === 'darwin' ? [join(home, 'Library', 'Mobile Documents'), join(home, 'Library', 'CloudStorage')] : [];
}

/** Roots that Dropbox records in its `info.json`. */
async function dropboxRoots({ platform, home, environment }: SyncRootsDeps): Promise<readonly string[]> {
  const { APPDATA, LOCALAPPDATA } = environment;
  const places = platform === 'win32' ? [APPDATA, LOCALAPPDATA].map((at) => at && join(at, 'Dropbox')) : [join(home, '.dropbox')];
  const roots: string[] = [];
  for (const place of places) {
    if (place === undefined || place === '') continue;
    try {
      roots.push(...readDropboxInfo(await readFile(join(place, 'info.json'), 'utf8')));
    } catch {
      // Dropbox is not installed, or its file is not readable.
    }
  }
  return roots;
}

/** `{"personal": {"path": "/home/anne/Dropbox", …}, "business": {…}}` */
export function readDropboxInfo(text: string): readonly string[] {
  const info: unknown = JSON.parse(text);
  if (typeof info !== 'object' || info === null) return [];
  return Object.values(info).flatMap((account: unknown) =>
    typeof account === 'object' && account !== null && 'path' in account && typeof account.path === 'string' ? [account.path] : [],
  );
}

async function isMarked(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => MARKS.test(name));
  } catch {
    return false;
  }
}

/** Answer of the system's own tool for a file: `cloud`: its content is only there, `here`: it is not, null: unknown. */
type CloudAttribute = 'cloud' | 'here' | null;
export type RunTool = (program: string, args: readonly string[]) => Promise<string>;

/** Paths that fit into one command line. */
const MAC_AT_ONCE = 100;
/** `attrib` takes one path, and some hundredths of a second. */
const WINDOWS_AT_ONCE = 4;

/** In the order of `paths`. Reads only attributes, which fetches nothing. After a failure the tool is not asked about the rest. */
async function cloudAttributes(
  paths: readonly string[],
  { platform, systemRoot, run: tool }: { readonly platform: NodeJS.Platform; readonly systemRoot: string; readonly run: RunTool },
): Promise<readonly CloudAttribute[]> {
  if (platform === 'darwin') {
    return inBatches(paths, MAC_AT_ONCE, async (some) => readStatFlags(await tool('/usr/bin/stat', ['-f', '%Sf', ...some]), some.length));
  }
  if (platform !== 'win32') return paths.map(() => null);
  const attrib = join(systemRoot, 'System32', 'attrib.exe');
  return inBatches(paths, WINDOWS_AT_ONCE, (some) => Promise.all(some.map(async (path) => readAttrib(await tool(attrib, [path])))));
}

async function inBatches<T>(
  paths: readonly string[],
  most: number,
  ask: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<readonly (T | null)[]> {
  const answers: (T | null)[] = paths.map(() => null);
  try {
    for (let at = 0; at < paths.length; at += most) answers.splice(at, most, ...(await ask(paths.slice(at, at + most))));
  } catch {
    // The tool is missing, failed, or timed out.
  }
  return answers;
}

/** macOS, `stat -f %Sf`: a line per file, such as `compressed,dataless`, or `-`. Every placeholder has `dataless`. */
export function readStatFlags(printed: string, files: number): readonly CloudAttribute[] {
  const lines = printed.split('\n').slice(0, -1);
  // A file that vanished meanwhile has no line, so lines and files can no longer be matched.
  if (lines.length !== files) return Array.from({ length: files }, () => null);
  return lines.map((line) => (line.split(',').includes('dataless') ? 'cloud' : 'here'));
}

/**
 * Windows, `attrib`: letters, then the path. `O` is an offline file, `U` one to be online only, `P` one to be kept on this device; a file
 * without local content that has any of them is in the cloud. There is no letter for "recall on data access", so their absence proves
 * nothing.
 */
export function readAttrib(printed: string): CloudAttribute {
  const letters = /^([A-Z ]*?)(?:[A-Za-z]:\\|\\\\)/.exec(printed)?.[1];
  return letters !== undefined && /[OPU]/.test(letters) ? 'cloud' : null;
}
