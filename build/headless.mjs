#!/usr/bin/env node
// The headless host as it was built, in one file, which starts in a third of the time and with half of the memory; its sources
// where nothing was built, or where one of them was changed since. Plain JavaScript: stripping types is what a start has no time for.
import { existsSync, readdirSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The engine's own database is Node's, and its sources are run as they are. */
const NODE_MIN = 24;
if (Number.parseInt(process.versions.node, 10) < NODE_MIN) {
  console.error(
    `Intray needs Node ${NODE_MIN} or newer, and this is ${process.versions.node}. "npm run headless" in its folder brings its own.`,
  );
  process.exit(2);
}

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const built = path.join(root, 'dist', 'headless', 'main.js');
const sources = path.join(root, 'electron', 'headless', 'main.ts');
const madeOf = ['electron', 'shared', 'vite.config.ts', 'package-lock.json'];

// Beside what was built and emptied with it; never in a temporary folder, where another user could put code of theirs.
const fresh = isFresh();
if (fresh) module.enableCompileCache(path.join(root, 'dist', 'headless', 'compiled'));
await import(pathToFileURL(fresh ? built : sources).href);

function isFresh() {
  const atMs = existsSync(built) ? statSync(built).mtimeMs : 0;
  return atMs > 0 && madeOf.every((name) => isOlder(path.join(root, name), atMs));
}

/**
 * Nothing in there was written later. A few milliseconds: some six hundred files.
 * @param {string} place
 * @param {number} atMs
 * @returns {boolean}
 */
function isOlder(place, atMs) {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return true;
  if (!stat.isDirectory()) return stat.mtimeMs <= atMs;
  return readdirSync(place).every((name) => isOlder(path.join(place, name), atMs));
}
