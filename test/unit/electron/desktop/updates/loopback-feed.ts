import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { updateText } from '#shared/domain/update-text.ts';
import { feedText } from '../../../../../build/package/feed/feed-text.ts';
import { createRequire } from 'node:module';
import * as electron from '#test/support/fake-electron/fake-electron.ts';
import type { StandInSquirrel } from './stand-in-squirrel.ts';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { tempFolder } from '#test/support/folders.ts';

const PAIRS = { current: generateKeyPairSync('ed25519'), spare: generateKeyPairSync('ed25519') };
/** The public halves of the feed's keys, as built into the app. */
export const FEED_KEY = PAIRS.current.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export const SPARE_KEY = PAIRS.spare.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
/** The private half of the current key, for the program that signs. */
const FEED_SIGNING_KEY = PAIRS.current.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
export const NOTES = { en: 'Faster.', fr: 'Plus rapide.' };

export type Offer = {
  readonly version: string;
  readonly stagingPercentage?: number;
  /** The package's ending; default `AppImage`. */
  readonly ending?: 'AppImage' | 'deb' | 'exe' | 'zip';
  /** The package's content, instead of a program that does nothing. */
  readonly holds?: string;
  /** Default `current`. */
  readonly signedBy?: keyof typeof PAIRS;
  readonly expires?: string;
  readonly withdrawn?: string[];
  readonly journal?: number;
  readonly takesBack?: string[];
  /** Changes the announcement after it was signed. */
  readonly change?: (info: Record<string, unknown>) => void;
  /** Changes the bytes on their way. */
  readonly spoil?: (bytes: Buffer) => void;
};

/** The journal version of all versions in these tests, by default. */
export const JOURNAL = 7;
/** Long after the clock of these tests. */
const EXPIRES = '2026-06-30';

export type LoopbackFeed = { readonly url: string; offer(offer: Offer): void; readonly downloads: () => number };

/** The names that electron-updater gives the announcement of each system; the one for Linux may include a processor. */
const ANNOUNCEMENTS: Readonly<Record<NonNullable<Offer['ending']>, RegExp>> = {
  AppImage: /^\/latest-linux(?:-\w+)?\.yml$/,
  deb: /^\/latest-linux(?:-\w+)?\.yml$/,
  exe: /^\/latest\.yml$/,
  zip: /^\/latest-mac\.yml$/,
};

/** A feed as on a web server: the signed announcement of one system, and the file that it names. */
export async function loopbackFeed(): Promise<LoopbackFeed> {
  let yml = '';
  let bytes = Buffer.alloc(0);
  let downloads = 0;
  let ending: keyof typeof ANNOUNCEMENTS | null = null;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const isApp = ending !== null && path.startsWith('/Intray-') && path.endsWith(`.${ending}`);
    const isAnnouncement = ending !== null && ANNOUNCEMENTS[ending].test(path);
    downloads += isApp ? 1 : 0;
    if (isApp) response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    else response.writeHead(isAnnouncement ? 200 : 404).end(isAnnouncement ? yml : '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    downloads: () => downloads,
    offer: ({ version, stagingPercentage, signedBy = 'current', expires = EXPIRES, withdrawn = [], change, spoil, ...rest }) => {
      bytes = rest.holds === undefined ? appBytes(version) : Buffer.from(rest.holds);
      ending = rest.ending ?? 'AppImage';
      const sha512 = createHash('sha512').update(bytes).digest('base64');
      const files = [{ url: `Intray-${version}-linux-x86_64.${ending}`, sha512, size: bytes.length }];
      const { journal = JOURNAL, takesBack = [] } = rest;
      const said = { version, files, notes: NOTES, expires, withdrawn, journal, takesBack };
      const signature = sign(null, Buffer.from(updateText(said)), PAIRS[signedBy].privateKey).toString('base64');
      const info: Record<string, unknown> = { ...said, path: files[0]?.url, sha512, signature };
      if (stagingPercentage !== undefined) info['stagingPercentage'] = stagingPercentage;
      change?.(info);
      yml = feedText(info);
      spoil?.(bytes);
    },
  };
}

/** A program that does nothing; it has to be one, because it is started after the installation. */
export function appBytes(version: string): Buffer<ArrayBuffer> {
  return Buffer.from(`#!/bin/sh\nexit 0\n${`the app ${version}\n`.repeat(1_000)}`);
}

/** electron-updater loads Electron through Node's own `require`, which the aliases of the tests do not affect. */
export function inPlaceOfElectron(autoUpdater: StandInSquirrel): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: { ...electron, autoUpdater } } as NodeJS.Module;
}

type BlockMaps = {
  readonly buildBlockMap: (file: string, form: 'deflate' | 'gzip', beside?: string) => Promise<{ readonly blockMapSize?: number }>;
};
// As electron-builder makes them: inside an AppImage, and beside the packages of Windows and macOS.
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { buildBlockMap } = builder('app-builder-lib/out/targets/blockmap/blockmap.js') as BlockMaps;

