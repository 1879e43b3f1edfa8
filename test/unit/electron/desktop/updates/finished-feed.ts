import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { FEED_SIGNING_KEY } from './loopback-feed.ts';

type BlockMaps = {
  readonly buildBlockMap: (file: string, form: 'deflate' | 'gzip', beside?: string) => Promise<{ readonly blockMapSize?: number }>;
};
// As electron-builder makes them: within an AppImage, and beside the packages of Windows and macOS.
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { buildBlockMap } = builder('app-builder-lib/out/targets/blockmap/blockmap.js') as BlockMaps;

export type Ending = 'AppImage' | 'exe' | 'zip';
const ANNOUNCED_IN = { AppImage: 'latest-linux.yml', exe: 'latest.yml', zip: 'latest-mac.yml' } as const;

export type FinishedFeed = Awaited<ReturnType<typeof finishedFeed>>;

/** The folder of a release as the packaging leaves it, with the notes of its version, in a project where nothing is installed. */
export async function finishedFeed(ending: Ending) {
  const root = tempFolder();
  for (const path of ['package.json', 'build/package', 'shared/domain', 'docs/release-notes'])
    cpSync(path, join(root, path), { recursive: true });
  const feed = join(root, 'feed');
  mkdirSync(feed);
  const nameOf = (version: string): string => `Intray-${version}-x64.${ending}`;

  /** A package that lies there with its map of parts. */
  const pack = async (version: string, bytes: Buffer) => {
    const file = join(feed, nameOf(version));
    writeFileSync(file, bytes);
    const map = ending === 'AppImage' ? await buildBlockMap(file, 'deflate') : await buildBlockMap(file, 'gzip', `${file}.blockmap`);
    const sha512 = createHash('sha512').update(readFileSync(file)).digest('base64');
    return {
      url: nameOf(version),
      sha512,
      size: statSync(file).size,
      ...('blockMapSize' in map ? { blockMapSize: map.blockMapSize } : {}),
    };
  };
  return {
    feed,
    pathOf: (version: string) => join(feed, nameOf(version)),
    pack,
    /** Announced and signed as a release does it. */
    announce: async (
      version: string,
      { bytes, journal = 1, words = [] }: { bytes: Buffer; journal?: number; words?: readonly string[] },
    ) => {
      const file = await pack(version, bytes);
      const built = { version, files: [file], path: file.url, sha512: file.sha512, journal };
      writeFileSync(join(feed, ANNOUNCED_IN[ending]), JSON.stringify(built));
      for (const language of ['en', 'fr']) {
        const notes = join(root, 'docs/release-notes', `${version}.${language}.md`);
        if (!existsSync(notes)) writeFileSync(notes, `What is new in ${version}.\n`);
      }
      const env = { ...process.env, INTRAY_UPDATE_SIGNING_KEY: FEED_SIGNING_KEY };
      return spawnSync(process.execPath, ['build/package/finish-feed.ts', 'feed', ...words], { cwd: root, encoding: 'utf8', env });
    },
    root,
    ...(await served(feed)),
  };
}

/** What one bad or simple server does with a question for parts. */
type Parts = 'gives them' | 'gives the whole instead' | 'says that it has some and gives the whole';

/** The files of a folder, over HTTP; counts what is sent of them. */
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
    /** Bytes of packages and of their maps. */
    sent: () => [...sent].reduce((sum, [name, bytes]) => sum + (name.endsWith('.yml') ? 0 : bytes), 0),
    setParts: (to: Parts) => {
      parts = to;
    },
  };
}
