#!/usr/bin/env node
// Stands in for fpm, which Debian does not have, where a package is made of the stand-in for tests: takes those of its
// arguments that electron-builder gives for a .deb, and lets dpkg-deb do the work. No product is made with it.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

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
for (const pair of positionals) {
  const at = pair.indexOf('=');
  const [from, to] = [pair.slice(0, at), path.join(root, pair.slice(at + 1))];
  mkdirSync(statSync(from).isDirectory() ? to : path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
const control = path.join(root, 'DEBIAN');
mkdirSync(control);
const [synopsis = '', ...long] = String(values.description).trim().split('\n');
const fields = {
  Package: values.name,
  Version: values.version,
  Architecture: values.architecture,
  Maintainer: values.maintainer,
  Homepage: values.url,
  Priority: values['deb-priority'],
  Section: values.category ?? 'default',
  Depends: [values.d ?? []].flat().join(', '),
  Recommends: [values['deb-recommends'] ?? []].flat().join(', '),
  Description: [synopsis, ...long.map((line) => ` ${line.trim()}`)].join('\n'),
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
// Quick and not small: what is looked at is what is in it.
const run = spawnSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, String(values.package)], { stdio: 'inherit' });
rmSync(root, { recursive: true, force: true });
process.exit(run.status ?? 1);
