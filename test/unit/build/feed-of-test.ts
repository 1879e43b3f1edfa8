import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import process from 'node:process';
import type { Update } from '#shared/domain/update.ts';
import { updateText } from '#shared/domain/update-text.ts';
import { tempFolder } from '#test/support/folders.ts';
import { feedText } from '../../../build/package/feed/feed-text.ts';
import type { ReviewedKeys } from '../../../build/package/feed/update-keys.ts';
import { parseSync } from 'oxc-parser';

export const [CURRENT, SPARE, FOREIGN] = [pair(), pair(), pair()] as const;
type Pair = ReturnType<typeof pair>;
export const KEYS: ReviewedKeys = { current: CURRENT.key, spare: SPARE.key, withdrawn: [] };

const PROGRAM = resolve('build/package/feed/renew-feed.ts');
const PACKAGES = {
  'latest-linux.yml': ['Intray-1.1.0.AppImage', 'Intray-1.1.0.deb'],
  'latest-mac.yml': ['Intray-1.1.0.zip', 'Intray-1.1.0.dmg'],
  'latest.yml': ['Intray-1.1.0.exe'],
} as const;
type Name = keyof typeof PACKAGES;

export type FeedOfTest = ReturnType<typeof aFeed>;

/** A feed of three systems as a release left it months ago, with its packages. */
export function aFeed({ by = CURRENT, keys = KEYS, version = '1.1.0', percentage = 10 } = {}) {
  const root = tempFolder();
  const folder = join(root, 'feed');
  for (const path of [folder, join(root, 'docs', 'release-notes')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"version":"0.1.0"}');
  const keysFile = join(root, 'keys.json');
  const write = (text: string, name: string): void => writeFileSync(join(folder, name), text);
  const text = (name: Name): string => readFileSync(join(folder, name), 'utf8');
  const put = (url: string, bytes: Buffer) => {
    writeFileSync(join(folder, url), bytes);
    return { url, sha512: createHash('sha512').update(bytes).digest('base64'), size: bytes.byteLength };
  };
  const feed = {
    root,
    folder,
    keys: keysFile,
    names: Object.keys(PACKAGES) as readonly Name[],
    put,
    write,
    text,
    read: (name: Name = 'latest.yml') => JSON.parse(text(name)) as Update,
    /** Signs it as it is, whatever it says. */
    sign: (announced: object, { privateKey }: Pair, name: Name): void =>
      write(
        feedText({ ...announced, signature: sign(null, Buffer.from(updateText(announced as Update)), privateKey).toString('base64') }),
        name,
      ),
    setKeys: (to: ReviewedKeys): void => writeFileSync(keysFile, JSON.stringify(to)),
    note: (of: string): void => {
      for (const language of ['en', 'fr'])
        writeFileSync(join(root, 'docs', 'release-notes', `${of}.${language}.md`), `${of} ${language}\n`);
    },
  };
  feed.setKeys(keys);
  for (const name of feed.names) {
    const files = PACKAGES[name].map((url) => ({ ...put(url, Buffer.from(`bytes of ${url}`)), blockMapSize: 7 }));
    const said = { version, files, path: files[0]?.url, sha512: files[0]?.sha512, releaseDate: '2026-01-05T08:00:00.000Z' };
    const more = { notes: { en: 'Faster.', fr: 'Plus rapide.' }, expires: '2026-04-05', withdrawn: [], journal: 7, takesBack: [] };
    feed.sign({ ...said, ...more, stagingPercentage: percentage }, by, name);
  }
  return feed;
}

type Asked = { readonly words?: readonly string[]; readonly env?: Readonly<Record<string, string>> };

export function plan(feed: FeedOfTest, { words = [], env = {} }: Asked = {}) {
  return run(feed, ['--plan', ...words], env);
}

/** What the first job hands on to the approval and to the second; empty where it refuses. */
export function planned(feed: FeedOfTest, words: readonly string[] = []): { readonly digest: string; readonly expires: string } {
  const [, digest = '', expires = ''] = /--planned (\S+) --expires (\S+)/.exec(plan(feed, { words }).stdout) ?? [];
  return { digest, expires };
}

/** Signs what was planned before, or what it plans itself. */
export function renew(feed: FeedOfTest, { words = [], env = {}, pem = CURRENT.pem, ...approved }: Asked & Partial<Signed> = {}) {
  const seen = planned(feed, words);
  const digest = approved.digest ?? (seen.digest || 'f'.repeat(64));
  const expires = approved.expires ?? (seen.expires || inDays(90));
  const signs = digest === '' ? [] : ['--planned', digest, '--expires', expires];
  return run(feed, [...signs, ...words], { ...env, INTRAY_UPDATE_SIGNING_KEY: pem });
}
type Signed = { readonly pem: string; readonly digest: string; readonly expires: string };

function run({ root, keys }: FeedOfTest, words: readonly string[], env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [PROGRAM, 'feed', '--version', '1.1.0', '--keys', keys, ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_OUTPUT: undefined, GITHUB_STEP_SUMMARY: undefined, ...env },
  });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    privateKey,
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/** All modules that are loaded when this file runs, without type-only imports. */
export function loadedBy(file: string, seen = new Map<string, readonly string[]>()): ReadonlyMap<string, readonly string[]> {
  if (seen.has(file)) return seen;
  const { module } = parseSync(file, readFileSync(file, 'utf8'));
  const imports = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType));
  const named = [
    ...imports,
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ moduleRequest }] : []))),
  ];
  const names = named.map(({ moduleRequest }) => moduleRequest.value);
  seen.set(file, [...names, ...module.dynamicImports.map(() => 'a dynamic import')]);
  for (const name of names) if (name.startsWith('.')) loadedBy(posix.join(posix.dirname(file), name), seen);
  return seen;
}
