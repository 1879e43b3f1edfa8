import { posix, win32 } from 'node:path';
import process from 'node:process';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type WindowsPlace, windowsPlace } from '#shared/lib/windows-place.ts';

export type CleanPlaces = {
  /** The path as it is stored: absolute, without `..` and without a trailing separator. On failure nothing at that path may be touched. */
  clean(path: string, knownHost?: string): Result<string, FolderFault>;
  /** The user chose this path in the system's own dialog, which has accessed it already. */
  chose(path: string): void;
  /** The parent folder; null at the root. */
  above(path: string): string | null;
};

export type CleanPlacesDeps = {
  readonly store: { folders(): readonly Folder[] };
  readonly home: string;
  /** Where this installation's own files are. */
  readonly profile: string;
  /** The system's folder dialog; null where there is none. */
  readonly chooseFolder: (() => Promise<string | null>) | null;
  /** Whose paths these are; by default this system's. */
  readonly platform?: NodeJS.Platform | undefined;
};

/** A user uses a handful of computers; beyond this number the question is asked again. */
const KNOWN_MAX = 100;

/**
 * Every path from outside goes through here before a disk is asked about it. On Windows, merely checking whether a path exists
 * signs the user in to the computer that it names, so such a path needs their consent first (ADR-51).
 */
export function cleanPlaces({ store, home, profile, chooseFolder, platform = process.platform }: CleanPlacesDeps): CleanPlaces {
  const paths = platform === 'win32' ? win32 : posix;
  const told = new Set<string>();
  const tell = (host: string): void => {
    if (told.size >= KNOWN_MAX) told.clear();
    told.add(host);
  };
  const isKnown = (host: string): boolean =>
    told.has(host) || [home, profile, ...store.folders().map(({ path }) => path)].some((path) => hostOf(windowsPlace(path)) === host);
  const tidied = (path: string): string => {
    const clean = paths.normalize(path);
    return clean.length > 1 && clean.endsWith(paths.sep) && paths.dirname(clean) !== clean ? clean.slice(0, -1) : clean;
  };
  return {
    clean: (path, knownHost) => {
      if (!paths.isAbsolute(path) || path.includes('\0')) return fail({ kind: 'not-there' });
      if (platform !== 'win32') return ok(tidied(path));
      const place = windowsPlace(path);
      if (place.kind === 'none') return fail({ kind: 'not-a-place' });
      const host = hostOf(place);
      if (host === null || isKnown(host)) return ok(tidied(place.path));
      // With a system dialog consent comes only from there: a compromised window must not be able to give it.
      if (chooseFolder !== null) return fail({ kind: 'remote-place', host, consent: 'dialog' });
      if (knownHost?.toLowerCase() !== host) return fail({ kind: 'remote-place', host, consent: 'call' });
      tell(host);
      return ok(tidied(place.path));
    },
    chose: (path) => {
      const host = platform === 'win32' ? hostOf(windowsPlace(path)) : null;
      if (host !== null) tell(host);
    },
    above: (path) => {
      const above = paths.dirname(path);
      return above === path ? null : above;
    },
  };
}

function hostOf(place: WindowsPlace): string | null {
  return place.kind === 'remote' ? place.host : null;
}
