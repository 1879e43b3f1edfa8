import { z } from 'zod';
import { wallMsSchema } from '../wall-ms-schema.ts';
import { WEBHOOK_RETRY_WINDOW_MS } from '../../contract/limits.ts';
import type { WallMs } from '../../lib/duration.ts';

/** Why a received document needs a user: no answer came, and nobody can say that one will (C23). */
export const noAnswerReasonSchema = z.discriminatedUnion('kind', [
  /** It was received longer ago than the user wants to wait. */
  z.object({ kind: z.literal('long') }),
  /** The relay could not be read for two days: what the service sent it meanwhile is not sent again. */
  z.object({ kind: z.literal('relay-silent') }),
  /** The relay came back with an older log: what it lost is not sent again. */
  z.object({ kind: z.literal('relay-lost') }),
  /** The relay no longer lets this computer read the answers of this connection, and nobody can prove it any longer. */
  z.object({ kind: z.literal('link-closed') }),
  /** An answer came that is neither yes nor no; `word` is the service's, foreign text (C31). */
  z.object({ kind: z.literal('unknown-result'), word: z.string() }),
]);

export type NoAnswerReason = Readonly<z.infer<typeof noAnswerReasonSchema>>;

export const noAnswerSchema = z.object({
  because: noAnswerReasonSchema,
  at: wallMsSchema,
  /** When the user said that the accountant was asked: quiet until the same time has passed again. */
  askedAt: wallMsSchema.nullable(),
});

export type NoAnswer = Readonly<z.infer<typeof noAnswerSchema>>;

export const RELAY_TROUBLES = ['certificate', 'refused', 'keys', 'odd', 'busy', 'own-files', 'network'] as const;

/**
 * Why the relay cannot be read, derived from the code in the overview. `certificate`: the server is not the one it should be ·
 * `refused`: it does not know this computer · `keys`: the service's public keys cannot be read, so no answer can be checked · `odd`: it sends
 * what no honest relay sends · `busy`: by its own status · `own-files`: what is read cannot be
 * written to our own journal, which is no fault of the relay · `network`: it cannot be reached.
 */
export type RelayTrouble = (typeof RELAY_TROUBLES)[number];

const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA)/;

export function relayTrouble(code: string): RelayTrouble {
  if (CERTIFICATE.test(code)) return 'certificate';
  if (code === 'unsure') return 'keys';
  if (code === 'journal') return 'own-files';
  if (code === 'bad-page' || code === 'not-understood') return 'odd';
  if (code === 'device-unknown' || code === 'no-device' || code === 'refused' || code === 'not-found') return 'refused';
  return code.startsWith('status-') ? 'busy' : 'network';
}

/** Whether results may be lost by now: the service repeats each for a limited time, to a relay that nobody could read since then. */
export function mayBeLost(unreadSince: WallMs, now: WallMs): boolean {
  return now - unreadSince > WEBHOOK_RETRY_WINDOW_MS;
}
