import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askHost } from '#test/support/network/ask-host.ts';
import { freshAddress } from '../../../build/demo/engine-client.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_SIGNALS, noProgram, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';

const UNIT = 'build/headless/intray.service';
const SOCKET = 'build/headless/intray.socket';
const CONTAINERFILE = projectText('build/headless/Containerfile');
const ANOTHER_USER = 1000;
const built = existsSync('dist/headless/main.js') && existsSync('dist/window/index.html');
const notBuilt = built ? null : 'nothing is built: npm run build';

/** Lays out exactly the files that the image's last stage copies, each at its place. */
function layOut(): string {
  const root = join(tempFolder(), 'app');
  const last = CONTAINERFILE.slice(CONTAINERFILE.lastIndexOf('\nFROM '));
  for (const [, source = ''] of last.matchAll(/^COPY (?:--from=built \/app\/)?(\S+) \S+$/gm)) {
    mkdirSync(dirname(join(root, source)), { recursive: true });
    cpSync(source, join(root, source), { recursive: true, dereference: true });
  }
  return root;
}

describe('the headless host as an image lays it out', () => {
  it('starts without its sources, its packages and root, and serves its window', {
    timeout: 120_000,
    ...unless(NO_SIGNALS, notBuilt),
  }, async () => {
    const root = layOut();
    const profile = join(tempFolder(), 'own');
    mkdirSync(profile);
    const asRoot = process.getuid?.() === 0;
    if (asRoot) chownSync(profile, ANOTHER_USER, ANOTHER_USER);
    const args = ['build/headless.mjs', '--profile', join(profile, 'profile'), '--create-key-file', join(profile, 'key')];
    spawnSync('chmod', ['755', dirname(root), dirname(profile)]);
    // The other user may have no access to the Node that runs these tests.
    const node = join(dirname(root), 'node');
    copyFileSync(process.execPath, node);
    const host = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(asRoot ? { uid: ANOTHER_USER, gid: ANOTHER_USER } : {}),
    });
    await once(host, 'spawn');
    try {
      const [line] = await once(createInterface({ input: host.stdout }), 'line');
      const { port } = JSON.parse(String(line)) as { port: number };
      const { host: name } = new URL(await freshAddress(join(profile, 'profile')));
      const { body } = await askHost(port, { method: 'GET', path: '/', headers: { host: name } });
      expect(body).toContain('<title>Intray</title>');
    } finally {
      const ended = once(host, 'exit');
      host.kill('SIGTERM');
      await ended;
    }
    expect(host.exitCode).toBe(0);
  });

  it('is no root, and has a health check and a place for what it keeps', () => {
    expect(CONTAINERFILE).toMatch(/^USER 1000:1000$/m);
    expect(CONTAINERFILE).toMatch(/^HEALTHCHECK /m);
    expect(CONTAINERFILE).toMatch(/^VOLUME \/profile \/key$/m);
  });
});

describe('the unit of systemd', () => {
  it('is one that systemd understands, with its socket', unless(noProgram('systemd-analyze')), () => {
    const said = spawnSync('systemd-analyze', ['verify', UNIT, SOCKET], { encoding: 'utf8' });
    const lines = said.stderr
      .split('\n')
      .filter((line) => /intray\.(service|socket)/.test(line) && !/not executable|Failed to (find|locate)/.test(line));
    expect(lines).toEqual([]);
  });

  it('starts a file that is there', () => {
    const unit = readFileSync(UNIT, 'utf8');
    const [, started = ''] = /^ExecStart=\/usr\/bin\/node (\S+) /m.exec(unit) ?? [];
    expect(existsSync(started)).toBe(true);
  });

  it('has its port held by systemd, on this computer alone', () => {
    const unit = readFileSync(UNIT, 'utf8');
    expect(unit).toMatch(/^Requires=intray\.socket$/m);
    expect(unit).toMatch(/^Sockets=intray\.socket$/m);
    expect(unit).not.toContain('--port');
    const lines = readFileSync(SOCKET, 'utf8').split('\n');
    const [, port = ''] = /^ListenStream=127\.0\.0\.1:(\d+)$/m.exec(lines.join('\n')) ?? [];
    expect(lines.filter((line) => line.startsWith('ListenStream='))).toEqual([
      `ListenStream=127.0.0.1:${port}`,
      `ListenStream=[::1]:${port}`,
    ]);
    expect(lines).toContain('FreeBind=yes');
  });
});
