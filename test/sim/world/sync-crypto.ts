import { createPublicKey, type JsonWebKey, KeyObject, verify, type webcrypto } from 'node:crypto';

/**
 * Signatures are really checked here, but in the same turn of the event loop: WebCrypto does it on other threads, which finish in any order,
 * and a run has to be identical bit for bit. Only the calls that a simulation makes are implemented; any other one throws.
 */
type Key = webcrypto.CryptoKey;
type Algorithm = Parameters<KeyObject['toCryptoKey']>[0];

const imported = new Map<string, Key>();
const opened = new WeakMap<Key, KeyObject>();

async function importKey(
  format: string,
  jwk: JsonWebKey,
  algorithm: Algorithm,
  extractable: boolean,
  usages: webcrypto.KeyUsage[],
): Promise<Key> {
  if (format !== 'jwk') throw new Error(`a simulation imports JWKs alone, not ${format}`);
  const name = JSON.stringify([jwk, algorithm, extractable, usages]);
  const known = imported.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const made = key.toCryptoKey(algorithm, extractable, usages);
  imported.set(name, made);
  opened.set(made, key);
  return made;
}

async function checkSignature(_algorithm: Algorithm, key: Key, signature: BufferSource, data: BufferSource): Promise<boolean> {
  return verify('sha512', bytesOf(data), opened.get(key) ?? KeyObject.from(key), bytesOf(signature));
}

function bytesOf(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer ? new Uint8Array(source) : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** Call once per thread. */
export function makeCryptoSynchronous(): void {
  const { subtle } = globalThis.crypto;
  for (const method of ['sign', 'digest', 'exportKey', 'generateKey', 'encrypt', 'decrypt'] as const) {
    Object.defineProperty(subtle, method, { value: unexpected(method) });
  }
  Object.defineProperty(subtle, 'importKey', { value: importKey });
  Object.defineProperty(subtle, 'verify', { value: checkSignature });
}

function unexpected(method: string): () => Promise<never> {
  return () => Promise.reject(new Error(`a simulation does not ${method} on other threads`));
}
