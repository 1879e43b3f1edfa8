import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isOurs } from '#electron/desktop/updates/is-ours.ts';
import { type Update, updateSchema } from '#shared/domain/update.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { feedSigner } from '../../../build/package/feed-signer.ts';
import { feedText } from '../../../build/package/feed-text.ts';
import { finishAnnouncement } from '../../../build/package/finish-announcement.ts';

const [CURRENT, SPARE, FOREIGN] = [pair(), pair(), pair()] as const;
const KEYS = { INTRAY_UPDATE_KEY: CURRENT.key, INTRAY_UPDATE_SPARE_KEY: SPARE.key, INTRAY_UPDATE_WITHDRAWN: '' };
const LONG_AGO = new Date('2026-01-05T08:00:00Z');

describe('the feed', () => {
  it('ends after 90 days, is signed by either key, and by no key that installations do not know or believe no more', () => {
    expect(feedSigner(CURRENT.pem, KEYS, LONG_AGO).expires).toBe('2026-04-05');
    expect(feedSigner(SPARE.pem, { ...KEYS, INTRAY_UPDATE_WITHDRAWN: `${CURRENT.key}, x` }, LONG_AGO).withdrawn).toEqual([
      CURRENT.key,
      'x',
    ]);
    expect(() => feedSigner(FOREIGN.pem, KEYS, LONG_AGO)).toThrow('nobody would take what it signs');
    expect(() => feedSigner(CURRENT.pem, { ...KEYS, INTRAY_UPDATE_WITHDRAWN: CURRENT.key }, LONG_AGO)).toThrow('INTRAY_UPDATE_WITHDRAWN');
  });
});

describe('a feed that is renewed', () => {
  it('has 90 more days, and all else is as it was, the part of installations too', () => {
    const { folder, before, read } = feed({ percentage: 10 });
    expect(renew(folder)).toMatchObject({ status: 0, stderr: '' });
    const after = read();
    expect(Date.parse(after.expires) - Date.now()).toBeGreaterThan(88 * 86_400_000);
    expect(after).toEqual({ ...before, expires: after.expires, signature: after.signature });
    expect(isOurs(updateSchema.parse(after), CURRENT.key)).toBe(true);
  });

  it('names the key that has leaked, signed by the spare one', () => {
    const { folder, read } = feed();
    expect(renew(folder, { INTRAY_UPDATE_SIGNING_KEY: SPARE.pem, INTRAY_UPDATE_WITHDRAWN: CURRENT.key })).toMatchObject({ status: 0 });
    expect(read().withdrawn).toEqual([CURRENT.key]);
    expect(isOurs(updateSchema.parse(read()), SPARE.key)).toBe(true);
  });

  it('gets no signature where somebody changed it, or put an older one in its place', () => {
    const changes: readonly [change: (update: Update) => object, version: string, said: RegExp][] = [
      [(update) => ({ ...update, notes: { en: 'x', fr: 'x' } }), '1.1.0', /latest\.yml is not signed by us/],
      [(update) => ({ ...update, expires: '2099-01-01' }), '1.1.0', /latest\.yml is not signed by us/],
      [(update) => update, '1.2.0', /latest\.yml announces 1\.1\.0 and not 1\.2\.0/],
    ];
    for (const [change, version, said] of changes) {
      const { folder, before } = feed();
      const changed = feedText(change(before));
      writeFileSync(join(folder, 'latest.yml'), changed);
      expect(renew(folder, {}, version)).toMatchObject({ status: 1, stderr: expect.stringMatching(said) as string });
      expect(readFileSync(join(folder, 'latest.yml'), 'utf8')).toBe(changed);
    }
    expect(renew(feed().folder, { INTRAY_UPDATE_KEY: '', INTRAY_UPDATE_SPARE_KEY: '' }).status).toBe(2);
  });
});

describe('the monthly run that renews it', () => {
  const text = readFileSync('.github/workflows/renew-feed.yml', 'utf8');

  it('asks a person, keeps the key to one step of a job that installs nothing, and pins what it uses', () => {
    expect(text.match(/environment: signing/g)).toHaveLength(1);
    expect(text).not.toMatch(/\bnpm\b|\bnpx\b/);
    expect(text.match(/secrets\./g)).toHaveLength(1);
    expect(text).not.toMatch(/run:.*\$\{\{/);
    for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });
});

function feed({ percentage = 100 } = {}) {
  const folder = tempFolder();
  const file = join(folder, 'latest.yml');
  const built = { version: '1.1.0', journal: 7, path: 'a.exe', files: [{ url: 'a.exe', sha512: 'A'.repeat(88), size: 7 }] };
  const before = finishAnnouncement(built, {
    percentage,
    notesOf: () => 'Faster.',
    isThere: () => true,
    ...feedSigner(CURRENT.pem, KEYS, LONG_AGO),
  });
  writeFileSync(file, feedText(before));
  return { folder, before, read: () => parse(readFileSync(file, 'utf8')) as Update };
}

function renew(folder: string, more: Readonly<Record<string, string>> = {}, version = '1.1.0') {
  return spawnSync(process.execPath, ['build/package/renew-feed.ts', folder, '--version', version], {
    encoding: 'utf8',
    env: { ...process.env, ...KEYS, INTRAY_UPDATE_SIGNING_KEY: CURRENT.pem, ...more },
  });
}

function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}
