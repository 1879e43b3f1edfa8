import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { rc4 } from './rc4.ts';

/** ISO 32000-1, 7.6.3.3: the padding that stands for an empty password. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Values of the standard security handler (ISO 32000-2, table 21). Strings are bytes. */
type Lock = {
  readonly revision: number;
  readonly keyBytes: number;
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly userKey: Buffer;
  readonly permissions: number;
  readonly metadata: boolean;
  readonly id: Buffer;
};

/**
 * Whether an encrypted PDF opens without a password: programs encrypt like this to forbid printing or changes, and every viewer opens the
 * file, whatever the owner password is. An empty owner password opens it in some viewers only, and does not count. Unknown encryption, such
 * as for certificates, counts as locked.
 * `id`: the first element of the trailer's `ID`.
 */
export function opensWithoutPassword(encrypt: PdfDictionary, id: PdfValue | undefined): boolean {
  return keyWithoutPassword(encrypt, id) !== null;
}

/** The key that the streams are encrypted with, or that theirs are made of; null if a password is needed. */
export function keyWithoutPassword(encrypt: PdfDictionary, id: PdfValue | undefined): Buffer | null {
  const lock = lockOf(encrypt, id);
  if (lock === null || lock.revision < 2) return null;
  return lock.revision >= 5 ? keyByHash(lock) : keyByRounds(lock);
}

function lockOf({ entries }: PdfDictionary, id: PdfValue | undefined): Lock | null {
  const number = (key: string, otherwise: number): number => numberOf(entries.get(key)) ?? otherwise;
  const filter = entries.get('Filter');
  if (filter?.kind !== 'name' || filter.text !== 'Standard') return null;
  const metadata = entries.get('EncryptMetadata');
  return {
    revision: number('R', 0),
    // Version 4 has 128 bits, whatever else the file says.
    keyBytes: number('V', 0) >= 4 ? 16 : number('V', 0) < 2 ? 5 : Math.min(16, Math.max(5, bitsOf(number('Length', 40)) >> 3)),
    owner: bytesOf(entries.get('O')),
    user: bytesOf(entries.get('U')),
    userKey: bytesOf(entries.get('UE')),
    permissions: number('P', 0),
    metadata: !(metadata?.kind === 'word' && metadata.text === 'false'),
    id: bytesOf(id),
  };
}

/** Some programs write bytes where bits are expected. */
function bitsOf(length: number): number {
  return length < 40 ? length * 8 : length;
}

/** Revisions 2 to 4: the key of an empty password must reproduce `U` (algorithms 2, 4 and 5). */
function keyByRounds(lock: Lock): Buffer | null {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(lock.permissions | 0);
  const parts = [PADDING, lock.owner.subarray(0, 32), permissions, lock.id];
  if (lock.revision >= 4 && !lock.metadata) parts.push(Buffer.alloc(4, 0xff));
  let digest = md5(...parts);
  if (lock.revision === 2) {
    const short = digest.subarray(0, 5);
    return rc4(short, PADDING).equals(lock.user.subarray(0, 32)) ? short : null;
  }
  for (let round = 0; round < 50; round += 1) digest = md5(digest.subarray(0, lock.keyBytes));
  const key = digest.subarray(0, lock.keyBytes);
  let made: Buffer = md5(PADDING, lock.id);
  for (let round = 0; round < 20; round += 1)
    made = rc4(
      key.map((byte) => byte ^ round),
      made,
    );
  return lock.user.length >= 16 && made.equals(lock.user.subarray(0, 16)) ? key : null;
}

/** Revisions 5 and 6: 32 bytes of hash, then the salt of the hash, then that of the key, which is encrypted in `UE`. */
function keyByHash({ revision, user, userKey }: Lock): Buffer | null {
  if (user.length < 40) return null;
  const hashed = (salt: Buffer): Buffer => (revision === 5 ? createHash('sha256').update(salt).digest() : hardened(salt));
  if (!hashed(user.subarray(32, 40)).equals(user.subarray(0, 32))) return null;
  if (user.length < 48 || userKey.length < 32) return Buffer.alloc(0);
  const decipher = createDecipheriv('aes-256-cbc', hashed(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
  return decipher.update(userKey.subarray(0, 32));
}

/** Algorithm 2.B with an empty password. It ends after 64 rounds or some more, depending on its output: 288 at most, since a byte is below 256. */
function hardened(salt: Buffer): Buffer {
  let key = createHash('sha256').update(salt).digest();
  for (let round = 0; round < 288; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const made = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    // The first sixteen bytes as one number modulo three: since 256 is 1 modulo 3, the sum of the bytes has the same remainder.
    const which = made.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(['sha256', 'sha384', 'sha512'][which] ?? 'sha256')
      .update(made)
      .digest();
    if (round >= 63 && (made.at(-1) ?? 0) <= round - 31) break;
  }
  return key.subarray(0, 32);
}

/** What PDF makes keys and checksums with; it keeps nothing secret here. */
export function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function numberOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' ? value.value : undefined;
}

function bytesOf(value: PdfValue | undefined): Buffer {
  return Buffer.from(value?.kind === 'string' ? value.bytes : '', 'latin1');
}
