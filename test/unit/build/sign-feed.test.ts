import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { loadedBy } from './loaded-by.ts';

const SIGNS = 'build/package/feed/finish-feed.ts';
const PAIR = generateKeyPairSync('ed25519');
const KEY = PAIR.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const SIGNING_KEY = PAIR.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const PACKAGE = 'Intray-0.1.0-linux-x86_64.AppImage';

/** The project as in a job that installed nothing, and a feed of one package as the packaging leaves it. */
function aFeed({ change = {} }: { readonly change?: object } = {}) {
  const root = tempFolder();
  for (const path of ['package.json', 'build/package', 'shared/domain', 'docs/release-notes'])
    cpSync(path, join(root, path), { recursive: true });
  const feed = join(root, 'feed');
  mkdirSync(feed);
  const bytes = Buffer.from('a package');
  writeFileSync(join(feed, PACKAGE), bytes);
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const built = {
    version: '0.1.0',
    journal: 7,
    files: [{ url: PACKAGE, sha512, size: bytes.byteLength }],
    path: PACKAGE,
    sha512,
    ...change,
  };
  writeFileSync(join(feed, 'latest-linux.yml'), JSON.stringify(built));
  const keysOf = (current: string): string => {
    writeFileSync(join(root, 'keys.json'), JSON.stringify({ current, spare: null, withdrawn: [] }));
    return join(root, 'keys.json');
  };
  const signed = (key = KEY) =>
    spawnSync(process.execPath, [SIGNS, 'feed', '--percentage', '10', '--keys', keysOf(key)], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, INTRAY_UPDATE_SIGNING_KEY: SIGNING_KEY },
    });
  const checked = (version = '0.1.0', key = KEY) =>
    spawnSync(process.execPath, ['build/package/feed/check-feed.ts', feed, version, '--keys', keysOf(key)], { encoding: 'utf8' });
  return { root, feed, signed, checked };
}

describe('what runs beside the private key', () => {
  it.each([SIGNS, 'build/package/feed/renew-feed.ts', 'build/package/release/handed-over.ts', 'build/package/release/sign-mac-app.ts'])(
    'is Node and a few files of ours alone: %s',
    (program) => {
      const loaded = loadedBy(program);
      const shared = ['shared/domain/update-text.ts', 'shared/node/is-signed-by.ts'];
      const foreign = [...loaded.keys()].filter((path) => !/^build\/package\/(feed|release)\//.test(path) && !shared.includes(path));
      expect(foreign).toEqual([]);
      expect(loaded.size).toBeLessThan(12);
      const others = [...loaded.values()].flat().filter((name) => !name.startsWith('node:') && !name.startsWith('.'));
      expect(others).toEqual([]);
    },
  );

  it('runs where nothing is installed, and makes a feed that installations take', () => {
    const { root, feed, signed, checked } = aFeed();
    for (let at = root; at !== dirname(at); at = dirname(at)) expect(existsSync(join(at, 'node_modules'))).toBe(false);
    expect(signed()).toMatchObject({ status: 0, stderr: '' });
    expect(checked()).toMatchObject({ status: 0, stderr: '' });
    const sum = createHash('sha256')
      .update(readFileSync(join(feed, PACKAGE)))
      .digest('hex');
    expect(readFileSync(join(feed, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  ${PACKAGE}\n`);
  });

  it('signs for no package that is another one than is announced', () => {
    for (const change of [
      { files: [{ url: PACKAGE, sha512: 'A'.repeat(88), size: 9 }] },
      { files: [{ url: 'package.json', sha512: 'x', size: 1 }] },
    ]) {
      const { feed, signed } = aFeed({ change });
      expect(signed()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the package that is announced') });
      expect(existsSync(join(feed, 'SHA256SUMS'))).toBe(false);
      expect(readFileSync(join(feed, 'latest-linux.yml'), 'utf8')).not.toContain('signature');
    }
  });
});

describe('what is looked at before it is published', () => {
  it('is refused with another key, as another version, and after any change', () => {
    const { feed, signed, checked } = aFeed();
    signed();
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(checked('0.1.0', other)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/yml is not signed[^]*SHA256SUMS is not signed/),
    });
    expect(checked('0.2.0')).toMatchObject({ status: 1, stderr: 'latest-linux.yml announces 0.1.0\n' });
    writeFileSync(join(feed, PACKAGE), 'b package');
    expect(checked()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not the one that') });
    writeFileSync(resolve(feed, 'latest-linux.yml'), '{}');
    expect(checked()).toMatchObject({ status: 1, stderr: expect.stringContaining('none that an installation would read') });
  });
});
