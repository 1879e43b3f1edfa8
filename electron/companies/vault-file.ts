import { z } from 'zod';
import { jsonOf } from '#shared/lib/json-of.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Names and secrets; few: two per company and one for the device. */
export type Secrets = ReadonlyMap<string, string>;

const VERSION = 1;

const vaultFileSchema = z.object({
  version: z.literal(VERSION),
  /** Names this vault's key in the keychain, so that two profiles of one user never touch each other's key. */
  keyId: z.guid(),
  nonce: z.base64(),
  sealed: z.base64(),
});

/** All that is known of later versions. */
const newerSchema = z.looseObject({ version: z.int().gt(VERSION) });

export type VaultFile = Readonly<z.infer<typeof vaultFileSchema>>;

const secretsSchema = z.record(z.string(), z.string());

/** The vault file's bytes. The version and the key's name are bound to the content, so neither can be exchanged. */
export function writeVaultFile(secrets: Secrets, deps: { keyId: string; key: Uint8Array; nonce: Uint8Array }): Uint8Array {
  const plain = utf8(JSON.stringify(Object.fromEntries(secrets)));
  const sealed = seal(plain, { key: deps.key, nonce: deps.nonce, bound: bound(deps.keyId) });
  const file: VaultFile = { version: VERSION, keyId: deps.keyId, nonce: base64(deps.nonce), sealed: base64(sealed) };
  return utf8(`${JSON.stringify(file, null, 2)}\n`);
}

/** `newer`: a later version of Intray wrote it, and may open it again. `damaged`: no version of Intray writes such a file. */
export function readVaultFile(bytes: Uint8Array): Result<VaultFile, 'damaged' | 'newer'> {
  const json = jsonOf(bytes);
  const parsed = vaultFileSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  return fail(newerSchema.safeParse(json).success ? 'newer' : 'damaged');
}

/** Null if the key is not this file's, or a bit of the file was changed. */
export function openVaultFile(file: VaultFile, key: Uint8Array): Secrets | null {
  const plain = unseal(bytesOf(file.sealed), { key, nonce: bytesOf(file.nonce), bound: bound(file.keyId) });
  if (plain === null) return null;
  const parsed = secretsSchema.safeParse(jsonOf(plain));
  return parsed.success ? new Map(Object.entries(parsed.data)) : null;
}

/** The key as the keychain stores it; `keyOf` reads it back, null if the text is not a key. */
export function keyText(key: Uint8Array): string {
  return base64(key);
}

export function keyOf(text: string): Uint8Array | null {
  const key = bytesOf(text);
  return key.byteLength === KEY_BYTES ? key : null;
}

function bound(keyId: string): Uint8Array {
  return utf8(`intray/vault/${VERSION}\0${keyId}`);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/** Bytes of an AES-256 key, and of a nonce and tag of GCM. */
export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

type Sealing = {
  readonly key: Uint8Array;
  /** Random, and never used twice with one key. */
  readonly nonce: Uint8Array;
  /** What is stored in clear beside it and must not be replaceable. */
  readonly bound: Uint8Array;
};

/** Encrypts and authenticates; the tag is at the end. */
function seal(plain: Uint8Array, sealing: Sealing): Uint8Array<ArrayBuffer> {
  const cipher = createCipheriv(CIPHER, sealing.key, sealing.nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(sealing.bound);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/** The plain bytes, or null if the key is another one or a bit was changed. */
function unseal(sealed: Uint8Array, sealing: Sealing): Uint8Array | null {
  if (sealed.byteLength < TAG_BYTES || sealing.key.byteLength !== KEY_BYTES || sealing.nonce.byteLength !== NONCE_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, sealing.key, sealing.nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(sealing.bound);
  decipher.setAuthTag(sealed.subarray(sealed.byteLength - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, sealed.byteLength - TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    // Here `final` throws only for a tag that does not match.
    return null;
  }
}
