import { createDecipheriv } from 'node:crypto';
import { keyWithoutPassword, md5 } from './pdf-password.ts';
import { nameIn, type PdfDictionary, type PdfValue } from './pdf-values.ts';
import { rc4 } from './rc4.ts';

/** The bytes of a stream as they were before they were encrypted; null if no cipher could have made them. */
export type Cipher = (bytes: Buffer, object: number, generation: number) => Buffer | null;

/** What is needed of a file: it finds its objects. */
type Objects = {
  readonly trailer: PdfDictionary;
  value(value: PdfValue | undefined): PdfValue | null;
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
};

type Method = 'V2' | 'AESV2' | 'AESV3' | 'None';

const BLOCK_BYTES = 16;
const KEY_BYTES_MAX = 16;

/**
 * How the streams of a file are read that is encrypted and opens without a password (ISO 32000-2, 7.6.3); null if that is not known here, or
 * embedded files are encrypted in another way.
 */
export function findCipher(file: Objects): Cipher | null {
  const lock = file.dictionary(file.trailer.entries.get('Encrypt'));
  const ids = file.value(file.trailer.entries.get('ID'));
  const id = ids?.kind === 'array' ? file.value(ids.values[0]) : null;
  const key = lock === null ? null : keyWithoutPassword(lock, id ?? undefined);
  const method = lock === null || lock.entries.has('EFF') ? null : findMethod(lock, file);
  if (key === null || key.byteLength === 0 || method === null || (method === 'AESV3') !== (key.byteLength === 32)) return null;
  if (method === 'None') return (bytes) => bytes;
  if (method === 'AESV3') return (bytes) => fromAes(bytes, key);
  return (bytes, object, generation) => {
    const own = keyOfObject(key, { object, generation, isAes: method === 'AESV2' });
    return method === 'AESV2' ? fromAes(bytes, own) : rc4(own, bytes);
  };
}

function findMethod(lock: PdfDictionary, file: Objects): Method | null {
  const version = lock.entries.get('V');
  if (version?.kind !== 'number') return null;
  if (version.value < 4) return 'V2';
  const name = nameIn(lock, 'StmF') ?? 'Identity';
  if (name === 'Identity') return 'None';
  const filter = file.dictionary(file.dictionary(lock.entries.get('CF'))?.entries.get(name));
  const method = filter === null ? null : nameIn(filter, 'CFM');
  return method === 'V2' || method === 'AESV2' || method === 'AESV3' || method === 'None' ? method : null;
}

type Of = { readonly object: number; readonly generation: number; readonly isAes: boolean };

/** Algorithm 1: each object has a key of its own. */
function keyOfObject(key: Buffer, { object, generation, isAes }: Of): Buffer {
  const numbers = Buffer.from([object, object >> 8, object >> 16, generation, generation >> 8].map((byte) => byte & 0xff));
  const digest = md5(key, numbers, Buffer.from(isAes ? 'sAlT' : '', 'latin1'));
  return digest.subarray(0, Math.min(KEY_BYTES_MAX, key.byteLength + numbers.byteLength));
}

/** The first block is the initial vector, and the last byte says how many were filled up. */
function fromAes(bytes: Buffer, key: Buffer): Buffer | null {
  if (bytes.byteLength < 2 * BLOCK_BYTES || bytes.byteLength % BLOCK_BYTES !== 0)
    return bytes.byteLength <= BLOCK_BYTES ? Buffer.alloc(0) : null;
  const decipher = createDecipheriv(`aes-${key.byteLength * 8}-cbc`, key, bytes.subarray(0, BLOCK_BYTES)).setAutoPadding(false);
  const made = Buffer.concat([decipher.update(bytes.subarray(BLOCK_BYTES)), decipher.final()]);
  const filled = made.at(-1) ?? 0;
  return filled >= 1 && filled <= BLOCK_BYTES ? made.subarray(0, made.byteLength - filled) : null;
}
