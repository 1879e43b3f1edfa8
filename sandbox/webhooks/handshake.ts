import { ANSWER_BYTES_MAX, WEBHOOK_TIMEOUT_MS } from '#shared/contract/limits.ts';
import type { Core } from '../core.ts';

export type Handshake = { readonly allowed: boolean; readonly status: number | null };

/** Asks a receiver whether it allows our events (CloudEvents, HTTP web hooks 4), by OPTIONS with our origin. */
export async function handshake(core: Core, url: string): Promise<Handshake> {
  const origin = new URL(core.issuer).hostname;
  const answer = await core.http.send({
    method: 'OPTIONS',
    url,
    headers: { 'webhook-request-origin': origin },
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    stop: core.stop,
  });
  if (!answer.ok) return { allowed: false, status: null };
  const { status, headers } = answer.value;
  const allowed = headers['webhook-allowed-origin']?.trim();
  return { allowed: status >= 200 && status < 300 && (allowed === '*' || allowed === origin), status };
}
