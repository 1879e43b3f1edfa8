import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { isOurs } from '#electron/desktop/updates/updater-feed.ts';
import { updateSchema } from '#shared/domain/update.ts';
import { npmBill, shippedBill } from '../../../build/package/bill-of-materials.ts';
import { finishAnnouncement } from '../../../build/package/feed/finish-announcement.ts';
import { joinAnnouncements } from '../../../build/package/join-announcements.ts';
import { packageFolder } from '../../../build/package/note-packages.ts';
import { planTargets } from '../../../build/package/plan-targets.ts';
import { missingForRelease, releaseFacts } from '../../../build/package/release-facts.ts';
import { shippedLibraries } from '../../../build/package/shipped-libraries.ts';
import { type ThirdParty, thirdParties, thirdPartyText } from '../../../build/package/third-party.ts';
import { unless } from '#test/support/why-skipped.ts';

const everything = (): boolean => true;
import { CONFIGURATION } from '#test/support/network/ask-host.ts';

describe('which packages a machine makes', () => {
  it('are those of its own system, with the reason for each of the others', () => {
    const plan = planTargets({ platform: 'darwin', electron: 'real', has: everything });
    expect(plan.make).toEqual(['dmg', 'zip']);
    expect(plan.leave.map(({ target }) => target)).toEqual(['AppImage', 'deb', 'nsis']);
    expect(plan.leave.at(-1)?.why).toContain('made on Windows');
  });

  it('are none without Electron’s own program, and it is said how to get it', () => {
    const plan = planTargets({ platform: 'linux', electron: 'absent', has: everything });
    expect(plan.make).toEqual([]);
    expect(plan.leave.find(({ target }) => target === 'deb')?.why).toContain('npx install-electron');
  });

  it('of the stand-in are those for which the tools are here', () => {
    const plan = planTargets({ platform: 'linux', electron: 'stand-in', has: (program) => program === 'dpkg-deb' });
    expect(plan.make).toEqual(['deb']);
    expect(plan.leave[0]).toMatchObject({ target: 'AppImage', why: expect.stringContaining('squashfs-tools') });
  });
});

describe('what belongs to whoever gives Intray out', () => {
  const [key = '', spare = ''] = [1, 2].map(() => publicHalf(generateKeyPairSync('ed25519').publicKey));
  const all = {
    INTRAY_UPDATE_URL: 'https://updates.example/',
    INTRAY_HOMEPAGE: 'https://www.example/',
    INTRAY_MAINTAINER: 'An Office <packages@office.example>',
    INTRAY_CONFIGURATION: JSON.stringify(CONFIGURATION),
  };

  const keys = { current: key, spare, withdrawn: [] };

  it('comes by the environment and the file of keys, and a release lacks each of them that was not given', () => {
    expect(releaseFacts(all, keys)).toEqual({
      feed: { url: 'https://updates.example/', keys: [key, spare] },
      homepage: 'https://www.example/',
      maintainer: 'An Office <packages@office.example>',
      configuration: CONFIGURATION,
    });
    expect(missingForRelease(releaseFacts(all, keys))).toEqual([]);
    const alone = releaseFacts(all, { ...keys, spare: null });
    expect(alone.feed?.keys).toEqual([key]);
    expect(missingForRelease(alone)).toEqual([expect.stringMatching(/^"spare" in update-keys\.json/)]);
    expect(missingForRelease(releaseFacts({ ...all, INTRAY_CONFIGURATION: '' }, keys))).toEqual([]);
    expect(missingForRelease(releaseFacts({ ...all, INTRAY_HOMEPAGE: '' }, keys))).toEqual([expect.stringMatching(/^INTRAY_HOMEPAGE/)]);
    expect(missingForRelease(releaseFacts({ ...all, INTRAY_MAINTAINER: '' }, keys))).toEqual([expect.stringMatching(/^INTRAY_MAINTAINER/)]);
    expect(missingForRelease(releaseFacts({ INTRAY_UPDATE_URL: '' }, keys))).toHaveLength(3);
  });

  it.each([
    [{ INTRAY_UPDATE_URL: 'http://updates.example/' }, /INTRAY_UPDATE_URL has to begin with https/],
    [{ INTRAY_UPDATE_URL: 'updates.example' }, /INTRAY_UPDATE_URL has to begin with https/],
    [{ INTRAY_CONFIGURATION: 'relay.example' }, /INTRAY_CONFIGURATION has to be JSON with relayUrl and service; it: /],
    [{ INTRAY_CONFIGURATION: '{"relayUrl":"https://relay.example/"}' }, /and service; service: /],
    [{ INTRAY_CONFIGURATION: JSON.stringify({ ...CONFIGURATION, relayUrl: 'http://relay.example/' }) }, /relayUrl: must be https/],
    [{ INTRAY_HOMEPAGE: 'www.example' }, /INTRAY_HOMEPAGE has to begin with https/],
    [{ INTRAY_MAINTAINER: 'An Office' }, /INTRAY_MAINTAINER has to be/],
    [{ INTRAY_MAINTAINER: 'packages@office.example' }, /INTRAY_MAINTAINER has to be/],
    [{ INTRAY_MAINTAINER: 'An Office <packages@office>' }, /INTRAY_MAINTAINER has to be/],
    [{ INTRAY_MAINTAINER: 'Office, An <packages@office.example>' }, /INTRAY_MAINTAINER has to be/],
  ])('is refused with a sentence where it cannot be right: %j', (wrong, sentence) => {
    expect(() => releaseFacts({ ...all, ...wrong }, keys)).toThrow(sentence);
  });

  it('has no other keys than those of the file, whatever the environment says', () => {
    const named = { ...all, INTRAY_UPDATE_KEY: spare, INTRAY_UPDATE_SPARE_KEY: key };
    expect(releaseFacts(named, keys).feed?.keys).toEqual([key, spare]);
    expect(() => releaseFacts(named, { current: null, spare: null, withdrawn: [] })).toThrow(/needs "current" in update-keys\.json/);
    for (const withdrawn of [[key], [spare]])
      expect(() => releaseFacts(all, { ...keys, withdrawn })).toThrow('withdraws a key that it would');
  });

  it('is missing before anything is built', () => {
    const env = { ...process.env, INTRAY_UPDATE_URL: '', INTRAY_HOMEPAGE: '' };
    const run = spawnSync(process.execPath, ['build/package/main.ts', '--require-signature'], { encoding: 'utf8', env });
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('INTRAY_HOMEPAGE') });
  });
});

