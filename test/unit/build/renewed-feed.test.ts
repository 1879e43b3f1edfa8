import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOurs } from '#electron/desktop/updates/updater-feed.ts';
import { type Update, updateSchema } from '#shared/domain/update.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { FEED_SYSTEMS } from '../../../build/package/feed/feed-folder.ts';
import { feedSigner } from '../../../build/package/feed/feed-signer.ts';
import { feedText } from '../../../build/package/feed/feed-text.ts';
import { readUpdateKeys } from '../../../build/package/feed/update-keys.ts';
import { isPlainName } from '../../../build/package/feed/plain-name.ts';
import { planRenewal } from '../../../build/package/feed/plan-renewal.ts';
import { aFeed, CURRENT, type FeedOfTest, FOREIGN, KEYS, plan, planned, renew, SPARE } from './feed-of-test.ts';

const LONG_AGO = new Date('2026-01-05T08:00:00Z');

describe('the feed', () => {
  it('ends after 90 days, is signed by either key, and by no key that installations do not know or believe no more', () => {
    expect(feedSigner(CURRENT.pem, KEYS, LONG_AGO).expires).toBe('2026-04-05');
    expect(feedSigner(SPARE.pem, { ...KEYS, withdrawn: [CURRENT.key] }, LONG_AGO)).toMatchObject({
      withdrawn: [CURRENT.key],
      believes: [SPARE.key],
    });
    expect(() => feedSigner(FOREIGN.pem, KEYS, LONG_AGO)).toThrow('nobody would take what it signs');
    expect(() => feedSigner(CURRENT.pem, { ...KEYS, withdrawn: [CURRENT.key] }, LONG_AGO)).toThrow('withdraws');
    expect(() => feedSigner(CURRENT.pem, { current: null, spare: null, withdrawn: [] }, LONG_AGO)).toThrow('names no key yet');
  });
});

describe('a feed that is renewed', () => {
  it('has 90 more days, and all else is as it was, the part of installations too', () => {
    const feed = aFeed();
    const before = feed.read();
    expect(renew(feed)).toMatchObject({ status: 0, stderr: '' });
    const after = feed.read();
    expect(Date.parse(after.expires) - Date.now()).toBeGreaterThan(88 * 86_400_000);
    expect(after).toEqual({ ...before, expires: after.expires, signature: after.signature });
    for (const name of feed.names) expect(isOurs(updateSchema.parse(feed.read(name)), CURRENT.key)).toBe(true);
  });

  it('may have line ends of Windows, which mean the same', () => {
    const feed = aFeed();
    for (const name of feed.names) feed.write(feedText(feed.read(name)).replaceAll('\n', '\r\n'), name);
    expect(renew(feed)).toMatchObject({ status: 0 });
  });

  it('is that of the spare key too, which a change of keys leaves there', () => {
    expect(renew(aFeed({ by: SPARE }))).toMatchObject({ status: 0 });
    expect(renew(aFeed(), { pem: SPARE.pem })).toMatchObject({ status: 1, stderr: expect.stringContaining('is not signed by us') });
  });

  it('is never that of a key that was withdrawn: its signature says nothing any more', () => {
    const keys = { ...KEYS, withdrawn: [CURRENT.key] };
    expect(renew(aFeed({ keys }), { pem: SPARE.pem })).toMatchObject({ status: 1, stderr: expect.stringContaining('is not signed by us') });
    const bySpare = aFeed({ by: SPARE, keys });
    expect(renew(bySpare, { pem: SPARE.pem })).toMatchObject({ status: 0 });
    expect(bySpare.read().withdrawn).toEqual([CURRENT.key]);
  });

  it('takes a newer version back, for the packages of then', () => {
    const feed = aFeed();
    feed.note('1.2.0.taken-back');
    expect(renew(feed, { words: ['--rollback-of', '1.2.0'] })).toMatchObject({ status: 0 });
    expect(feed.read()).toMatchObject({ takesBack: ['1.2.0'], notes: { en: '1.2.0.taken-back en' } });
    writeFileSync(join(feed.folder, 'Intray-1.1.0.exe'), 'evil');
    expect(renew(feed, { words: ['--rollback-of', '1.3.0'] }).status).toBe(1);
  });
});