export type Ending = 'AppImage' | 'exe' | 'zip';
const SYSTEM_OF = { AppImage: 'linux', exe: 'windows', zip: 'mac' } as const;
const ANNOUNCED_IN = { AppImage: 'latest-linux.yml', exe: 'latest.yml', zip: 'latest-mac.yml' } as const;

/** A feed as releases leave it, with packages named for this ending, and its server. */
export async function finishedFeed(ending: Ending) {
  const root = aProject();
  const feed = join(root, 'feed');
  const announcement = join(feed, ANNOUNCED_IN[ending]);
  const pathOf = (version: string): string => join(feed, `Intray-${version}-x64.${ending}`);
  const note = (name: string, text: string): void => {
    for (const language of ['en', 'fr']) writeFileSync(join(root, 'docs/release-notes', `${name}.${language}.md`), `${text}\n`);
  };
  return {
    pathOf,
    pack: (version: string, bytes: Buffer) => pack(pathOf(version), bytes),
    /** Announces and signs a version as a release does. */
    announce: async (version: string, bytes: Buffer) => {
      const file = await pack(pathOf(version), bytes);
      writeFileSync(announcement, JSON.stringify({ version, files: [file], path: file.url, sha512: file.sha512, journal: JOURNAL }));
      note(version, `What is new in ${version}.`);
      return signing(root, ['finish-feed.ts', 'feed']);
    },
    /** Signs the current announcement again so that it takes `of` back, with the notes that people are shown about it. */
    rollBack: (version: string, of: string) => {
      note(`${of}.taken-back`, `Back from ${of}.`);
      const words = ['renew-feed.ts', 'feed', '--version', version, '--rollback-of', of, '--systems', SYSTEM_OF[ending]];
      const planned = signing(root, [...words, '--plan']);
      const approved = /--planned \S+ --expires \S+/.exec(planned.stdout)?.[0];
      return approved === undefined ? planned : signing(root, [...words, ...approved.split(' ')]);
    },
    spoil: (change: (info: object) => object) =>
      writeFileSync(announcement, JSON.stringify(change(JSON.parse(readFileSync(announcement, 'utf8')) as object))),
    ...(await served(feed)),
  };
}

/** As in the job that signs: nothing is installed. */
function aProject(): string {
  const root = tempFolder();
  for (const path of ['package.json', 'build/package', 'shared/domain', 'shared/node/is-signed-by.ts'])
    cpSync(path, join(root, path), { recursive: true });
  for (const path of ['docs/release-notes', 'feed']) mkdirSync(join(root, path), { recursive: true });
  const keys = { current: FEED_KEY, spare: SPARE_KEY, withdrawn: [] };
  writeFileSync(join(root, 'build/package/feed/update-keys.json'), JSON.stringify(keys));
  return root;
}

/** An existing package with its block map, as electron-builder announces it. */
async function pack(file: string, bytes: Buffer) {
  writeFileSync(file, bytes);
  const isInside = file.endsWith('.AppImage');
  const map = isInside ? await buildBlockMap(file, 'deflate') : await buildBlockMap(file, 'gzip', `${file}.blockmap`);
  const sha512 = createHash('sha512').update(readFileSync(file)).digest('base64');
  const parts = map.blockMapSize === undefined ? {} : { blockMapSize: map.blockMapSize };
  return { url: basename(file), sha512, size: statSync(file).size, ...parts };
}

function signing(root: string, [program = '', ...words]: readonly string[]) {
  const env = { ...process.env, INTRAY_UPDATE_SIGNING_KEY: FEED_SIGNING_KEY };
  return spawnSync(process.execPath, [`build/package/feed/${program}`, ...words], { cwd: root, encoding: 'utf8', env });
}

/** How a faulty or simple server answers a range request. */
type Parts = 'gives them' | 'gives the whole instead' | 'says that it has some and gives the whole';

/** The files of a folder, over HTTP; counts the bytes sent. */
async function served(folder: string) {
  const sent = new Map<string, number>();
  let parts: Parts = 'gives them';
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const name = basename(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const file = join(folder, name);
    if (name === '' || !existsSync(file)) return void response.writeHead(404).end();
    const bytes = readFileSync(file);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const isPart = from !== undefined && parts === 'gives them';
    const body = isPart ? bytes.subarray(Number(from), Number(to) + 1) : bytes;
    sent.set(name, (sent.get(name) ?? 0) + body.byteLength);
    const about = isPart ? { 'content-range': `bytes ${from}-${to}/${bytes.byteLength}` } : {};
    const offers = parts === 'gives the whole instead' ? {} : { 'accept-ranges': 'bytes' };
    response.writeHead(isPart ? 206 : 200, { 'content-length': body.byteLength, ...about, ...offers }).end(body);
  };
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Bytes of packages and of their block maps. */
    sent: () => [...sent].reduce((sum, [name, bytes]) => sum + (name.endsWith('.yml') ? 0 : bytes), 0),
    setParts: (to: Parts) => {
      parts = to;
    },
  };
}
