import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVault, type Vault } from '#electron/companies/vault.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { SecretFault, SecretStore } from '#shared/ports/world.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

type Keychain = SecretStore & { readonly kept: Map<string, string>; state: 'open' | 'answers-absent' | 'forgets' | SecretFault };

function aKeychain(): Keychain {
  const kept = new Map<string, string>();
  const keychain: Keychain = {
    kept,
    state: 'open',
    get: async (name) => {
      if (typeof keychain.state === 'object') return fail(keychain.state);
      return ok(keychain.state === 'answers-absent' ? null : (kept.get(name) ?? null));
    },
    set: async (name, secret) => {
      if (typeof keychain.state === 'object') return fail(keychain.state);
      if (keychain.state !== 'forgets') kept.set(name, secret);
      return ok(null);
    },
    delete: async (name) => {
      kept.delete(name);
      return ok(null);
    },
  };
  return keychain;
}

function aVault(profile: string, secrets: SecretStore, seed = 1): Vault {
  return createVault({ profile, files: nodeFiles(), random: seededRandom(seed), secrets });
}

const fileIn = (profile: string): Buffer => readFileSync(join(profile, 'vault.json'));

describe('vault', () => {
  it('is absent until the first secret, then open, and open again in the next run', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    const vault = aVault(profile, keychain);
    expect(await vault.look()).toBe('absent');
    expect(await vault.get('token')).toEqual(ok(null));
    expect(keychain.kept.size).toBe(0);
    expect(await vault.set('token', 'abc')).toEqual(ok(null));
    expect(vault.view()).toBe('open');

    const next = aVault(profile, keychain, 2);
    expect(await next.get('token')).toEqual(ok('abc'));
    await next.delete('token');
    expect(await aVault(profile, keychain, 3).get('token')).toEqual(ok(null));
  });

  it('holds nothing readable on the disk, and only one key in the keychain', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    const vault = aVault(profile, keychain);
    await vault.set('integration-secret a', 'first-canary');
    const once = fileIn(profile);
    await vault.set('integration-secret b', 'second-canary');
    const text = fileIn(profile).toString();
    expect(text).not.toContain('canary');
    expect(text).not.toContain(Buffer.from('first-canary').toString('base64').slice(0, 12));
    expect(keychain.kept.size).toBe(1);
    expect(JSON.parse(once.toString())).toMatchObject({ version: 1 });
    expect((JSON.parse(once.toString()) as { nonce: string }).nonce).not.toBe((JSON.parse(text) as { nonce: string }).nonce);
  });

  it('loses no secret when several are kept at once', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    const vault = aVault(profile, keychain);
    await Promise.all(Array.from({ length: 20 }, (_, at) => vault.set(`name ${at}`, `secret ${at}`)));
    const next = aVault(profile, keychain, 2);
    expect(await next.get('name 0')).toEqual(ok('secret 0'));
    expect(await next.get('name 19')).toEqual(ok('secret 19'));
    expect(keychain.kept.size).toBe(1);
  });

  it('calls a keychain locked that answers "absent" while there is a vault, and leaves the file alone', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    await aVault(profile, keychain).set('token', 'abc');
    const before = fileIn(profile);
    keychain.state = 'answers-absent';
    const vault = aVault(profile, keychain, 2);
    expect(await vault.get('token')).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(await vault.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(vault.view()).toBe('locked');
    expect(fileIn(profile)).toEqual(before);

    keychain.state = 'open';
    let rung = 0;
    vault.onChange(() => (rung += 1));
    expect(await vault.look()).toBe('open');
    expect(rung).toBe(1);
    expect(await vault.get('token')).toEqual(ok('abc'));
  });

  it('is unavailable where there is no keychain, and keeps nothing in plain text instead', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    keychain.state = { kind: 'unavailable', detail: 'no D-Bus' };
    const vault = aVault(profile, keychain);
    expect(await vault.set('token', 'abc')).toEqual(fail({ kind: 'unavailable', detail: 'no D-Bus' }));
    expect(vault.view()).toBe('unavailable');
    expect(vault.detail()).toBe('no D-Bus');
    expect(() => fileIn(profile)).toThrow('ENOENT');
  });

  it('seals nothing with a key that the keychain forgets', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    keychain.state = 'forgets';
    expect(await aVault(profile, keychain).set('token', 'abc')).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(() => fileIn(profile)).toThrow('ENOENT');
  });

  it('notices every changed byte of its file, and another key', async () => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    await aVault(profile, keychain).set('token', 'abc');
    const good = JSON.parse(fileIn(profile).toString()) as Record<string, string>;
    const sealed = Buffer.from(good['sealed'] ?? '', 'base64');
    for (let at = 0; at < sealed.length; at += 1) {
      const bent = Buffer.from(sealed);
      bent[at] = (bent[at] ?? 0) ^ 1;
      writeFileSync(join(profile, 'vault.json'), JSON.stringify({ ...good, sealed: bent.toString('base64') }));
      expect(await aVault(profile, keychain).look()).toBe('damaged');
    }
    writeFileSync(join(profile, 'vault.json'), JSON.stringify(good));
    const [name] = keychain.kept.keys();
    keychain.kept.set(name ?? '', Buffer.alloc(32).toString('base64'));
    expect(await aVault(profile, keychain).look()).toBe('damaged');
  });

  it.each([
    ['', 'damaged'],
    ['{', 'damaged'],
    ['null', 'damaged'],
    ['{"version":2}', 'newer'],
  ])('never writes over a file that it does not understand: %s', async (content, kind) => {
    const [profile, keychain] = [tempFolder(), aKeychain()];
    writeFileSync(join(profile, 'vault.json'), content);
    const vault = aVault(profile, keychain);
    expect(await vault.set('token', 'abc')).toMatchObject({ ok: false, failure: { kind } });
    expect(fileIn(profile).toString()).toBe(content);
  });
});

