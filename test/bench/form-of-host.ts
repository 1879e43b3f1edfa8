import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/headless/main.js';

/** Which form `build/headless.mjs` starts now, by the same rule: the built one, unless one of its inputs is newer. */
export function formOfHost(): string {
  return existsSync(BUILT) && newest(['electron', 'shared', 'vite.config.ts', 'package-lock.json']) <= statSync(BUILT).mtimeMs
    ? 'as it is shipped, in one file'
    : 'its SOURCES, which a person does not run: npm run build first';
}

function newest(places: readonly string[]): number {
  const files = places.flatMap((place) =>
    statSync(place).isDirectory() ? readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)) : [place],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