describe('what the packages of one system announce', () => {
  it('is joined, so that an AppImage and a .deb each find themselves', () => {
    const joined = joinAnnouncements(announced('a.AppImage'), announced('a.deb'));
    expect(joined.files.map(({ url }) => url)).toEqual(['a.AppImage', 'a.deb']);
    expect(joinAnnouncements(joined, announced('a.deb')).files).toHaveLength(2);
  });

  it('is of one version alone', () => {
    expect(joinAnnouncements(announced('old.deb', '0.9.0'), announced('a.deb')).files).toHaveLength(1);
    expect(joinAnnouncements('nothing', announced('a.deb')).files).toHaveLength(1);
  });
});

describe('the packages whose code was taken in', () => {
  it('are told by their place, as the lock file has it', () => {
    expect(packageFolder('/p', '/p/node_modules/zod/v4/core.js')).toBe('node_modules/zod');
    expect(packageFolder('/p', '/p/node_modules/a/node_modules/@b/c/d.js?x')).toBe('node_modules/a/node_modules/@b/c');
    expect(packageFolder('C:\\p', 'C:\\p\\node_modules\\@b\\c\\d.js')).toBe('node_modules/@b/c');
    expect(packageFolder('/p', '\0/p/node_modules/zod/x.js')).toBe('node_modules/zod');
    expect(packageFolder('/p', '/p/electron/main.ts')).toBeNull();
  });
});

const why = existsSync('dist/packages/main.json') && existsSync('dist/packages/client.json') ? null : 'nothing is built: npm run build';

