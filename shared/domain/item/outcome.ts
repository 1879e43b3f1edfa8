import {
  ERROR_CODES,
  importAnswerSchema,
  problemSchema,
  REVOKING_CODES,
  type RevokingCode,
  type Problem as ServiceProblem,
} from '../../contract/answers.ts';
import type { DocumentId } from '../../contract/ids.ts';
import { FILE_BYTES_SAFE } from '../../contract/limits.ts';
import { type WallMs, wallMs } from '../../lib/duration.ts';
import { jsonOf } from '../../lib/json-of.ts';
import { type Failure, PROXY_WANTS_CREDENTIALS } from './failure.ts';
import type { Problem } from './problem.ts';

/** The outcome of one import call, by whose fault it is (C35). */
export type Outcome =
  | { readonly kind: 'received'; readonly documentId: DocumentId }
  /** 409 for one of our references: the service already has it (C11). */
  | { readonly kind: 'already-received'; readonly documentId: DocumentId | null; readonly depositedAt?: WallMs | null }
  | { readonly kind: 'declined'; readonly problem: Problem }
  | { readonly kind: 'revoked'; readonly reason: RevokingCode }
  /** 401 even with a fresh token: the company's connection or the partner's credentials. */
  | { readonly kind: 'unauthorised' }
  | { readonly kind: 'unclear'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retryAfterMs: number | null };

export type ImportAnswer = {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | null;
  /** Bytes of the file that was sent. */
  readonly fileBytes: number;
};

/** Statuses by which a service, or something in front of it, says "later". */
const LATER = new Set([408, 425, 429]);
/** RFC 6585: a network on the way requires a log-in first. No service reports this about itself. */
const LOG_IN_FIRST = 511;

/**
 * Classifies an answer of an import route: by status, then by errorCode, never by text. Total: an unknown answer is
 * `unclear` (retried, then shown to the user) or `failed` (retried for ever), never a success.
 */
export function outcomeOf(answer: ImportAnswer): Outcome {
  const { status } = answer;
  if (status === 200) {
    const parsed = importAnswerSchema.safeParse(jsonOf(answer.body));
    return parsed.success ? { kind: 'received', documentId: parsed.data.documentId } : notUnderstood(answer);
  }
  if (status === 401) return { kind: 'unauthorised' };
  if (status === 403) return { kind: 'failed', failure: { kind: 'forbidden' }, retryAfterMs: answer.retryAfterMs };
  if (status === 407) return { kind: 'failed', failure: { kind: 'proxy', code: PROXY_WANTS_CREDENTIALS }, retryAfterMs: null };
  if (status === 413) return { kind: 'declined', problem: tooLarge(answer, problemOf(answer)) };
  if (status === LOG_IN_FIRST) return notUnderstood(answer);
  if (LATER.has(status) || status >= 500)
    return { kind: 'failed', failure: { kind: 'service', status }, retryAfterMs: answer.retryAfterMs };
  // Any other 2xx comes from a captive portal or a proxy, not from the service: never a success.
  if (status < 300) return notUnderstood(answer);
  return ofProblem(answer, problemOf(answer));
}

/** Empty if the body is not a problem of RFC 9457. */
function problemOf({ body }: ImportAnswer): ServiceProblem {
  const parsed = problemSchema.safeParse(jsonOf(body));
  return parsed.success ? parsed.data : {};
}

function ofProblem(answer: ImportAnswer, problem: ServiceProblem): Outcome {
  const revoking = REVOKING_CODES.find((code) => code === problem.errorCode);
  if (answer.status === 400 && revoking !== undefined) return { kind: 'revoked', reason: revoking };
  if (answer.status === 409 && problem.errorCode === ERROR_CODES.duplicateReference) {
    return { kind: 'already-received', documentId: problem.documentId ?? null, depositedAt: depositDate(problem.depositDate) };
  }
  if (answer.status === 400 && problem.errorCode === ERROR_CODES.validation) {
    const declined = { kind: 'declined', errorCode: problem.errorCode, detail: problem.detail ?? problem.title ?? null } as const;
    // Between the two readings of "5 MB", a refusal is most likely about the size (C16).
    return { kind: 'declined', problem: answer.fileBytes > FILE_BYTES_SAFE ? tooLarge(answer, problem) : declined };
  }
  return { kind: 'unclear', status: answer.status };
}

function notUnderstood(answer: ImportAnswer): Outcome {
  return { kind: 'failed', failure: { kind: 'not-understood', status: answer.status, tries: 1 }, retryAfterMs: answer.retryAfterMs };
}

/** If the service only says "invalid", that the size is the cause is our reading, so its own words are shown beside it. */
function tooLarge(answer: ImportAnswer, { detail }: ServiceProblem): Problem {
  // Something on the way may have its own limit; naming the service's would mislead.
  const bytesMax = answer.fileBytes > FILE_BYTES_SAFE ? FILE_BYTES_SAFE : null;
  return { kind: 'too-large', bytes: answer.fileBytes, bytesMax, ...(detail === undefined || detail === '' ? {} : { detail }) };
}

/** Seconds have ten digits until 2286, milliseconds thirteen since 2001. */
const SECONDS_MAX = 1e11;
const ZONED = /(Z|[+-]\d\d:?\d\d)$/i;

/**
 * The `depositDate` of a 409 (§ Errors), whose format the contract does not show: ISO 8601 text, read as UTC if it names no
 * zone, or seconds or milliseconds since 1970 (C11). Null for anything else. It is only shown, and decides nothing.
 */
export function depositDate(value: unknown): WallMs | null {
  const at = typeof value === 'number' ? inMs(value) : typeof value === 'string' ? fromText(value.trim()) : Number.NaN;
  return Number.isFinite(at) && at > 0 ? wallMs(Math.round(at)) : null;
}

function fromText(text: string): number {
  if (/^\d{10,13}$/.test(text)) return inMs(Number(text));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  return Date.parse(isDay || ZONED.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

function inMs(value: number): number {
  return value < SECONDS_MAX ? value * 1_000 : value;
}
