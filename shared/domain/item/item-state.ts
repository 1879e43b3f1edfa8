import { z } from 'zod';
import { documentIdSchema } from '../../contract/ids.ts';
import { failureSchema } from './failure.ts';
import { noAnswerSchema } from '../results/no-answer.ts';
import { problemSchema } from './problem.ts';
import { questionSchema } from './question.ts';
import { resolvedSchema } from './resolved-schema.ts';
import { replacedUnprovenSchema, takenSchema, unprovenSchema } from '../results/unproven-schemas.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** What was open about a document here when the service told its result, since another computer had sent it. */
const overtakenSchema = z.enum(['question', 'set-aside']);
export type Overtaken = z.infer<typeof overtakenSchema>;

const result = {
  documentId: documentIdSchema,
  /** The event's own time. */
  at: wallMsSchema,
  /** The accountant's words, verbatim; foreign text. */
  reason: z.string().nullable(),
  /** Another result, of another kind, exists for the same document (C32); the later one is shown. */
  contradicted: z.boolean(),
  overtook: overtakenSchema.optional(),
  /** It stands by a person's word: the service has not proven it (C37). Absent from all others. */
  unproven: takenSchema.optional(),
  /** A person had taken an unproven one before it, which said the same or the contrary. */
  replacedUnproven: replacedUnprovenSchema.optional(),
};

/** Of tries that fail: since when, in a row; absent while none has. What fails for long is said aloud (invariant 14). */
const failing = { last: failureSchema.nullable(), failingSince: wallMsSchema.optional() };

/** Where an item is on its way. Changed by `advance` alone. */
export const itemStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('held'), question: questionSchema }),
  /**
   * Left as it is and not counted: a person did not want it sent, another content lies in its place before it was, or its
   * company was removed; then `question` is what was asked about it at that time.
   */
  z.object({ kind: z.literal('aside'), why: z.enum(['person', 'replaced', 'removed']), question: questionSchema.optional() }),
  z.object({ kind: z.literal('unfit'), by: z.enum(['intray', 'service']), problem: problemSchema }),
  z.object({ kind: z.literal('waiting'), dueAt: wallMsSchema, ...failing }),
  /** `last` is the failure before this try. */
  z.object({ kind: z.literal('uploading'), startedAt: wallMsSchema, ...failing }),
  /** Received by the service; `documentId` is null only after a 409 that did not name it. `noAnswer` and `unproven` ask for a person. */
  z.object({
    kind: z.literal('awaiting'),
    documentId: documentIdSchema.nullable(),
    since: wallMsSchema,
    noAnswer: noAnswerSchema.optional(),
    /** What the relay says and nothing proves; it asks for a person before `noAnswer` does. */
    unproven: unprovenSchema.optional(),
  }),
  z.object({ kind: z.literal('accepted'), ...result }),
  /** `settled`: it was dealt with, and asks for nobody. */
  z.object({ kind: z.literal('refused'), ...result, settled: resolvedSchema.optional() }),
]);

export type ItemState = Readonly<z.infer<typeof itemStateSchema>>;
export type ItemStateKind = ItemState['kind'];
