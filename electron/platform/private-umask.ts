import process from 'node:process';

/** No bit for the group or for others. */
const PRIVATE = 0o077;
/** What this program was started with; null while it still has that one. */
let started: number | null = null;

/** From now on what this program makes is readable by its own user alone, whatever a library forgets to say. Windows has no such thing. */
export function setPrivateUmask(): void {
  started = process.umask(PRIVATE);
}

/**
 * Makes something in a folder of the person's, whose colleagues may share it: with the umask that the program was started with. `make` must not
 * wait for anything, since the umask is one for the whole program.
 */
export function withStartedUmask<T>(make: () => T): T {
  if (started === null) return make();
  process.umask(started);
  try {
    return make();
  } finally {
    process.umask(PRIVATE);
  }
}
