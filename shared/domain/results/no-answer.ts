import { z } from 'zod';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** Why a received document needs a person: no answer came, and nobody can say that one will (C23). */
export const noAnswerReasonSchema = z.discriminatedUnion('kind', [
  /** It was received longer ago than the person wants to wait. */
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
  /** When the person said that the accountant was asked: quiet until the same time has passed again. */
  askedAt: wallMsSchema.nullable(),
});

export type NoAnswer = Readonly<z.infer<typeof noAnswerSchema>>;
