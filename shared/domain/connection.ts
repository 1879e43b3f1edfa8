import { z } from 'zod';
import { REVOKING_CODES } from '../contract/answers.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

/** Why a connection is no longer valid, as far as known. `no-secret`: this computer has lost it; the service was not asked. */
export const INVALID_REASONS = [...REVOKING_CODES, 'revoked', 'wrong-secret', 'no-secret', 'unknown'] as const;

/**
 * The state of a company's connection. Only `active` uploads.
 * `checking`: an answer raised doubts and nothing is known yet; `partner` means that our side's credentials
 * are broken (C7), `secrets` that the keychain is locked or absent,
 * `credentials` that the service rejects the company's own client credentials, which were typed in here.
 */
export const connectionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('active'), seenAt: wallMsSchema }),
  z.object({ kind: z.literal('checking'), since: wallMsSchema, doubt: z.enum(['unknown', 'partner', 'secrets', 'credentials']) }),
  z.object({ kind: z.literal('invalid'), since: wallMsSchema, reason: z.enum(INVALID_REASONS) }),
  z.object({ kind: z.literal('paused'), since: wallMsSchema }),
]);

export type Connection = Readonly<z.infer<typeof connectionSchema>>;
