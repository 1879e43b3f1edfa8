import type { WallMs } from '#shared/lib/duration.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { gunzip } from '#shared/node/http/gunzip.ts';
import type { Result } from '#shared/lib/result.ts';
import { type VerifiedEvent, verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { type WebhookFault } from '#shared/service-client/webhook-fault.ts';
import type { RelayCore } from '../relay-core.ts';

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
