#!/usr/bin/env node
// The headless host as one built file, which starts in a third of the time and with half of the memory; or its sources, if nothing was built or
// one of them has changed since. Plain JavaScript: type stripping would take too long at a start.
import module from 'node:module';

// For an import, Node would first read every property of the module, and load streams and more for that.
const require = module.createRequire(import.meta.url);
/** @type {typeof import('node:fs')} */
const { existsSync, readdirSync, statSync } = require('node:fs');
/** @type {typeof import('node:path')} */
const path = require('node:path');
/** @type {typeof import('node:url')} */
const { fileURLToPath, pathToFileURL } = require('node:url');

/** The engine uses Node's own SQLite, and its sources run without compilation. */
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

// In the build's folder, which a build empties; never in a temporary folder, where another user could put code.
const fresh = isFresh();
if (fresh) module.enableCompileCache(path.join(root, 'dist', 'headless', 'compiled'));
await import(pathToFileURL(fresh ? built : sources).href);

function isFresh() {
  const atMs = existsSync(built) ? statSync(built).mtimeMs : 0;
  return atMs > 0 && madeOf.every((name) => isOlder(path.join(root, name), atMs));
}

/**
 * Whether nothing in there was written later. Takes a few milliseconds for some six hundred files.
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
