import { z } from 'zod';
import { documentIdSchema } from '../../contract/ids.ts';
import { failureSchema } from './failure.ts';
import { itemIdSchema } from '../ids.ts';
import { remarkSchema } from './conversion/remark.ts';
import { noAnswerSchema } from '../results/no-answer.ts';
import { problemSchema } from './problem.ts';
import { questionSchema } from './question.ts';
import { replacedUnprovenSchema, takenSchema, unprovenSchema } from '../results/unproven-schemas.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';
import { unreachable } from '../../lib/unreachable.ts';

/**
 * A refusal that needs no more action (ADR-21): the user says so, the document that corrects it was accepted, or its
 * file was never seen here, so that it is for the computer that sent it (ADR-4). It is still refused.
 */
const resolvedSchema = z.object({ at: wallMsSchema, by: z.enum(['user', 'correction', 'elsewhere']) });

/** What was still open here when the service reported the result of a document that another computer had sent. */
const overtakenSchema = z.enum(['question', 'set-aside']);
export type Overtaken = z.infer<typeof overtakenSchema>;

const result = {
  documentId: documentIdSchema,
  /** The event's own time. */
  at: wallMsSchema,
  /** When the service says that it was refused, as far as that can be read; `datedResult` says which of the two is shown (C50). */
  rejectedAt: wallMsSchema.optional(),
  /** The accountant's words, verbatim; foreign text. */
  reason: z.string().nullable(),
  /** Another result, of the other kind, exists for the same document (C32); the later one is shown. */
  contradicted: z.boolean(),
  overtook: overtakenSchema.optional(),
  /** Present if only a user's word supports the result: the service has not proven it (C37). */
  unproven: takenSchema.optional(),
  /** A user had accepted an unproven result before this one, which agreed with it or contradicted it. */
  replacedUnproven: replacedUnprovenSchema.optional(),
};

/** `withheld`: why a version that was made by the folder's setting was not sent. */
const unfitness = { by: z.enum(['intray', 'service']), problem: problemSchema, withheld: z.array(remarkSchema).readonly().optional() };

/** `last`: the last failure; `failingSince`: the start of the failures in a row, absent without any. Long failures are reported (invariant 14). */
const failing = { last: failureSchema.nullable(), failingSince: wallMsSchema.optional() };

/** The state of an item. Only `advance` changes it. */
export const itemStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('held'), question: questionSchema }),
  /**
   * Left as it is and not counted: a user ignores it, another content took its place before it was sent, its company was removed, its file is
   * gone, it is sent as a part of another document (`joined`, `into`), it was joined from others and a user took that back (`undone`), or it has the
   * entries of a scan, whose document stands for both (`with-scan`, `into`).
   * `question` and `unfit` are what was open at that moment, for the way back, and `wasIgnored` of a part that a user had ignored.
   */
  z.object({
    kind: z.literal('aside'),
    why: z.enum(['user', 'replaced', 'removed', 'gone', 'joined', 'undone', 'with-scan']),
    question: questionSchema.optional(),
    unfit: z.object(unfitness).optional(),
    into: itemIdSchema.optional(),
    wasIgnored: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('unfit'), ...unfitness }),
  /** `notBegun`: the tries in a row that ended before a byte left. */
  z.object({ kind: z.literal('waiting'), dueAt: wallMsSchema, notBegun: z.number().optional(), ...failing }),
  /** `last` is the failure before this try. */
  z.object({ kind: z.literal('uploading'), startedAt: wallMsSchema, ...failing }),
  /** Received by the service; `documentId` is null only after a 409 that did not name it. `noAnswer` and `unproven` need a user. */
  z.object({
    kind: z.literal('awaiting'),
    documentId: documentIdSchema.nullable(),
    since: wallMsSchema,
    noAnswer: noAnswerSchema.optional(),
    /** A result that the relay reports and nothing proves; the user is asked about it before `noAnswer`. */
    unproven: unprovenSchema.optional(),
  }),
  z.object({ kind: z.literal('accepted'), ...result }),
  /** `resolved`: it was dealt with, and needs nobody. */
  z.object({ kind: z.literal('refused'), ...result, resolved: resolvedSchema.optional() }),
]);

export type ItemState = Readonly<z.infer<typeof itemStateSchema>>;
export type ItemStateKind = ItemState['kind'];

/** Whether Intray itself has nothing left to do for a document in this state: it has its result, or a user has to decide. */
export function isAtRest(kind: ItemStateKind): boolean {
  switch (kind) {
    case 'held':
    case 'aside':
    case 'unfit':
    case 'accepted':
    case 'refused':
      return true;
    case 'waiting':
    case 'uploading':
    case 'awaiting':
      return false;
    default:
      return unreachable(kind);
  }
}

export type Resolved = Readonly<z.infer<typeof resolvedSchema>>;
