import { describe, expect, it } from 'vitest';
import { keychain, type KeychainCalls } from '#electron/platform/secrets/keychain.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inKeyring, keyringMissing } from '#test/support/keyring.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, NO_MODES, NO_NOFOLLOW, unless } from '#test/support/why-skipped.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { type CertificateStore, trustSystemCertificates } from '#electron/platform/create-world.ts';

/** A keychain whose prompt stays on the screen until the test answers it. */
function prompting(): KeychainCalls & { calls: number; answer(value: string | null): void } {
  const waiting: ((value: string | null) => void)[] = [];
  return {
    calls: 0,
    getPassword() {
      this.calls += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(true),
    answer: (value) => waiting.splice(0).forEach((resolve) => resolve(value)),
  };
}

describe('keychain', () => {
  it('asks one question at a time', async () => {
    const calls = prompting();
    const secrets = keychain({ clock: virtualClock(), load: () => Promise.resolve(calls) });
    const [first, second] = [secrets.get('a'), secrets.get('b')];
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.calls).toBe(1);
    calls.answer('one');
    expect(await first).toEqual({ ok: true, value: 'one' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls.calls).toBe(2);
    calls.answer(null);
    expect(await second).toEqual({ ok: true, value: null });
  });

  it('says locked when nobody answers in time, and begins no other question until that one ends', async () => {
    const clock = virtualClock();
    const calls = prompting();
    const secrets = keychain({ clock, timeoutMs: 10_000, load: () => Promise.resolve(calls) });
    const first = secrets.get('a');
    const second = secrets.get('a');
    await clock.advance(10_000);
    expect(await first).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(await second).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(calls.calls).toBe(1);

    calls.answer('late');
    await clock.settle();
    const third = secrets.get('a');
    await clock.settle();
    calls.answer('now');
    expect(await third).toEqual({ ok: true, value: 'now' });
    expect(clock.sleepers).toBe(0);
  });

  it('is unavailable, with the words of the platform, where its native part cannot be loaded', async () => {
    const secrets = keychain({ clock: virtualClock(), load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open')) });
    expect(await secrets.get('a')).toEqual({ ok: false, failure: { kind: 'unavailable', detail: 'libsecret-1.so.0: cannot open' } });
    expect(await secrets.set('a', 'b')).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  });
});

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

describe('key file', () => {
  it('keeps keys over several starts', async () => {
    const path = join(tempFolder(), 'intray.key');
    const store = keyFile({ path, absent: 'create' });
    expect(await store.get('vault')).toEqual(ok(null));
    expect(existsSync(path)).toBe(false);
    expect(await store.set('vault', 'abc')).toEqual(ok(null));
    const later = keyFile({ path, absent: 'refuse' });
    await Promise.all([later.set('other', 'x'), later.set('third', 'y')]);
    expect(await later.get('vault')).toEqual(ok('abc'));
    await later.delete('vault');
    expect(await later.get('vault')).toEqual(ok(null));
    expect(await later.get('third')).toEqual(ok('y'));
  });

  // On a system without file modes, the profile folder is the user's own.
  it('is for this user alone', unless(NO_MODES), async () => {
    const path = join(tempFolder(), 'intray.key');
    await keyFile({ path, absent: 'create' }).set('vault', 'abc');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is made only when asked for', async () => {
    const path = join(tempFolder(), 'intray.key');
    const store = keyFile({ path, absent: 'refuse' });
    expect(await store.get('vault')).toEqual(fail({ kind: 'unavailable', detail: 'there is no key file' }));
    expect(await store.set('vault', 'abc')).toMatchObject({ ok: false });
    expect(existsSync(path)).toBe(false);
  });

  it('refuses a file that others can read, and does not touch it', unless(NO_MODES), async () => {
    const path = join(tempFolder(), 'intray.key');
    await keyFile({ path, absent: 'create' }).set('vault', 'abc');
    for (const mode of [0o640, 0o604, 0o660, 0o602]) {
      chmodSync(path, mode);
      const store = keyFile({ path, absent: 'create' });
      expect(await store.get('vault')).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
      expect(await store.set('vault', 'new')).toMatchObject({ ok: false });
    }
    expect(readFileSync(path, 'utf8')).toContain('abc');
  });

  it('does not follow a link', unless(NO_NOFOLLOW, NO_LINKS), async () => {
    const folder = tempFolder();
    await keyFile({ path: join(folder, 'real'), absent: 'create' }).set('vault', 'abc');
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(await keyFile({ path: join(folder, 'link'), absent: 'create' }).get('vault')).toMatchObject({ ok: false });
  });

  it('never writes over what it does not understand', async () => {
    const path = join(tempFolder(), 'intray.key');
    writeFileSync(path, 'my shopping list', { mode: 0o600 });
    expect(await keyFile({ path, absent: 'create' }).set('vault', 'abc')).toEqual(
      fail({ kind: 'unavailable', detail: 'the key file is damaged' }),
    );
    expect(readFileSync(path, 'utf8')).toBe('my shopping list');
  });
});

/** A Node program with two authorities of its own, on a system that answers like this. */
function trusted(system: () => string[], set: (list: readonly unknown[]) => void = () => undefined) {
  const [log, given]: [ReturnType<typeof recordingLog>, string[][]] = [recordingLog(), []];
  const store: CertificateStore = {
    getCACertificates: (type) => (type === 'system' ? system() : ['A', 'B']),
    setDefaultCACertificates: (list) => {
      set(list);
      given.push(list as string[]);
    },
  };
  trustSystemCertificates(log, store);
  return { given, warned: log.lines.map(({ message }) => message) };
}

function broken(): never {
  throw new Error('no store');
}

const WARNED = ['system certificates cannot be read'];

describe('the authorities that are trusted', () => {
  it('are Node’s own and the system’s, each once', () => {
    expect(trusted(() => ['B', 'office'])).toEqual({ given: [['A', 'B', 'office']], warned: [] });
  });

  it('are Node’s own where the system’s store is empty, cannot be read, or holds what is no certificate', () => {
    expect(trusted(() => [])).toEqual({ given: [['A', 'B']], warned: [] });
    expect(trusted(broken)).toEqual({ given: [], warned: WARNED });
    expect(trusted(() => ['nonsense'], broken)).toEqual({ given: [], warned: WARNED });
  });
});
