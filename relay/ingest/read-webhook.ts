import type { WallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import type { Result } from '#shared/lib/result.ts';
import { type VerifiedEvent, verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import type { WebhookFault } from '#shared/service-client/compact-jws.ts';
import type { RelayCore } from '../relay-core.ts';
import { type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { NewEvent } from '../store/store.ts';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { VerifierOf } from '#shared/service-client/jose-verifier.ts';

export type RawWebhook = {
  readonly jwt: string | null;
  readonly body: Uint8Array;
  readonly receivedAt: WallMs;
  /** The header `content-encoding`, if there is one. */
  readonly encoding: string | undefined;
};

/** What was made of a webhook, with the bytes that its signature covers: the desktop verifies these again. */
export type WebhookRead = { readonly read: Result<VerifiedEvent, WebhookFault>; readonly body: Uint8Array };

export const unpack = gunzip(WEBHOOK_BYTES_MAX);
const GZIP = new Set(['gzip', 'x-gzip']);

/**
 * The signature covers the bytes as received (§ Webhook signature), packed or not. But an intermediary may have packed them
 * afterwards, and nobody sends a refused event again after 48 hours: if the hash does not match and gzip is declared, the unpacked bytes are
 * tried, within the same limit. They are unpacked only under a signature of the service.
 */
export async function readWebhook(core: RelayCore, raw: RawWebhook): Promise<WebhookRead> {
  const by = { keys: core.keys, issuer: core.config.issuer, sha256: nodeSha256, unpack };
  const asReceived = { read: await verifyWebhook(raw, by), body: raw.body };
  if (asReceived.read.ok || asReceived.read.failure.code !== 'body') return asReceived;
  if (!GZIP.has(raw.encoding?.trim().toLowerCase() ?? '')) return asReceived;
  const body = unpack(raw.body);
  return body === null ? asReceived : { read: await verifyWebhook({ ...raw, body }, by), body };
}

/** A type is one word; a longer one is cut here, and remains whole in the body. */
const TYPE_CHARACTERS_MAX = 200;

type SignedRaw = Pick<NewEvent, 'jwt' | 'body' | 'receivedAt' | 'bodyDigest'>;

/** A verified event as the store takes it: its bytes, and the members by which it is found. */
export function newEvent(envelope: Envelope, raw: SignedRaw): NewEvent {
  const documentId = documentIdSchema.safeParse(envelope.data['documentId']);
  return {
    jwt: raw.jwt,
    body: raw.body,
    receivedAt: raw.receivedAt,
    bodyDigest: raw.bodyDigest,
    eventId: envelope.id,
    integrationId: envelope.data.integrationId ?? null,
    documentId: documentId.success ? documentId.data : null,
    // PostgreSQL accepts no NUL in a text; an event must not be lost because of one.
    type: envelope.type.replaceAll('\0', '').slice(0, TYPE_CHARACTERS_MAX),
    ...(envelope.type === EVENT_TYPES.revocation ? { revokedAt: revokedAt(envelope, raw.receivedAt) } : {}),
  };
}

/** The service's time of the revocation, but never later than now: a date in the next year would void every proof until then. */
function revokedAt(envelope: Envelope, receivedAt: number): number {
  const at = Date.parse(envelope.time);
  return Number.isNaN(at) ? receivedAt : Math.min(at, receivedAt);
}

const DIGEST = 'RSA-SHA512';

/**
 * RS512 by Node's own crypto, on this thread: a third of the cost of WebCrypto's threads. It is lenient about base64url, so it
 * may only be used behind the checks of `verifyWebhook`.
 */
export const nodeVerifierOf: VerifierOf = (jwk) => {
  const key = publicKey(jwk);
  if (key === null) return Promise.resolve(null);
  return Promise.resolve((compact) => {
    const dot = compact.lastIndexOf('.');
    const signed = Buffer.from(compact.slice(0, dot), 'latin1');
    return verify(DIGEST, signed, key, Buffer.from(compact.slice(dot + 1), 'base64url'));
  });
};

function publicKey(jwk: Parameters<VerifierOf>[0]): KeyObject | null {
  try {
    return createPublicKey({ format: 'jwk', key: jwk });
  } catch {
    // Malformed numbers, or no key at all: left out like any other key that cannot be used.
    return null;
  }
}
