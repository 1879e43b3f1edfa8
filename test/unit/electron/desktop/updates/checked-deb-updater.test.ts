import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DebUpdater } from 'electron-updater';
import { CheckedDebUpdater } from '#electron/desktop/updates/checked-deb-updater.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';
import { standInApp } from './loopback-updater.ts';

const PACKAGE = 'a package of ours\n';
const missing = process.getuid?.() === 0 && existsSync('/bin/bash') ? null : 'it is installed by root, which these tests are not';

describe('a Debian package', unless(missing), () => {
  it('is installed from a copy that belongs to root alone, and the copy is gone afterwards', () => {
    const { updater, installed } = stage(CheckedDebUpdater);
    expect(updater.install(true, false)).toBe(true);
    const { path, mode, text } = installed();
    expect(text).toBe(PACKAGE);
    expect(mode).toBe('700 0');
    expect(path).not.toContain('pending');
    expect(existsSync(path)).toBe(false);
  });

  it('that was exchanged before root read it is not installed, where electron-updater’s own way installs it', () => {
    const own = stage(DebUpdater);
    writeFileSync(own.file, 'another package\n');
    expect(own.updater.install(true, false)).toBe(true);
    expect(own.installed().text).toBe('another package\n');
    const { updater, file, installed, faults } = stage(CheckedDebUpdater);
    writeFileSync(file, 'another package\n');
    expect(updater.install(true, true)).toBe(false);
    expect(installed()).toMatchObject({ text: '' });
    expect(faults).toEqual(['the package was not installed (1)']);
  });

  it('that is exchanged after root has read it is installed as it was read', () => {
    // At the moment of installing: later than any check of our own.
    const { updater, installed } = stage(CheckedDebUpdater, (file) => `echo 'another package' > '${file}'\n`);
    expect(updater.install(true, false)).toBe(true);
    expect(installed().text).toBe(PACKAGE);
  });

  it('may lie under any name', () => {
    const { updater, installed } = stage(CheckedDebUpdater, () => '', `it's "$(touch here)" & more.deb`);
    expect(updater.install(true, false)).toBe(true);
    expect(installed().text).toBe(PACKAGE);
  });
});

/** A fetched package, and a dpkg in the search path that records what it is given. */
function stage(Updater: typeof DebUpdater, first: (file: string) => string = () => '', name = 'intray.deb') {
  const folder = tempFolder();
  const [programs, pending] = [join(folder, 'programs'), join(folder, 'pending')];
  mkdirSync(programs);
  mkdirSync(pending);
  const file = join(pending, name);
  writeFileSync(file, PACKAGE);
  const note = `cp "$2" '${folder}/text'; echo "$2" > '${folder}/path'; stat -c '%a %u' "$(dirname "$2")" > '${folder}/mode'`;
  writeFileSync(join(programs, 'dpkg'), `#!/bin/sh\n${first(file)}${note}\n`);
  chmodSync(join(programs, 'dpkg'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const updater = new Updater(null, standInApp(folder));
  updater.logger = null;
  const faults: string[] = [];
  updater.on('error', ({ message }) => faults.push(message));
  const sha512 = createHash('sha512').update(PACKAGE).digest('base64');
  // As its own download leaves it.
  Object.assign(updater, {
    downloadedUpdateHelper: { file, downloadedFileInfo: { fileName: name, sha512, isAdminRightsRequired: false } },
  });
  const read = (what: string): string => (existsSync(join(folder, what)) ? readFileSync(join(folder, what), 'utf8') : '');
  return { updater, file, faults, installed: () => ({ text: read('text'), path: read('path').trim(), mode: read('mode').trim() }) };
}
