import type { Failure } from '#shared/domain/item/failure.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Http, HttpAnswer } from '#shared/ports/http.ts';

export type ClockWatch = {
  /** How far this computer's wall clock is ahead, by the Date header of the last answer; null before the first one. */
  aheadMs(): number | null;
  /** The same HTTP port, reading the Date header of each answer. */
  noting(http: Http): Http;
  /** The same upload, blaming the clock for a certificate outside its validity if the clock is known to be wrong. */
  naming<Asked extends readonly unknown[]>(upload: (...asked: Asked) => Promise<Outcome>): (...asked: Asked) => Promise<Outcome>;
};

/** Certificates are valid for months, so a smaller error cannot be the cause; and a clock that is an hour off does not merely drift. */
const WRONG_MS = HOUR_MS;
/** OpenSSL's codes for a certificate outside its validity. */
const NOT_YET = 'CERT_NOT_YET_VALID';
const EXPIRED = 'CERT_HAS_EXPIRED';

/** Compares the Date header of answers with the wall clock: our own code does not trust the wall clock, but certificates and people do. */
export function clockWatch(clock: Clock): ClockWatch {
  let ahead: number | null = null;
  const note = ({ headers }: HttpAnswer): void => {
    // An answer from a cache in between has an old date.
    const told = headers['age'] === undefined ? Date.parse(headers['date'] ?? '') : Number.NaN;
    if (!Number.isNaN(told)) ahead = clock.wallMs() - told;
  };
  return {
    aheadMs: () => ahead,
    noting: (http) => ({
      ...http,
      open: (request) => http.open(request),
      send: async (request) => {
        const sent = await http.send(request);
        if (sent.ok) note(sent.value);
        return sent;
      },
    }),
    naming:
      (upload) =>
      async (...asked) =>
        named(await upload(...asked), ahead),
  };
}

function named(outcome: Outcome, ahead: number | null): Outcome {
  if (outcome.kind !== 'failed' || outcome.failure.kind !== 'certificate') return outcome;
  const failure = clockFailure(outcome.failure.code, ahead);
  return failure === null ? outcome : { ...outcome, failure };
}

/** A certificate that is not yet valid is hardly ever at fault itself; an expired one usually is. */
function clockFailure(code: string, ahead: number | null): Failure | null {
  if (code === NOT_YET && (ahead === null || ahead < -WRONG_MS)) return { kind: 'clock', aheadMs: ahead };
  return code === EXPIRED && ahead !== null && ahead > WRONG_MS ? { kind: 'clock', aheadMs: ahead } : null;
}
