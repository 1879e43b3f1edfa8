import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askHost } from '#test/support/network/ask-host.ts';
import { freshAddress } from '../../../build/demo/engine-client.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_SIGNALS, noProgram, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';
import { changelogEntries } from '../../../build/package/changelog-entries.ts';
import { debChangelog, type DebFacts, writeDebFiles } from '../../../build/package/deb-files.ts';

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

const files = readdirSync('build', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('Containerfile'));
const fromsOf = (file: string): readonly string[] =>
  [...projectText(join('build', file)).matchAll(/^FROM (?:--\S+ )*(\S+)/gm)].map(([, image = '']) => image);
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly devDependencies: { readonly node: string } };

describe('the images', () => {
  it.each(files)('are made of one base, named by its digest, with the very Node of the project: %s', (file) => {
    const froms = fromsOf(file);
    expect(froms.length).toBeGreaterThan(0);
    for (const from of froms) expect(from).toMatch(/^docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(new Set(froms).size).toBe(1);
    expect(froms[0]).toContain(`:${devDependencies.node}-`);
  });

  it('are two, made of the same base', () => {
    expect(files.length).toBe(2);
    expect(new Set(files.flatMap(fromsOf)).size).toBe(1);
  });

  it('fetch nothing else that is not in the lock file', () => {
    const lines = files.map((file) => projectText(join('build', file))).join('\n');
    expect(lines).not.toMatch(/^ADD |\b(?:curl|wget|apt-get|apk)\b|npm install|COPY --from=[^ ]*[/:@]/m);
  });
});

const CHANGELOG = `# Changelog

Words above all.

## [Unreleased]

### Added

- Something that nobody has yet.

## [1.1.0] - 2026-11-02

### Added

- A folder can be [paused](docs/x.md), and \`running\` says so
  in its own words.

## [1.0.0] - 2026-10-01

Words.
`;
const FACTS: DebFacts = {
  version: '1.1.0',
  maintainer: 'An Office <packages@office.example>',
  homepage: 'https://office.example/',
  licence: 'UNLICENSED',
  changelog: CHANGELOG,
  today: new Date('2026-11-24T10:00:00Z'),
};

describe('the changelog of the Debian package', () => {
  it('has what was released, the newest first, in Debian’s form and in plain words', () => {
    expect(debChangelog(FACTS)).toBe(`intray (1.1.0) stable; urgency=medium

  * A folder can be paused, and running says so in its own words.

 -- An Office <packages@office.example>  Mon, 02 Nov 2026 00:00:00 +0000

intray (1.0.0) stable; urgency=medium

  * A version of Intray.

 -- An Office <packages@office.example>  Thu, 01 Oct 2026 00:00:00 +0000
`);
  });

  it('begins with the version that is packaged, also where that has no date yet', () => {
    const text = debChangelog({ ...FACTS, version: '1.2.0' });
    expect(text).toMatch(/^intray \(1\.2\.0\) stable; urgency=medium\n\n {2}\* Something that nobody has yet\.\n/);
    expect(text).toContain('  Tue, 24 Nov 2026 10:00:00 +0000\n\nintray (1.1.0)');
  });

  it('has no line that is too long, of all that ours says', () => {
    const text = debChangelog({ ...FACTS, version: '0.1.0', changelog: readFileSync('CHANGELOG.md', 'utf8') });
    expect(changelogEntries(readFileSync('CHANGELOG.md', 'utf8'))[0]?.items.length).toBeGreaterThan(20);
    expect(text.split('\n').filter((line) => line.length > 79)).toEqual([]);
  });
});

describe('the copyright of the Debian package', () => {
  it('says whose it is, who packaged it, and what may be done with it', () => {
    expect(copyrightOf(FACTS)).toMatch(
      /packaged by An Office <packages@office\.example>.*from https:\/\/office.*© 2026 .*All rights are reserved/,
    );
    expect(copyrightOf({ ...FACTS, homepage: null, licence: 'EUPL-1.2' })).toMatch(/example>\.  Copyright.*SPDX name EUPL-1\.2/);
  });
});

function copyrightOf(facts: DebFacts): string {
  const folder = tempFolder();
  writeDebFiles(folder, facts);
  return readFileSync(join(folder, 'copyright'), 'utf8').replaceAll('\n', ' ');
}
