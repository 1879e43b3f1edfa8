import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVault, type Vault } from '#electron/companies/vault.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { SecretStore } from '#shared/ports/world.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

type Good = Readonly<Record<string, unknown>>;

const DAMAGES: readonly (readonly [string, (good: Buffer) => Uint8Array])[] = [
  ['is cut', (good) => good.subarray(0, good.byteLength / 2)],
  ['is cut by a byte', (good) => good.subarray(0, -3)],
  ['is empty', () => Buffer.alloc(0)],
  ['is garbage', () => seededRandom(4).bytes(300)],
  ['is more garbage than any vault', () => Buffer.alloc(2_000_000, 'x')],
  ['is zeros', (good) => Buffer.alloc(good.byteLength)],
  ['is JSON of another shape', () => Buffer.from('{"keys":[]}')],
  ['names no version that there was', (good) => changed(good, { version: 0 })],
  ['has another tag', (good) => changed(good, { sealed: Buffer.alloc(60, 7).toString('base64') })],
  ['has a nonce that is none', (good) => changed(good, { nonce: '' })],
];

function changed(good: Buffer, change: Good): Buffer {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(good.toString()) as Good), ...change }));
}

const STORES: readonly (readonly [string, () => SecretStore])[] = [
  ['a keychain', aKeychain],
  ['a key file', () => keyFile({ path: join(tempFolder(), 'key'), absent: 'create' })],
];

function aKeychain(): SecretStore {
  const entries = new Map<string, string>();
  return {
    get: async (name) => ok(entries.get(name) ?? null),
    set: async (name, secret) => (entries.set(name, secret), ok(null)),
    delete: async (name) => (entries.delete(name), ok(null)),
  };
}

let seed = 0;
function aVault(profile: string, secrets: SecretStore): Vault {
  seed += 1;
  return createVault({ profile, files: nodeFiles(), random: seededRandom(seed), secrets });
}

/** A vault of one secret, from an earlier run. */
async function kept(secrets: SecretStore = aKeychain()) {
  const profile = tempFolder();
  const path = join(profile, 'vault.json');
  await aVault(profile, secrets).set('token', 'old');
  const good = readFileSync(path);
  const aside = (): readonly string[] => readdirSync(profile).filter((name) => name !== 'vault.json');
  return { profile, path, good, secrets, aside, vault: () => aVault(profile, secrets) };
}

describe.each(STORES)('a vault that is damaged, with its key in %s', (_, store) => {
  it.each(DAMAGES)('is said to be, is kept aside, and followed by a new one, where its file %s', async (_how, damage) => {
    const { profile, path, good, aside, vault } = await kept(store());
    const damaged = damage(good);
    writeFileSync(path, damaged);
    const now = vault();
    expect(await now.look()).toBe('damaged');
    expect(await now.get('token')).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
    // Nobody has typed anything in.
    expect(await now.set('token', 'by itself')).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
    expect(Buffer.compare(readFileSync(path), damaged)).toBe(0);
    await now.beginAnew();
    expect(await now.get('token')).toEqual(ok(null));
    expect(await now.set('token', 'new')).toEqual(ok(null));
    expect(now.view()).toBe('open');
    expect(aside()).toEqual(['vault-damaged-1.json']);
    expect(Buffer.compare(readFileSync(join(profile, 'vault-damaged-1.json')), damaged)).toBe(0);
    expect(await vault().get('token')).toEqual(ok('new'));
  });
});

describe('a vault that is damaged', () => {
  it('opens again where a person puts a good one back before typing anything in', async () => {
    const { path, good, vault } = await kept();
    writeFileSync(path, '');
    const now = vault();
    expect(await now.look()).toBe('damaged');
    await now.beginAnew();
    writeFileSync(path, good);
    expect(await now.get('token')).toEqual(ok('old'));
    expect(await now.look()).toBe('open');
  });

  it('is kept each time under a name of its own, and once after a kill', async () => {
    const { profile, path, secrets, aside } = await kept();
    for (const damaged of ['', '{', '{', '']) {
      writeFileSync(path, damaged);
      const now = aVault(profile, secrets);
      await now.beginAnew();
      await now.set('token', damaged);
    }
    expect(aside()).toEqual(['vault-damaged-1.json', 'vault-damaged-2.json']);
    expect(aside().map((name) => readFileSync(join(profile, name), 'utf8'))).toEqual(['', '{']);
  });

  it('is kept beside one whose key was lost, and another one of that key beside both', async () => {
    const { profile, path, good, aside } = await kept();
    const again = async (bytes: Uint8Array): Promise<void> => {
      writeFileSync(path, bytes);
      const now = aVault(profile, aKeychain());
      await now.beginAnew();
      expect(await now.set('token', 'new')).toEqual(ok(null));
    };
    await again(good);
    await again(changed(good, { sealed: 'AAAA' }));
    await again(good.subarray(1));
    const { keyId } = JSON.parse(good.toString()) as { readonly keyId: string };
    expect(aside()).toEqual(['vault-damaged-1.json', `vault-kept-${keyId}-2.json`, `vault-kept-${keyId}.json`]);
  });
});

describe('a vault file that is no damaged one', () => {
  it.each(['{"version":2}', '{"version":7,"sealed":"","of":"another shape"}'])(
    'is left to the newer version that wrote it: %s',
    async (newer) => {
      const { path, aside, vault } = await kept();
      writeFileSync(path, newer);
      const now = vault();
      expect(await now.look()).toBe('newer');
      await now.beginAnew();
      expect(await now.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'newer' } });
      expect(await now.get('token')).toMatchObject({ ok: false, failure: { kind: 'newer' } });
      expect([readFileSync(path, 'utf8'), aside()]).toEqual([newer, []]);
    },
  );

  it('is unreadable where a folder lies in its place, and open when that is gone', async () => {
    const { path, good, aside, vault } = await kept();
    rmSync(path);
    mkdirSync(path);
    const now = vault();
    expect(await now.look()).toBe('unreadable');
    await now.beginAnew();
    expect(await now.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect([statSync(path).isDirectory(), aside()]).toEqual([true, []]);
    rmSync(path, { recursive: true });
    writeFileSync(path, good);
    expect(await now.look()).toBe('open');
    expect(await now.get('token')).toEqual(ok('old'));
  });

  it('is unreadable where this user may not read it, and open when they may', async () => {
    const { profile, path, good, secrets, aside } = await kept();
    const files = nodeFiles();
    const read = files.read.bind(files);
    let isDenied = true;
    const denying = Object.assign(files, {
      read: async (...of: Parameters<typeof read>) => (isDenied ? fail({ kind: 'denied', code: 'EACCES' } as const) : read(...of)),
    });
    const now = createVault({ profile, files: denying, random: seededRandom(9), secrets });
    expect(await now.look()).toBe('unreadable');
    await now.beginAnew();
    expect(await now.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    expect([Buffer.compare(readFileSync(path), good), aside()]).toEqual([0, []]);
    isDenied = false;
    expect(await now.look()).toBe('open');
  });
});
