import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { updateText } from '#shared/domain/update-text.ts';
import { feedText } from '../../../../../build/package/feed/feed-text.ts';

const PAIRS = { current: generateKeyPairSync('ed25519'), spare: generateKeyPairSync('ed25519') };
/** The public halves of the feed's keys, as built into the app. */
export const FEED_KEY = PAIRS.current.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export const SPARE_KEY = PAIRS.spare.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
/** The private half of the current key, for the program that signs. */
export const FEED_SIGNING_KEY = PAIRS.current.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
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