describe('the stranger whose announcement lies on the server', () => {
  const EVIL = { 'latest-linux.yml': 'evil.deb', 'latest-mac.yml': 'evil.zip', 'latest.yml': 'evil.exe' };
  const stranger = (): FeedOfTest => {
    const feed = aFeed({ by: FOREIGN });
    for (const name of feed.names) {
      const file = feed.put(EVIL[name], Buffer.from('evil'));
      feed.sign({ ...feed.read(name), files: [file], path: file.url, sha512: file.sha512 }, FOREIGN, name);
    }
    return feed;
  };

  it('gets no signature by naming their own key in the environment, as current or as spare', () => {
    for (const env of [
      { INTRAY_UPDATE_KEY: FOREIGN.key, INTRAY_UPDATE_SPARE_KEY: CURRENT.key },
      { INTRAY_UPDATE_KEY: CURRENT.key, INTRAY_UPDATE_SPARE_KEY: FOREIGN.key },
    ]) {
      const feed = stranger();
      const before = readFileSync(join(feed.folder, 'latest.yml'), 'utf8');
      for (const done of [plan(feed, { env }), renew(feed, { env })])
        expect(done).toMatchObject({ status: 1, stderr: expect.stringMatching(/^latest-linux\.yml is not signed by us/) });
      expect(readFileSync(join(feed.folder, 'latest.yml'), 'utf8')).toBe(before);
    }
  });

  it('gets none either where their key even got into the reviewed file as the current one, and the real one signs as the spare', () => {
    const feed = stranger();
    feed.setKeys({ current: FOREIGN.key, spare: CURRENT.key, withdrawn: [] });
    expect(plan(feed)).toMatchObject({ status: 0, stdout: expect.stringContaining('evil.exe') });
    // Somebody approves even that, and the real key believes its own half alone.
    expect(renew(feed)).toMatchObject({ status: 1, stderr: expect.stringContaining('is not signed by us') });
  });

  it('gets none for an announcement that they replaced, one of several or all of them', () => {
    const changes: readonly [change: (update: Update) => object, said: RegExp][] = [
      [(update) => ({ ...update, notes: { en: 'x', fr: 'x' } }), /is not signed by us/],
      [(update) => ({ ...update, expires: '2099-01-01' }), /is not signed by us/],
      [(update) => ({ ...update, withdrawn: [CURRENT.key] }), /is not signed by us/],
      [(update) => ({ ...update, files: [...update.files, { ...update.files[0], url: 'evil.exe' }] }), /is not signed by us/],
      [(update) => ({ ...update, signature: null }), /is not signed by us/],
      [() => ({}), /is not signed by us/],
      [(update) => ({ ...update, path: 'evil.exe', sha512: 'E'.repeat(88) }), /names beside its files a package that is not signed/],
      [(update) => ({ ...update, minimumSystemVersion: '99' }), /has minimumSystemVersion, which no release writes/],
      [(update) => ({ ...update, packages: { x64: { path: 'evil.exe' } } }), /has packages, which no release writes/],
      [
        (update) => ({ ...update, files: update.files.map((file) => ({ ...file, isAdminRightsRequired: true })) }),
        /has isAdminRightsRequired/,
      ],
      [(update) => ({ ...update, stagingPercentage: '100' }), /percentage/],
    ];
    for (const [change, said] of changes)
      for (const replaced of [['latest.yml'], ['latest-linux.yml', 'latest-mac.yml', 'latest.yml']] as const) {
        const feed = aFeed();
        for (const name of replaced) feed.write(feedText(change(feed.read(name))), name);
        const before = feed.names.map((name) => feed.text(name));
        expect(whyNot(feed)).toMatch(said);
        expect(feed.names.map((name) => feed.text(name))).toEqual(before);
      }
  });

  it('gets none for text that a reader of YAML understands otherwise', () => {
    for (const text of [
      (ours: string) => ours.replace('{', '{ # evil\n'),
      (ours: string) => `\uFEFF${ours}`,
      (ours: string) => `---\n${ours}`,
      () => 'version: 1.1.0\nfiles:\n  - url: evil.exe\n',
      (ours: string) => `${ours}\n---\nversion: 9.9.9\n`,
    ]) {
      const feed = aFeed();
      feed.write(text(feed.text('latest.yml')), 'latest.yml');
      expect(whyNot(feed)).toContain('is not the JSON that a release writes');
    }
    // One member twice: what is signed and written is what was checked, and only that.
    const feed = aFeed();
    feed.write(feed.text('latest.yml').replace('{', '{"version":"9.9.9","files":[],'), 'latest.yml');
    expect(renew(feed)).toMatchObject({ status: 0 });
    expect(feed.text('latest.yml')).not.toContain('9.9.9');
  });

  it('gets none by an older announcement of ours, or one of another system or of before a rollback', () => {
    const older = aFeed({ version: '1.0.0' });
    expect(whyNot(older)).toContain('announces 1.0.0 and not 1.1.0');
    const mixed = aFeed();
    mixed.write(mixed.text('latest.yml'), 'latest-mac.yml');
    expect(whyNot(mixed)).toContain('which is no package for mac');
    const replayed = aFeed();
    const before = replayed.text('latest.yml');
    replayed.note('1.2.0.taken-back');
    expect(renew(replayed, { words: ['--rollback-of', '1.2.0'] })).toMatchObject({ status: 0 });
    replayed.write(before, 'latest.yml');
    expect(whyNot(replayed)).toContain('latest.yml says something else than latest-linux.yml');
  });

  it('gets none for a package that is missing, another one, or cut', () => {
    for (const spoil of [
      (file: string) => rmSync(file),
      (file: string) => writeFileSync(file, 'evil'),
      (file: string) => writeFileSync(file, readFileSync(file).subarray(1)),
      (file: string) => renameSync(file, file.replace('Intray', 'INTRAY')),
    ]) {
      const feed = aFeed();
      spoil(join(feed.folder, 'Intray-1.1.0.exe'));
      expect(whyNot(feed)).toBe('latest.yml announces Intray-1.1.0.exe, which is not there or is another file');
      expect(renew(feed)).toMatchObject({ status: 1, stderr: expect.stringContaining('which is not there or is another file') });
    }
  });

  it('gets none for names that lead elsewhere, also where we once signed them', () => {
    const feed = aFeed();
    const odd = ['../evil.exe', String.raw`..\evil.exe`, '/evil.exe', 'a/evil.exe', 'https://x/evil.exe', '.exe', 'evil.exe.', 'NUL.exe'];
    expect([...odd, '..', 'C:evil.exe', 'evil.exe\n', 'evil\u202Eexe.exe', 'evil exe'].filter(isPlainName)).toEqual([]);
    const ours = feed.read('latest.yml');
    for (const url of ['../Intray-1.1.0.exe', String.raw`..\Intray-1.1.0.exe`, 'INTRAY-1.1.0.EXE']) {
      feed.sign({ ...ours, path: url, files: ours.files.map((file) => ({ ...file, url })) }, CURRENT, 'latest.yml');
      expect(whyNot(feed)).toContain('which is no package for windows');
    }
  });

  it('gets none in a folder with further announcements, or with one that is missing', () => {
    for (const name of ['latest-linux-arm64.yml', 'latest-evil.yml', 'latest.yaml']) {
      const feed = aFeed();
      feed.write(feed.text('latest.yml'), name);
      expect(whyNot(feed)).toBe(`${name} lies there and is no announcement of ours`);
    }
    const feed = aFeed();
    rmSync(join(feed.folder, 'latest-mac.yml'));
    expect(whyNot(feed)).toBe('latest-mac.yml is not there');
    const folders = aFeed();
    mkdirSync(join(folders.folder, 'inside'));
    expect(whyNot(folders)).toBe('inside is a link or a folder, and no file');
  });

  it('gets none by a link, which may lead to other bytes a moment later', unless(NO_LINKS), () => {
    for (const name of ['latest.yml', 'Intray-1.1.0.exe']) {
      const feed = aFeed();
      const elsewhere = join(tempFolder(), name);
      renameSync(join(feed.folder, name), elsewhere);
      symlinkSync(elsewhere, join(feed.folder, name));
      expect(whyNot(feed)).toBe(`${name} is a link or a folder, and no file`);
    }
  });
});

