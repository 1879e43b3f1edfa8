import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '#shared/node/is-inside.ts';

export type SyncRootsDeps = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Maximum of parent folders examined. */
const PARENTS_MAX = 16;
/** Files that Nextcloud, ownCloud and Dropbox keep at the top of a synced folder. */
const MARKS = /^(?:\._?sync_[0-9a-f]+\.db|\.csync_journal\.db|\.(?:owncloud|nextcloud)sync\.log|\.dropbox\.cache)$/i;

/** Whether a cloud program is known to sync this folder. */
export async function isInSyncRoot(folder: string, of: SyncRootsDeps): Promise<boolean> {
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
