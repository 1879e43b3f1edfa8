import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import type { IntegrationId } from '../contract/ids.ts';
import { base64urlBytes, concat, utf8 } from '../lib/bytes.ts';
import type { Random } from '../ports/world.ts';
import type { SealedAnswer } from '../relay-protocol/invitations.ts';

/** Derived from an invitation's code. `find` names the invitation to the relay; `seal` and `number` never leave the places that know the code. */
export type InvitationKeys = { readonly find: Uint8Array; readonly seal: Uint8Array; readonly number: Uint8Array };

/** A secret under AES-256-GCM with the code's `seal` key; the tag is at the end of `ciphertext`. */
export type Deposit = { readonly iv: Uint8Array; readonly ciphertext: Uint8Array };

/** An X25519 key pair, each half as its 32 bytes. */
export type ClaimKeys = { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };

export type DepositContext = { readonly sealKey: Uint8Array; readonly integrationId: IntegrationId };

const CIPHER = 'aes-256-gcm';
const CODE_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const NUMBER_DIGITS = 8;
const NUMBERS = 10 ** NUMBER_DIGITS;
/** The largest multiple of `NUMBERS` that four bytes can express: what lies above it would make some numbers likelier. */
const FAIR_MAX = Math.floor(2 ** 32 / NUMBERS) * NUMBERS;
/** RFC 8410: what stands before the 32 bytes of an X25519 key in its DER form. */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');

/** Every private key finds the points that RFC 7748 has refused. */
const ANY_PRIVATE_KEY = new Uint8Array(KEY_BYTES).fill(1);

/** A new code, in base64url. */
export function newInvitationCode(random: Pick<Random, 'bytes'>): string {
  return base64urlnopad.encode(random.bytes(CODE_BYTES));
}

/** The keys of a code, which the caller has parsed (`parseInvitationLink`). Throws if it is no code. */
export function invitationKeys(code: string): InvitationKeys {
  const bytes = base64urlBytes(code);
  if (bytes?.byteLength !== CODE_BYTES) throw new Error('a code has 16 bytes');
  const derived = (purpose: string): Uint8Array => derivedKey(bytes, utf8(`intray invitation ${purpose}`));
  return { find: derived('find'), seal: derived('seal'), number: derived('number') };
}

/** Eight decimal digits, each number as likely as any other. */
export function newNumber(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE();
    if (drawn < FAIR_MAX) return String(drawn % NUMBERS).padStart(NUMBER_DIGITS, '0');
  }
}

/** What proves to the relay that a user was told the number: nobody can compute it without the code. */
export function numberProof(numberKey: Uint8Array, digits: string): Uint8Array {
  return createHmac('sha256', numberKey).update(digits).digest();
}

/** Encrypts a secret for whoever has the code. */
export function sealSecret(secret: string, { sealKey, integrationId }: DepositContext, random: Pick<Random, 'bytes'>): Deposit {
  const iv = random.bytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealKey, iv).setAAD(boundTo(integrationId));
  return { iv, ciphertext: concat([cipher.update(utf8(secret)), cipher.final(), cipher.getAuthTag()]) };
}

/** The secret; null if it was sealed with another code, for another integration, or was changed. */
export function openSecret(deposit: Deposit, { sealKey, integrationId }: DepositContext): string | null {
  const opened = opens({ ...deposit, key: sealKey, aad: boundTo(integrationId) });
  return opened === null ? null : Buffer.from(opened).toString('utf8');
}

/** A fresh key pair for one claim, or for one answer to it. */
export function newClaimKeys(random: Pick<Random, 'bytes'>): ClaimKeys {
  const privateKey = random.bytes(KEY_BYTES);
  const der = createPublicKey(privateKeyObject(privateKey)).export({ format: 'der', type: 'spki' });
  return { publicKey: new Uint8Array(der.subarray(PUBLIC_HEAD.byteLength)), privateKey };
}

/** Whether anything can be encrypted to this public key: a few points give everybody the same secret. */
export function isClaimKey(publicKey: Uint8Array): boolean {
  return sharedSecret(ANY_PRIVATE_KEY, publicKey) !== null;
}

/** Encrypts a deposit to the claim's key; null if that key is none that anything can be encrypted to. */
export function sealAnswer(deposit: Deposit, claimKey: Uint8Array, random: Pick<Random, 'bytes'>): SealedAnswer | null {
  const own = newClaimKeys(random);
  const secret = sharedSecret(own.privateKey, claimKey);
  if (secret === null) return null;
  const iv = random.bytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, answerKey(secret, { claimKey, relayKey: own.publicKey }), iv);
  const ciphertext = concat([cipher.update(deposit.iv), cipher.update(deposit.ciphertext), cipher.final(), cipher.getAuthTag()]);
  return { key: base64urlnopad.encode(own.publicKey), iv: base64urlnopad.encode(iv), ciphertext: base64urlnopad.encode(ciphertext) };
}

/** The deposit in the answer to a claim; null if the answer is not for these keys, or was changed. */
export function openAnswer(sealed: SealedAnswer, { publicKey, privateKey }: ClaimKeys): Deposit | null {
  const [relayKey, iv, ciphertext] = [base64urlBytes(sealed.key), base64urlBytes(sealed.iv), base64urlBytes(sealed.ciphertext)];
  if (relayKey === null || iv === null || ciphertext === null) return null;
  const secret = sharedSecret(privateKey, relayKey);
  if (secret === null) return null;
  const opened = opens({ key: answerKey(secret, { claimKey: publicKey, relayKey }), iv, ciphertext, aad: new Uint8Array() });
  return opened === null ? null : { iv: opened.subarray(0, IV_BYTES), ciphertext: opened.subarray(IV_BYTES) };
}

function boundTo(integrationId: IntegrationId): Uint8Array {
  return utf8(`intray invitation 1${integrationId}`);
}

function answerKey(secret: Uint8Array, of: { readonly claimKey: Uint8Array; readonly relayKey: Uint8Array }): Uint8Array {
  return derivedKey(secret, concat([utf8('intray invitation answer'), of.claimKey, of.relayKey]));
}

function derivedKey(from: Uint8Array, info: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, new Uint8Array(), info, KEY_BYTES));
}

function sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  try {
    return diffieHellman({ privateKey: privateKeyObject(privateKey), publicKey: publicKeyObject(publicKey) });
  } catch {
    // Another length, or a point whose product is always zero: RFC 7748 has both sides refuse it.
    return null;
  }
}

type Ciphertext = Deposit & { readonly key: Uint8Array; readonly aad: Uint8Array };

function opens({ key, iv, ciphertext, aad }: Ciphertext): Uint8Array | null {
  const tagAt = ciphertext.byteLength - TAG_BYTES;
  if (tagAt < 0 || iv.byteLength !== IV_BYTES) return null;
  const opener = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad).setAuthTag(ciphertext.subarray(tagAt));
  try {
    return concat([opener.update(ciphertext.subarray(0, tagAt)), opener.final()]);
  } catch {
    // Another key, or a changed text: the tag does not tell which.
    return null;
  }
}

function privateKeyObject(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, bytes]), format: 'der', type: 'pkcs8' });
}

function publicKeyObject(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, bytes]), format: 'der', type: 'spki' });
}
