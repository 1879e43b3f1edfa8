import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Announced } from './finish-announcement.ts';
import { isPlainName } from './plain-name.ts';

/** The announcement of each system, and the packages that it may name. electron-updater asks for these names. */
const SYSTEMS = {
  linux: { announcement: 'latest-linux.yml', packages: /\.(AppImage|deb)$/ },
  mac: { announcement: 'latest-mac.yml', packages: /\.(zip|dmg)$/ },
  windows: { announcement: 'latest.yml', packages: /\.exe$/ },
} as const;
export type FeedSystem = keyof typeof SYSTEMS;
export const FEED_SYSTEMS = Object.keys(SYSTEMS) as readonly FeedSystem[];

export type FeedFolder = {
  /** Every file, by its plain name. */
  readonly names: readonly string[];
  /** The announcement of each system that was asked for. */
  readonly announcements: readonly { readonly system: FeedSystem; readonly name: string }[];
  readonly bytesOf: (name: string) => Buffer;
  /** Whether the folder has exactly this package. */
  readonly isThere: (file: Announced) => boolean;
  /** Whether a package of this name is one for that system. */
  readonly isFor: (system: FeedSystem, url: string) => boolean;
};

/** Announcements and packages together; a feed of a hundred files has been put together by somebody else. */
const FILES_MAX = 100;

/**
 * A folder with the files of a feed. Throws a sentence if something lies there that is no plain file, has a name that another system would read
 * differently, or is an announcement that was not asked for; and if one that was asked for is missing.
 */
export function feedFolder(folder: string, systems: readonly FeedSystem[] | 'those that are there'): FeedFolder {
  const names = readdirSync(folder);
  if (names.length > FILES_MAX) throw new Error(`${folder} has ${names.length} files, and a feed ${FILES_MAX} at most`);
  for (const name of names) {
    if (!isPlainName(name)) throw new Error(`${JSON.stringify(name)} is no name of a file of a feed`);
    if (!lstatSync(join(folder, name)).isFile()) throw new Error(`${name} is a link or a folder, and no file`);
  }
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new Error('two files differ by upper and lower case alone: some servers would take one for the other');
  const wanted =
    systems === 'those that are there' ? FEED_SYSTEMS.filter((system) => names.includes(SYSTEMS[system].announcement)) : systems;
  const announcements = wanted.map((system) => ({ system, name: SYSTEMS[system].announcement }));
  const odd = names.find((name) => /^latest.*\.ya?ml$/i.test(name) && !announcements.some((one) => one.name === name));
  if (odd !== undefined) throw new Error(`${odd} lies there and is no announcement of ours`);
  const missing = announcements.find(({ name }) => !names.includes(name));
  if (missing !== undefined) throw new Error(`${missing.name} is not there`);
  if (announcements.length === 0) throw new Error(`no latest*.yml in ${folder}`);
  const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));
  const isThere = ({ url, size, sha512 }: Announced): boolean => {
    if (!names.includes(url) || lstatSync(join(folder, url)).size !== size) return false;
    return createHash('sha512').update(bytesOf(url)).digest('base64') === sha512;
  };
  return { names, announcements, bytesOf, isThere, isFor: (system, url) => isPlainName(url) && SYSTEMS[system].packages.test(url) };
}
