import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inKeyring, keyringMissing } from '#test/support/keyring.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { unless } from '#test/support/why-skipped.ts';

const UNLOCKED = { kind: 'unlocked', password: 'pass' } as const;
const WRONG = { kind: 'wrong', password: 'another' } as const;
const done = { ok: true, value: null };

describe('keychain on a real gnome-keyring', unless(keyringMissing()), () => {
  it('keeps, gives and removes a secret', async () => {
    const answers = await inKeyring({
      home: tempFolder(),
      keyring: UNLOCKED,
      acts: [
        ['get', 'key'],
        ['set', 'key', 'sécret'],
        ['get', 'key'],
        ['delete', 'key'],
        ['get', 'key'],
      ],
    });
    expect(answers).toEqual([done, done, { ok: true, value: 'sécret' }, done, done]);
  });

  it('opens the vault again in a later session', async () => {
    const home = tempFolder();
    const profile = join(home, 'profile');
    mkdirSync(profile);
    const first = await inKeyring({
      home,
      keyring: UNLOCKED,
      acts: [
        ['vault-look', profile],
        ['vault-set', profile, 'token', 'abc'],
      ],
    });
    expect(first).toEqual(['absent', done]);
    const second = await inKeyring({
      home,
      keyring: UNLOCKED,
      acts: [
        ['vault-get', profile, 'token'],
        ['vault-look', profile],
      ],
    });
    expect(second).toEqual([{ ok: true, value: 'abc' }, 'open']);
  });

  it('makes a locked keyring a locked vault, and does not touch its file', async () => {
    const home = tempFolder();
    const profile = join(home, 'profile');
    mkdirSync(profile);
    await inKeyring({ home, keyring: UNLOCKED, acts: [['vault-set', profile, 'token', 'abc']] });
    const before = readFileSync(join(profile, 'vault.json'));
    const locked = await inKeyring({
      home,
      keyring: WRONG,
      acts: [
        ['vault-look', profile],
        ['vault-get', profile, 'token'],
        ['vault-set', profile, 'token', 'xyz'],
      ],
    });
    expect(locked).toMatchObject(['locked', { ok: false, failure: { kind: 'locked' } }, { ok: false, failure: { kind: 'locked' } }]);
    expect(readFileSync(join(profile, 'vault.json'))).toEqual(before);
    const again = await inKeyring({ home, keyring: UNLOCKED, acts: [['vault-get', profile, 'token']] });
    expect(again).toEqual([{ ok: true, value: 'abc' }]);
  });

  it('tells an emptied keyring from a locked one: the key is lost, and a new vault begins beside the old one', async () => {
    const home = tempFolder();
    const profile = join(home, 'profile');
    mkdirSync(profile);
    await inKeyring({ home, keyring: UNLOCKED, acts: [['vault-set', profile, 'token', 'abc']] });
    const before = readFileSync(join(profile, 'vault.json'));
    rmSync(join(home, '.local', 'share', 'keyrings'), { recursive: true });
    const emptied = await inKeyring({
      home,
      keyring: UNLOCKED,
      acts: [
        ['vault-look', profile],
        ['vault-set', profile, 'token', 'xyz'],
        ['vault-anew', profile, 'token', 'new'],
        ['vault-get', profile, 'token'],
      ],
    });
    expect(emptied).toMatchObject(['lost', { ok: false }, done, { ok: true, value: 'new' }]);
    const aside = readdirSync(profile).filter((name) => name.startsWith('vault-kept-'));
    expect(aside.map((name) => readFileSync(join(profile, name)))).toEqual([before]);
  });

  it('is unavailable, with words for a person, where there is no D-Bus', async () => {
    const home = tempFolder();
    const [read, look] = await inKeyring({
      home,
      keyring: { kind: 'no-bus' },
      acts: [
        ['get', 'key'],
        ['vault-set', home, 'token', 'abc'],
      ],
    });
    expect(read).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(JSON.stringify(read)).toMatch(/D-Bus/);
    expect(look).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});
