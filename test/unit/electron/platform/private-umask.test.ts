import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';

/** A program needs time to start. */
const PROGRAM_MS = 60_000;

function moduleAt(path: string): string {
  return JSON.stringify(pathToFileURL(resolve(path)).href);
}

function modesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  );
}

/** With the umask of most systems, or with none at all. */
function runWith(umask: string, ...args: readonly string[]): void {
  execFileSync('sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, ...args], { stdio: 'pipe' });
}

describe('a program that keeps what it makes to itself', unless(NO_MODES), () => {
  it('gives what it makes among the files of a person the modes that the person chose', { timeout: PROGRAM_MS }, () => {
    const folder = tempFolder();
    const code = `const { setPrivateUmask } = await import(${moduleAt('electron/platform/make-private.ts')});
      const { MOVE_STEPS } = await import(${moduleAt('electron/platform/files/move-file.ts')});
      const { nodeFiles } = await import(${moduleAt('electron/platform/files/node-files.ts')});
      const { writeFile } = await import('node:fs/promises');
      const at = (name) => ${JSON.stringify(folder)} + '/' + name;
      setPrivateUmask();
      await MOVE_STEPS.makeFolder(at('Sent'));
      await MOVE_STEPS.reserve(at('reserved.pdf'));
      await MOVE_STEPS.writeNew(at('scan.pdf'), Buffer.from('x'));
      await nodeFiles().makeFolder(at('Purchases'), 'person');
      await nodeFiles().makeFolder(at('spool'));
      await writeFile(at('whatever'), 'x');`;
    runWith('022', '--input-type=module', '--eval', code);
    expect(modesIn(folder)).toEqual({
      Sent: '755',
      'reserved.pdf': '644',
      'scan.pdf': '644',
      Purchases: '755',
      spool: '700',
      whatever: '600',
    });
  });
});
