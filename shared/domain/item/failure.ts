import { z } from 'zod';
import { MINUTE_MS } from '../../lib/duration.ts';

/**
 * Why an upload did not complete and will be tried again. Nobody's fault, or the company's: never the file's.
 * `tries` counts the same failure in a row, because the third in a row of some kinds means something else.
 */
export const failureSchema = z.discriminatedUnion('kind', [
  /** Nothing left this computer: no network, no such name, nothing listening. */
  z.object({ kind: z.literal('offline'), code: z.string() }),
  /** The connection broke in the middle; the service may have received it. */
  z.object({ kind: z.literal('broken'), code: z.string(), tries: z.number() }),
  z.object({ kind: z.literal('timed-out') }),
  z.object({ kind: z.literal('certificate'), code: z.string() }),
  /** A certificate's dates do not match this computer's clock, and the clock is wrong; null if it is not known by how much. */
  z.object({ kind: z.literal('clock'), aheadMs: z.number().nullable() }),
  z.object({ kind: z.literal('proxy'), code: z.string() }),
  /** 403: something on the way, or the service, rejects this request. The contract has no such answer. */
  z.object({ kind: z.literal('forbidden') }),
  /** Busy or broken, judged by its status: 408, 425, 429, 5xx. */
  z.object({ kind: z.literal('service'), status: z.number() }),
  /** An answer that is not in the contract: a firewall's page, a wrong address, an incomplete answer. */
  z.object({ kind: z.literal('not-understood'), status: z.number(), tries: z.number() }),
  /** No access token is available. */
  z.object({ kind: z.literal('no-token'), code: z.string() }),
  /** The service rejects the company's own client credentials, which were typed in here (mode `direct`). */
  z.object({ kind: z.literal('credentials'), code: z.string() }),
  /** The bytes are not where they were found; the share may be away, or somebody moved the file. */
  z.object({ kind: z.literal('no-file'), code: z.string(), tries: z.number() }),
  /** Our own disk failed to write or read the copy that is kept while a document is on its way. */
  z.object({ kind: z.literal('spool'), code: z.string(), tries: z.number() }),
  /** The company's connection is the cause; its queue is paused. */
  z.object({ kind: z.literal('company') }),
]);

export type Failure = Readonly<z.infer<typeof failureSchema>>;

/** The code of a `proxy` failure that a user name and a password would solve. */
export const PROXY_WANTS_CREDENTIALS = 'PROXY_407';

/** A failure that ends by itself within this time is not reported; nothing stays silent for longer (invariant 14). */
export const DELAY_MS = 15 * MINUTE_MS;

/** By what name a failure is explained: a disk that changes a copy is neither full nor protected. */
export function explainedAs(failure: Failure): Failure['kind'] | 'copy' {
  return failure.kind === 'spool' && OF_THE_COPY.includes(failure.code) ? 'copy' : failure.kind;
}

/** Our own codes of `spool`, beside the platform's: a copy was written, but cannot be read; its file ends before it does, or contains other bytes. */
export const COPY_LOST = 'COPY_LOST';
export const COPY_CUT = 'CUT_SHORT';
export const COPY_CHANGED = 'COPY_CHANGED';
const OF_THE_COPY: readonly string[] = [COPY_LOST, COPY_CUT, COPY_CHANGED];
