import { z } from 'zod';
import { REVOKING_CODES, type RevokingCode } from '../contract/answers.ts';
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

/**
 * What the service says about one connection. `partner`: it refuses the partner's own credentials. `invalid`: with the status
 * that said so, and the reason if there was one. `unknown`: nothing was learned, so nothing changes;
 * `where` says which of the two could not be asked.
 */
export type ConnectionCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'partner' }
  /** It refuses the company's own credentials, typed in here. */
  | { readonly kind: 'own-credentials' }
  | { readonly kind: 'invalid'; readonly reason: RevokingCode | null; readonly status: number }
  | { readonly kind: 'unknown'; readonly where: 'relay' | 'service'; readonly code: string };

/**
 * What was done about a damaged or missing journal. `backup`: an older copy, from the time `upTo`, was restored ·
 * `set-up`: only the user's set-up was left, companies and folders · `nothing`: neither; everything starts afresh.
 */
export const recoverySchema = z.object({
  at: wallMsSchema,
  source: z.enum(['backup', 'set-up', 'nothing']),
  upTo: wallMsSchema.nullable(),
  /** The name of the damaged journal in the profile; null if there was none. */
  keptAs: z.string().nullable(),
});
export type Recovery = Readonly<z.infer<typeof recoverySchema>>;