describe('a vault whose key is not in the keychain', () => {
  it('is called lost when the keychain is open, and nothing of it is changed', async () => {
    const { profile, vault, before, kept } = await aLostVault();
    expect(await vault.get('token')).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(await vault.look()).toBe('lost');
    expect(await vault.get('token')).toMatchObject({ ok: false, failure: { kind: 'lost' } });
    expect(await vault.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'lost' } });
    expect(readdirSync(profile)).toEqual(['vault.json']);
    expect(readFileSync(join(profile, 'vault.json'))).toEqual(before);
    // The entry that the check wrote is not left in it.
    expect(kept.size).toBe(0);
  });

  it('is followed by a new one when a person types secrets in, and stays beside it', async () => {
    const { profile, vault, before, secrets } = await aLostVault();
    await vault.beginAnew();
    expect(await vault.get('token')).toEqual(ok(null));
    expect(readdirSync(profile)).toEqual(['vault.json']);
    expect(await vault.set('token', 'new')).toEqual(ok(null));
    expect(vault.view()).toBe('open');
    const old = readdirSync(profile).filter((name) => name !== 'vault.json');
    expect(old).toEqual([expect.stringMatching(/^vault-kept-[0-9a-f-]{36}\.json$/)]);
    expect(readFileSync(join(profile, old[0] ?? ''))).toEqual(before);
    const next = vaultOfLostKey(profile, secrets, 9);
    expect(await next.get('token')).toEqual(ok('new'));
    expect(await next.get('other')).toEqual(ok(null));
  });

  it('opens again when the key comes back before anything new was typed in', async () => {
    const { vault, kept, key } = await aLostVault();
    await vault.beginAnew();
    for (const [name, value] of key) kept.set(name, value);
    expect(await vault.get('token')).toEqual(ok('old'));
    expect(await vault.look()).toBe('open');
  });

  it('is not replaced while the keychain takes nothing', async () => {
    const { profile, vault, keychain, before } = await aLostVault();
    keychain.takes = false;
    await vault.beginAnew();
    expect(await vault.set('token', 'new')).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(readFileSync(join(profile, 'vault.json'))).toEqual(before);
    expect(readdirSync(profile)).toEqual(['vault.json']);
  });
});

/** Two secrets were stored; then the keychain was emptied, and Intray restarted. */
async function aLostVault() {
  const profile = tempFolder();
  const kept = new Map<string, string>();
  const keychain = { takes: true };
  const secrets: SecretStore = {
    get: async (name) => ok(kept.get(name) ?? null),
    set: async (name, secret) => {
      if (!keychain.takes) return { ok: false, failure: { kind: 'unavailable', detail: 'locked' } };
      kept.set(name, secret);
      return ok(null);
    },
    delete: async (name) => {
      kept.delete(name);
      return ok(null);
    },
  };
  const first = vaultOfLostKey(profile, secrets, 1);
  await first.set('token', 'old');
  await first.set('other', 'older');
  const key = new Map(kept);
  kept.clear();
  const before = readFileSync(join(profile, 'vault.json'));
  return { profile, kept, key, keychain, secrets, before, vault: vaultOfLostKey(profile, secrets, 2) };
}

function vaultOfLostKey(profile: string, secrets: SecretStore, seed: number): Vault {
  return createVault({ profile, files: nodeFiles(), random: seededRandom(seed), secrets });
}
