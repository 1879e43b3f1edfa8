import process from 'node:process';

/** No permissions for the group or for others. */
const PRIVATE = 0o077;
/** The umask that this program was started with; null while it is still in effect. */
let started: number | null = null;

/** From now on, files that this program creates are readable by its user only, whatever a library forgets to specify. Windows has no umask. */
export function setPrivateUmask(): void {
  started = process.umask(PRIVATE);
}

/**
 * Creates something in a folder of the person's, which colleagues may share, with the program's original umask. `make` must be synchronous,
 * since the umask applies to the whole program.
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
