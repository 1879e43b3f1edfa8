#!/usr/bin/env node
// Replaces fpm, which Debian does not package, when a package is built from the stand-in for tests. It accepts the arguments that
// electron-builder passes for a .deb, and calls dpkg-deb. Never used for a product.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const text = /** @type {const} */ ({ type: 'string' });
const texts = /** @type {const} */ ({ type: 'string', multiple: true });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...texts, short: 'd' },
    'deb-recommends': texts,
    'deb-compression': text,
    'deb-priority': text,
    'deb-changelog': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text,
  },
});
if (values.t !== 'deb') throw new Error(`this makes a .deb and no ${values.t}`);

const root = mkdtempSync(path.join(tmpdir(), 'intray-deb-'));
chmodSync(root, 0o755);
for (const pair of positionals) {
  const at = pair.indexOf('=');
  const [from, to] = [pair.slice(0, at), path.join(root, pair.slice(at + 1))];
  mkdirSync(statSync(from).isDirectory() ? to : path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
const changelog = path.join(root, 'usr', 'share', 'doc', String(values.name), 'changelog.gz');
mkdirSync(path.dirname(changelog), { recursive: true });
writeFileSync(changelog, gzipSync(readFileSync(String(values['deb-changelog'])), { level: 9 }));
const packed = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => statSync(path.join(root, name)).isFile())
  .sort();
const control = path.join(root, 'DEBIAN');
mkdirSync(control);
const sums = packed.map(
  (name) =>
    `${createHash('md5')
      .update(readFileSync(path.join(root, name)))
      .digest('hex')}  ${name}\n`,
);
writeFileSync(path.join(control, 'md5sums'), sums.join(''));
const [synopsis = '', ...long] = String(values.description).trim().split('\n');
const fields = {
  Package: values.name,
  Version: values.version,
  License: values.license,
  Vendor: values.vendor,
  Architecture: values.architecture,
  Maintainer: values.maintainer,
  'Installed-Size': String(Math.ceil(packed.reduce((sum, name) => sum + statSync(path.join(root, name)).size, 0) / 1024)),
  Homepage: values.url,
  Priority: values['deb-priority'],
  Section: values.category ?? 'default',
  Depends: [values.d ?? []].flat().join(', '),
  Recommends: [values['deb-recommends'] ?? []].flat().join(', '),
  Description: [synopsis, ...long.map((line) => (line.trim() === '' ? ' .' : ` ${line.trim()}`))].join('\n'),
};
const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}: ${value}\n`]));
writeFileSync(path.join(control, 'control'), lines.join(''));
for (const [option, name] of [
  ['after-install', 'postinst'],
  ['after-remove', 'postrm'],
]) {
  cpSync(String(values[/** @type {'after-install'} */ (option)]), path.join(control, name));
  chmodSync(path.join(control, name), 0o755);
}
// Fast rather than small: only the content is checked.
const run = spawnSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, String(values.package)], { stdio: 'inherit' });
rmSync(root, { recursive: true, force: true });
process.exit(run.status ?? 1);
