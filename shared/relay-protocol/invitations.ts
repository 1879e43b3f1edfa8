import { z } from 'zod';
import { integrationIdSchema } from '../contract/ids.ts';
import { serviceProfileSchema } from '../contract/service-profile.ts';

/** 32 bytes in canonical base64url: the two surplus bits of the last character are zero. */
const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);
/** 12 bytes in base64url. */
const iv = z.string().regex(/^[A-Za-z0-9_-]{16}$/);

/** Wrong numbers after which an invitation with a deposited secret has ended. */
export const WRONG_NUMBERS_MAX = 5;
/** How long the device that claimed an invitation may repeat that claim with the same key, in case the answer was lost. */
export const CLAIM_REPEAT_MS = 600_000;

/**
 * A name as the operator typed it, for a user to read. It contains no control characters, no unpaired surrogates, no line ends and none of the
 * characters that change the direction of the text around them.
 */
export const invitationLabelSchema = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u);
const label = invitationLabelSchema.nullable();

/** Milliseconds since 1970 by the relay's clock. */
const moment = z.number().int().nonnegative();

/** `find`: what the code's holder names an invitation by; the relay stores only its SHA-256. For looking at it, and for undoing its claim. */
export const lookRequestSchema = z.object({ find: bytes32 });

const openInvitation = z.object({
  state: z.literal('open'),
  integrationId: integrationIdSchema,
  company: label,
  accountant: label,
  /** As the relay is configured: to be shown as the relay's own words. */
  service: serviceProfileSchema,
  /** Whether the secret was deposited: then a claim requires the number that was told by another channel. */
  hasSecret: z.boolean(),
  expiresAt: moment,
});
/**
 * `by`: what the computer that claimed it calls itself; any other may use the same name. `key`: the public key of its claim, by which that computer
 * recognises it as its own. Absent from a relay older than this member.
 */
const spentInvitation = z.object({
  state: z.literal('spent'),
  at: moment,
  by: z.string(),
  key: bytes32.optional().describe('The public key that came with the claim'),
});
const endedInvitation = z.object({
  state: z.literal('ended'),
  why: z.enum(['expired', 'withdrawn', 'too-many-wrong-numbers', 'undone']),
  at: moment,
});

export const lookAnswerSchema = z.discriminatedUnion('state', [openInvitation, spentInvitation, endedInvitation]);
export type LookAnswer = Readonly<z.infer<typeof lookAnswerSchema>>;

const overInvitationSchema = z.discriminatedUnion('state', [spentInvitation, endedInvitation]);
export type OverInvitation = Readonly<z.infer<typeof overInvitationSchema>>;

export const claimRequestSchema = z.object({
  find: bytes32,
  /** The device's X25519 public key, made for this claim. */
  key: bytes32,
  /** The HMAC of the number under the code's key; needed if the secret was deposited. */
  number: bytes32.optional(),
});
export type ClaimRequest = Readonly<z.infer<typeof claimRequestSchema>>;

/** The deposit, encrypted to the claim's key. `key`: the relay's X25519 public key, made for this answer. All in base64url. */
export const sealedAnswerSchema = z.object({ key: bytes32, iv, ciphertext: z.string().regex(/^[A-Za-z0-9_-]{22,2048}$/) });
export type SealedAnswer = Readonly<z.infer<typeof sealedAnswerSchema>>;

/** `sealed`: null if no secret was deposited. */
export const claimAnswerSchema = z.object({ integrationId: integrationIdSchema, sealed: sealedAnswerSchema.nullable() });
export type ClaimAnswer = Readonly<z.infer<typeof claimAnswerSchema>>;

/** What a 409 tells beside the members of a problem: `code` is the state, and `invitation` says when, and by whom or why. */
export const overProblemSchema = z.object({ code: z.enum(['spent', 'ended']), invitation: overInvitationSchema });
/**
 * What a 403 tells beside the members of a problem. `number-needed`: a claim without a number, which does not count as a try. `left`: tries that
 * are left; 0 if this one has ended the invitation.
 */
export const numberProblemSchema = z.object({
  code: z.enum(['wrong-number', 'number-needed']),
  left: z.number().int().min(0).max(WRONG_NUMBERS_MAX),
});

/** What the relay says to a claim. `number`: it lacks the number, or has a wrong one; `left` tries are left. */
export type ClaimOutcome =
  | ({ readonly kind: 'claimed' } & ClaimAnswer)
  | { readonly kind: 'over'; readonly over: OverInvitation }
  | ({ readonly kind: 'number' } & Readonly<z.infer<typeof numberProblemSchema>>);

/** What a 409 to an undoing tells if nobody has used the invitation; otherwise it is `overProblemSchema`. */
export const notClaimedProblemSchema = z.object({ code: z.literal('not-claimed') });

/** What the relay says to an undoing. */
export type UndoOutcome =
  | { readonly kind: 'undone'; readonly secretGivenOut: boolean }
  | { readonly kind: 'over'; readonly over: OverInvitation }
  | { readonly kind: 'not-claimed' };

/** `secretGivenOut`: a deposited secret went to the device that claimed, so that it has to be renewed at the service. */
export const undoAnswerSchema = z.object({ integrationId: integrationIdSchema, secretGivenOut: z.boolean() });
