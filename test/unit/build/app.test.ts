import { spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_SCRIPTS, NO_WAYLAND_OR_X, unless } from '#test/support/why-skipped.ts';

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