describe('what a person approves', () => {
  it('shows version, packages by their hashes, days, keys and what is taken back, before and after', () => {
    const feed = aFeed();
    feed.note('1.2.0.taken-back');
    const { status, stdout } = plan(feed, { words: ['--rollback-of', '1.2.0'] });
    expect(status).toBe(0);
    const [file] = feed.read('latest.yml').files;
    expect(stdout).toContain(`\`Intray-1.1.0.exe\`, ${file?.size} bytes, SHA-512 \`${file?.sha512}\``);
    expect(stdout).toMatch(/\| takes back \| none \| \*\*1\.2\.0\*\* \|/);
    expect(stdout).toMatch(/\| accepted until \| 2026-04-05 \| \*\*20\d\d-\d\d-\d\d\*\* \|/);
    expect(stdout).toMatch(/\| keys withdrawn \| none \| the same \|/);
    expect(stdout).toContain(createHash('sha256').update(Buffer.from(CURRENT.key, 'base64')).digest('hex').slice(0, 16));
    // The version of the project is another one, as after a release was taken back.
    expect(stdout).toContain('package.json names 0.1.0, the feed 1.1.0');
  });

  it('is signed and nothing else: not after any change of feed, keys or day, nor what was planned months ago', () => {
    const approved = aFeed();
    const { digest, expires } = planned(approved);
    const other = aFeed({ percentage: 50 });
    const refused = { status: 1, stderr: expect.stringContaining('this is not what was approved') };
    expect(renew(other, { digest, expires })).toMatchObject(refused);
    approved.setKeys({ ...KEYS, spare: FOREIGN.key });
    expect(renew(approved, { digest, expires })).toMatchObject(refused);
    approved.setKeys({ ...KEYS, withdrawn: [FOREIGN.key] });
    expect(renew(approved, { digest, expires })).toMatchObject(refused);
    approved.setKeys(KEYS);
    for (const day of ['2026-04-05', '2099-01-01'])
      expect(renew(approved, { digest, expires: day })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is not within 90 days'),
      });
    expect(renew(approved, { digest, expires })).toMatchObject({ status: 0 });
  });

  it('is needed: without it, and without a key in the reviewed file, nothing is signed', () => {
    expect(renew(aFeed(), { digest: '' }).status).toBe(2);
    const feed = aFeed();
    const { digest, expires } = planned(feed);
    feed.setKeys({ current: null, spare: null, withdrawn: [] });
    expect(renew(feed, { digest, expires })).toMatchObject({ status: 1, stderr: expect.stringContaining('names no key yet') });
  });
});

