import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVault, type Vault } from '#electron/companies/vault.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { ok } from '#shared/lib/result.ts';
import type { SecretStore } from '#shared/ports/world.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
    const next = aVault(profile, secrets, 9);
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
  const first = aVault(profile, secrets, 1);
  await first.set('token', 'old');
  await first.set('other', 'older');
  const key = new Map(kept);
  kept.clear();
  const before = readFileSync(join(profile, 'vault.json'));
  return { profile, kept, key, keychain, secrets, before, vault: aVault(profile, secrets, 2) };
}

function aVault(profile: string, secrets: SecretStore, seed: number): Vault {
  return createVault({ profile, files: nodeFiles(), random: seededRandom(seed), secrets });
}
