import type { WallMs } from '#shared/lib/duration.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/gunzip.ts';
import { type VerifiedEvent, verifyWebhook, type WebhookFault } from '#shared/service-client/verify-webhook.ts';
import type { RelayCore } from '../relay-core.ts';

export type RawWebhook = {
  readonly jwt: string | null;
  readonly body: Uint8Array;
  readonly receivedAt: WallMs;
  /** The header `content-encoding`, if there is one. */
  readonly encoding: string | undefined;
};

/** An event that is believed, with the bytes that its signature is over: these are what the desktop verifies again. */
export type BelievedWebhook = { readonly verified: VerifiedEvent; readonly body: Uint8Array };

const unpack = gunzip(WEBHOOK_BYTES_MAX);
const GZIP = new Set(['gzip', 'x-gzip']);

/**
 * The signature is over the bytes as received (contract, Webhook signature 4), packed or not. But something on the way may have packed them
 * afterwards, and nobody sends a refused event again after 48 hours: if the hash does not fit and gzip is declared, the unpacked bytes are tried,
 * within the same limit. They are unpacked only under a signature of the service.
 */
export async function readWebhook(core: RelayCore, raw: RawWebhook): Promise<Result<BelievedWebhook, WebhookFault>> {
  const by = { keys: core.keys, issuer: core.config.issuer, sha256: nodeSha256, unpack };
  const asReceived = await verifyWebhook(raw, by);
  if (asReceived.ok) return ok({ verified: asReceived.value, body: raw.body });
  if (asReceived.failure.code !== 'body' || !GZIP.has(raw.encoding?.trim().toLowerCase() ?? '')) return asReceived;
  const body = unpack(raw.body);
  if (body === null) return asReceived;
  const asWritten = await verifyWebhook({ ...raw, body }, by);
  return asWritten.ok ? ok({ verified: asWritten.value, body }) : asWritten;
}
