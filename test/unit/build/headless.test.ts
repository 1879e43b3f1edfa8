import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';

/** A project folder with only `build/headless.mjs` and these files, which print whether they are built or sources. */
function aHouse(files: Readonly<Record<string, { readonly text: string; readonly at: number }>>): string {
  const root = tempFolder();
  mkdirSync(join(root, 'build'));
  copyFileSync('build/headless.mjs', join(root, 'build', 'headless.mjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const [name, { text, at }] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
    utimesSync(join(root, name), at, at);
  }
  return root;
}

function run(root: string): string {
  return execFileSync(process.execPath, ['build/headless.mjs', 'a'], { cwd: root, encoding: 'utf8' });
}

const SOURCE = { text: 'console.log("sources", process.argv.slice(2) as string[]);', at: 1_000 };
const BUILT = { text: 'console.log("built", process.argv.slice(2));', at: 2_000 };

describe('npm run headless', () => {
  it('runs what was built, with its arguments', () => {
    const root = aHouse({ 'electron/headless/main.ts': SOURCE, 'dist/headless/main.js': BUILT });
    expect(run(root)).toBe("built [ 'a' ]\n");
  });

  it('runs the sources when nothing was built', () => {
    expect(run(aHouse({ 'electron/headless/main.ts': SOURCE }))).toBe("sources [ 'a' ]\n");
  });

  it('says in a sentence that a Node is too old for it', () => {
    const old = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
    const ran = spawnSync(process.execPath, ['--import', old, 'build/headless.mjs', 'status'], { encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^Intray needs Node \d+ or newer, and this is 20\.20\.2\..*\n$/);
  });

  it('runs the sources when any of them was changed since, at whatever depth', () => {
    const root = aHouse({
      'electron/headless/main.ts': SOURCE,
      'dist/headless/main.js': BUILT,
      'shared/lib/deep/new.ts': { text: '', at: 3_000 },
    });
    expect(run(root)).toBe("sources [ 'a' ]\n");
  });
});
