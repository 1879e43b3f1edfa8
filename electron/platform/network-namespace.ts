import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** A program, and the words before those of the program that it becomes. */
export type Launcher = { readonly program: string; readonly words: readonly string[] };

/** By full paths: what a person's PATH names is not asked. The last one is NixOS's. */
const PLACES = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare'];
/** It takes some milliseconds. */
const TRY_MS_MAX = 5_000;

export type NetworkNamespaces = {
  /** Null where there are none, or where the last one could not be made. It is tried once, when it is first asked for. */
  launcher(): Promise<Launcher | null>;
  /** One could not be made after all, as where the system's limit is reached: from now on programs start without, rather than not at all. */
  giveUp(): void;
};

/** Those of this program. `attempt` finds out whether they can be had. */
export function networkNamespaces(attempt: () => Promise<Launcher | null> = tried): NetworkNamespaces {
  let found: Promise<Launcher | null> | null = null;
  return {
    launcher: () => (found ??= attempt()),
    giveUp: () => {
      found = Promise.resolve(null);
    },
  };
}

/**
 * What starts a program in a network namespace of its own, in which there is no network, and then becomes it, so that it keeps its number. Null where an
 * ordinary user may not have one: not on Linux, without `unshare` (util-linux 2.36), in most containers, and where AppArmor forbids it (Ubuntu 24.04).
 */
async function tried(): Promise<Launcher | null> {
  const words = process.platform === 'linux' ? wordsFor() : null;
  const program = words === null ? undefined : PLACES.find((place) => existsSync(place));
  if (words === null || program === undefined) return null;
  return new Promise((resolve) => {
    execFile(program, [...words, program, '--version'], { timeout: TRY_MS_MAX, env: {} }, (error) => {
      resolve(error === null ? { program, words } : null);
    }).unref();
  });
}

/**
 * Within a user namespace the process has the same user and may read the same files. A user with capabilities, such as root, would lose them there,
 * and with them files of other users: it makes a network namespace alone, if it can.
 */
function wordsFor(): readonly string[] | null {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined) return null;
  return hasCapabilities() ? ['--net', '--'] : ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--net', '--'];
}

function hasCapabilities(): boolean {
  try {
    return !/^CapEff:\s*0+$/m.test(readFileSync('/proc/self/status', 'latin1'));
  } catch {
    return true;
  }
}
