import { z } from 'zod';
import { REVOKING_CODES } from '../contract/answers.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

/** Why a connection is no longer valid, as far as known. `no-secret`: this computer has lost it; the service was not asked. */
export const INVALID_REASONS = [...REVOKING_CODES, 'revoked', 'wrong-secret', 'no-secret', 'unknown'] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

/**
 * The state of a company's connection. Only `active` uploads, and `invalid` with a `trial`.
 * `checking`: an answer raised doubts and nothing is known yet; `partner` means that our side's credentials
 * are broken (C7), `secrets` that the keychain is locked or absent,
 * `credentials` that the service rejects the company's own client credentials, which were typed in here.
 * `asked`: how often it was asked again by itself since it became invalid, and when last; a `revoked` with it was concluded from an old event.
 * `trial`: nobody can say whether the secret is right, so imports are tried until one is refused.
 */
export const connectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active'), seenAt: wallMsSchema }),
  z.object({ kind: z.literal('checking'), since: wallMsSchema, doubt: z.enum(['unknown', 'partner', 'secrets', 'credentials']) }),
  z.object({
    kind: z.literal('invalid'),
    since: wallMsSchema,
    reason: z.enum(INVALID_REASONS),
    asked: z.object({ times: z.number().int().min(0), at: wallMsSchema }).optional(),
    trial: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('paused'), since: wallMsSchema }),
]);

export type Connection = Readonly<z.infer<typeof connectionSchema>>;

/** Whether imports may be sent over it. */
export function mayUpload(connection: Connection): boolean {
  return connection.kind === 'active' || (connection.kind === 'invalid' && connection.trial === true);
}
