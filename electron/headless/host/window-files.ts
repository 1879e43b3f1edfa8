import { join } from 'node:path';
import { isDeviceName } from '#shared/lib/file-names.ts';
import type { Files } from '#shared/ports/files.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '#shared/ports/world.ts';

export type WindowFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string };

/** Reads a file of the built window by the path of an address; null for anything else. */
export type WindowFiles = (path: string) => Promise<WindowFile | null>;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  // Used to draw previews; read as bytes by our own page.
  wasm: 'application/octet-stream',
  pfb: 'application/octet-stream',
  ttf: 'application/octet-stream',
  bcmap: 'application/octet-stream',
  webmanifest: 'application/manifest+json',
};
/** Names that a build creates. No leading dot, escape, drive, stream or empty part: no path leads out. No trailing dot, which Windows drops. */
const PATH = /^(?:\/[A-Za-z0-9_-](?:[A-Za-z0-9._-]{0,120}[A-Za-z0-9_-])?){1,6}$/;
/** The whole window is a few hundred kilobytes. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

export function windowFiles(files: Files, folder: string): WindowFiles {
  return async (path) => {
    const wanted = path === '/' ? '/index.html' : path;
    const mediaType = MEDIA_TYPES[wanted.slice(wanted.lastIndexOf('.') + 1)];
    if (mediaType === undefined || !PATH.test(wanted) || wanted.split('/').some(isDeviceName)) return null;
    const read = await files.read(join(folder, wanted), { root: folder, bytesMax: FILE_BYTES_MAX });
    if (!read.ok || read.value.bytes === null) return null;
    return { bytes: new Uint8Array(read.value.bytes), mediaType };
  };
}

/** 192 bits: cannot be guessed at any speed. */
const SECRET_BYTES = 24;

/** Something that a secret identifies. The secret itself is given out once and not stored. */
export type KeptByHash = { readonly hash: Buffer };

export function freshSecret(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares all of them, so that the time taken does not show which one matched. */
export function findBySecret<T extends KeptByHash>(among: readonly T[], secret: string): T | undefined {
  const wanted = hashOf(secret);
  let found: T | undefined;
  for (const one of among) if (timingSafeEqual(one.hash, wanted)) found = one;
  return found;
}
