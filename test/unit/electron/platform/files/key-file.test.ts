import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_LINKS, NO_MODES, NO_NOFOLLOW, unless } from '#test/support/why-skipped.ts';

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