describe('the file of keys', () => {
  it('is read in one spelling, and refused with a sentence where it cannot be right', () => {
    const wrong: readonly [keys: unknown, said: RegExp][] = [
      [{ current: CURRENT.key }, /has to name "current", "spare" and "withdrawn"/],
      [{ ...KEYS, more: 1 }, /nothing else/],
      [{ ...KEYS, current: 'AAAA' }, /no public key of Ed25519/],
      [{ ...KEYS, current: `${CURRENT.key}\n` }, /no public key of Ed25519/],
      [{ ...KEYS, current: null }, /spare key without a current one/],
      [{ ...KEYS, spare: CURRENT.key }, /one key twice/],
      [{ ...KEYS, withdrawn: ['x'] }, /withdrawn what is no public key/],
    ];
    for (const [keys, said] of wrong) {
      const feed = aFeed();
      writeFileSync(feed.keys, JSON.stringify(keys));
      expect(() => readUpdateKeys(feed.keys)).toThrow(said);
    }
  });

  it('of the project names keys, or none yet', () => {
    const { current, spare } = readUpdateKeys();
    expect(current === null ? spare : current).toBe(current);
  });
});

/** The sentence with which nothing is signed; both steps ask for it. */
function whyNot({ folder }: FeedOfTest): string {
  const believes = [CURRENT.key, SPARE.key];
  try {
    planRenewal(folder, FEED_SYSTEMS, KEYS, { version: '1.1.0', believes, rollback: null, expires: '2026-12-31', withdrawn: [] });
    return 'it would be signed';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