describe('what is shipped of others', unless(why), () => {
  it('has a licence that may be shipped, and its text', () => {
    expect(parties().length).toBeGreaterThan(40);
    // What is under the LGPL is shipped in files of its own, outside the archive, which a user may replace.
    expect(
      parties()
        .filter(({ licence }) => !ALLOWED.has(licence))
        .map(({ name, licence }) => [name, licence]),
    ).toEqual([
      ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
      ['libheif-js', 'LGPL-3.0'],
    ]);
    for (const party of parties()) expect(thirdPartyText([party], []).length).toBeGreaterThan(400);
  });

  it('stands in the bill of materials with the very versions and hashes of the lock file, and nothing else does', () => {
    const libraries = shippedLibraries(process.cwd());
    const bill = shippedBill(npmBill(process.cwd()), parties(), libraries);
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string; integrity: string } | undefined>;
    };
    const listed = hashes(bill.components);
    for (const { folder, name, version } of parties()) {
      const locked = lock.packages[folder];
      expect(locked?.version).toBe(version);
      const hex = Buffer.from(locked?.integrity.replace('sha512-', '') ?? '', 'base64').toString('hex');
      expect({ name, hash: listed.get(`${name}@${version}`) }).toEqual({ name, hash: hex });
    }
    expect(bill.components.map(({ name }) => name)).toContain('electron');
    expect(bill.components.length).toBe(parties().length + libraries.length + 1);
    expect(JSON.stringify(bill)).not.toMatch(/vitest|playwright|\/work\//);
    expect(bill.metadata.component).toMatchObject({ name: 'intray', type: 'application' });
  }, 180_000);

  it('cannot be shipped when the lock file does not know it', () => {
    const unknown: ThirdParty = { folder: 'node_modules/x', name: 'x', version: '1.0.0', licence: 'MIT', texts: ['x'] };
    const bill = {
      bomFormat: 'CycloneDX' as const,
      metadata: { component: { 'bom-ref': 'a', name: 'a', type: 'b' } },
      components: [],
      dependencies: [],
    };
    expect(() => shippedBill(bill, [unknown], [])).toThrow(/x@1\.0\.0/);
  });
});

describe('a feed that is finished', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicHalf(publicKey);
  const built = {
    version: '1.1.0',
    journal: 7,
    path: 'a.exe',
    sha512: 'x',
    files: [{ url: 'a.exe', sha512: 'A'.repeat(88), size: 7, blockMapSize: 3 }],
  };
  const finish = (percentage: number, of: unknown = built) =>
    finishAnnouncement(of, {
      percentage,
      notesOf: (version, language) => `${version} ${language}`,
      expires: '2026-04-05',
      withdrawn: [],
      sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
      isThere: ({ url }) => url === 'a.exe',
    });

  it('is one that the app takes for ours', () => {
    const update = updateSchema.parse(finish(10));
    expect(isOurs(update, key)).toBe(true);
    expect(update.notes).toEqual({ en: '1.1.0 en', fr: '1.1.0 fr' });
    expect(finish(10)).toMatchObject({ stagingPercentage: 10, path: 'a.exe' });
  });

  it('lets the part of installations be turned up without the key', () => {
    const later = { ...finish(10), stagingPercentage: 100 };
    expect(isOurs(updateSchema.parse(later), key)).toBe(true);
  });

  it.each([0, 101, Number.NaN, 10.5])('is none for %s %% of installations', (percentage) => {
    expect(() => finish(percentage)).toThrow('from 1 to 100');
  });

  it('is none without files that have hashes', () => {
    for (const files of [
      [],
      [{ url: 'a.exe', size: 7 }],
      [{ ...built.files[0], url: '../a.exe' }],
      [{ ...built.files[0], url: 'https://x/a.exe' }],
    ])
      expect(() => finish(10, { ...built, files })).toThrow('announces no version');
    for (const of of [null, 'x', { ...built, version: 'x' }]) expect(() => finish(10, of)).toThrow('announces no version');
  });

  it('is none of a package that does not lie there', () => {
    const files = [...built.files, { ...built.files[0], url: 'b.exe' }];
    expect(() => finish(10, { ...built, files })).toThrow('b.exe is not the package');
  });
});

function publicHalf(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

const ALLOWED = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Python-2.0',
  '0BSD',
  '(MIT AND Zlib)',
]);

function parties(): readonly ThirdParty[] {
  return thirdParties(process.cwd());
}

function announced(url: string, version = '1.0.0') {
  return { version, path: url, files: [{ url, sha512: 'x' }] };
}

/** By name and version. Libraries that are compiled into packages have none. */
function hashes(components: readonly unknown[]): ReadonlyMap<string, string | undefined> {
  const listed = components as readonly { readonly 'bom-ref': string; readonly hashes?: readonly { readonly content: string }[] }[];
  return new Map(listed.map((one) => [one['bom-ref'], one.hashes?.[0]?.content]));
}
