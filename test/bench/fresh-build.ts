import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/headless/main.js';
/** What the built host and window are made of; `build/headless.mjs` starts the sources if one of the first four is newer. */
const MADE_OF = ['electron', 'shared', 'vite.config.ts', 'package-lock.json', 'renderer'];

/** Whether what is built is older than its sources. The host would then start from its sources: that takes three times as long, and no user starts it so. */
export function isBuildStale(): boolean {
  return !existsSync(BUILT) || newest(MADE_OF) > statSync(BUILT).mtimeMs;
}

/** Builds what is to be measured, unless that is there already. False if it cannot be built. */
export function buildIfStale(): boolean {
  if (!isBuildStale()) return true;
  process.stderr.write('building …\n');
  return spawnSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function newest(places: readonly string[]): number {
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)) : [place],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
