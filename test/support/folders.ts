import { onTestFinished } from 'vitest';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { SECRET_MARKS } from '#sandbox/digest.ts';
import { DEVICE_TOKEN_MARK } from '#shared/relay-protocol/protocol.ts';
import { type Canary, findCanaries, type Left } from './find-canaries.ts';

/** A new, empty folder of the test's own, removed with its content when the test has finished. Call it inside a test. */
export function tempFolder(): string {
  const path = scratchFolder('test');
  onTestFinished(() => removeFolder(path));
  return path;
}

/**
 * A new, empty folder, by its path without links, for what outlives one test: a fixture, a program, a measurement. `purpose` is part of its
 * name. The caller removes it; `tempFolder` makes one that is removed at the end of the test.
 */
export function scratchFolder(purpose: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `intray-${purpose}-`)));
}

/** Windows releases a file a moment after the program that had it open has ended. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

/** Every secret of sandbox and relay begins with one of these marks, so a secret that any suite left behind can be recognised. */
const MARKS: readonly Canary[] = [
  { name: 'an integration secret', secret: SECRET_MARKS.integrationSecret },
  { name: 'a client secret', secret: SECRET_MARKS.clientSecret },
  { name: 'an access token', secret: SECRET_MARKS.accessToken },
  { name: 'a device token', secret: DEVICE_TOKEN_MARK },
];
/** A larger file is neither a log nor a database of ours. */
const BYTES_MAX = 64 * 1024 * 1024;

/** A folder for everything that suites write except their reports; what is still there at the end was left behind. */
export function suitesFolder(): string {
  const path = scratchFolder('suites');
  // PostgreSQL runs as another user, and has its own folder in here.
  chmodSync(path, 0o755);
  return path;
}

/** Where secrets are in what these folders contain: "an access token as base64 in logs/x.txt". Empty when there are none. */
export function secretsLeftIn(roots: readonly string[]): readonly string[] {
  return roots.filter((root) => existsSync(root)).flatMap((root) => findCanaries([...filesIn(root, root)], MARKS));
}

function* filesIn(root: string, folder: string): Generator<Left> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(root, path);
    else if (entry.isFile() && lstatSync(path).size <= BYTES_MAX) yield { where: relative(root, path), bytes: readFileSync(path) };
  }
}
