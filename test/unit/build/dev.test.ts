import { describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '#electron/headless/host/request-guard.ts';
import { devHeaders } from '../../../build/dev/window-server.ts';
import { loadedFiles } from '../../../build/dev/loaded-files.ts';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '#test/support/folders.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { NO_SCRIPTS, NO_WAYLAND_OR_X, unless } from '#test/support/why-skipped.ts';

describe('the headers of a page in development', () => {
  const headers = devHeaders({ pageHeaders: SECURITY_HEADERS }, 'a+b/c==');

  it('are those of the host, with a nonce for scripts and styles that hot replacement writes', () => {
    const directives = String(headers['content-security-policy']).split('; ');
    const ofHost = String(SECURITY_HEADERS['content-security-policy']).split('; ');
    expect(directives.filter((one) => !ofHost.includes(one))).toEqual([
      "script-src 'self' 'nonce-a+b/c=='",
      "style-src 'self' 'nonce-a+b/c=='",
    ]);
    expect({ ...headers, 'content-security-policy': '' }).toEqual({ ...SECURITY_HEADERS, 'content-security-policy': '' });
  });

  it('allow nothing inline without it, and no code from text', () => {
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });
});

describe('the headers of the host itself', () => {
  it('know no nonce and no address of development', () => {
    expect(SECURITY_HEADERS['content-security-policy']).not.toMatch(/nonce|unsafe|ws:|http:/);
  });
});

describe('the files that a program loads', () => {
  it('are those of its own, and of what is shared, and of no other program', () => {
    const relay = [...loadedFiles('relay/server.ts')];
    expect(relay).toContain('relay/create-relay.ts');
    expect(relay).toContain('shared/lib/result.ts');
    expect(relay.filter((path) => /^(?:electron|sandbox)\//.test(path))).toEqual([]);
  });

  it('are also those of a process of its own, and what is loaded later', () => {
    const host = loadedFiles('electron/headless/main.ts');
    expect(host).toContain('electron/file-process/main.ts');
    expect(host).toContain('electron/engine/create-router.ts');
  });

  it('are none where there is no such file', () => {
    expect([...loadedFiles('relay/none.ts')]).toEqual([]);
  });
});

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

/** The command builds what is missing, which `npm test` has done before. */
const NOT_BUILT = existsSync('dist/main/main.js') ? null : 'nothing is built: npm run build';

/** Runs the command; what it says, and its exit code. */
function app(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly said: string; readonly code: number | null }> {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, ['build/app.ts', ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
    let said = '';
    for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    started.on('close', (code) => resolve({ said, code }));
  });
}

/** An Electron that says how it was called. */
function electronIn(folder: string): string {
  const file = join(folder, 'electron');
  writeFileSync(file, '#!/bin/sh\necho "called with $*"\nexit 7\n');
  chmodSync(file, 0o755);
  return folder;
}

describe('npm run app', unless(NO_SCRIPTS, NOT_BUILT), () => {
  it('starts the tray app on a profile of one’s own, and ends as it does', async () => {
    const env = { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: electronIn(tempFolder()) };
    const { said, code } = await app(['--own'], env);
    expect(said).toContain('called with .\n');
    expect(code).toBe(7);
  });

  it('names the headless host where Electron’s binary cannot be had', async () => {
    const asked: string[] = [];
    const mirror = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
    const { port } = mirror.address() as AddressInfo;
    try {
      const nowhere = join(tempFolder(), 'dist');
      const env = {
        DISPLAY: ':0',
        ELECTRON_OVERRIDE_DIST_PATH: nowhere,
        ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
        electron_config_cache: tempFolder(),
      };
      const { said, code } = await app([], env);
      expect(code).toBe(1);
      expect(asked.join(' ')).toContain('electron-v');
      expect(said).toContain('could not be fetched');
      expect(said).toContain('npm run -s headless -- --profile FOLDER');
    } finally {
      mirror.close();
    }
  });

  it('says that there is no display', unless(NO_WAYLAND_OR_X), async () => {
    const { said, code } = await app([], {});
    expect(code).toBe(1);
    expect(said).toContain('There is no display here');
    expect(said).toContain('npm run demo');
  });
});
