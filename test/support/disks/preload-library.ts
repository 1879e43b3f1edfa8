import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** Hands the library on to the programs that a preloaded one starts with an environment of a few names. */
export const INHERITED = 'test/faults/disk/inherit-preload.c';

/** Compiles a library that a program loads before all others (`LD_PRELOAD`), into a folder of the test's; returns its path. The first source names it. */
export function preloadLibrary(into: string, ...sources: readonly [string, ...string[]]): string {
  const library = join(into, `${basename(sources[0], '.c')}.so`);
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, ...sources, '-ldl']);
  return library;
}
