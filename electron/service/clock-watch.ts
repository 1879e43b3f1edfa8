import type { Failure } from '#shared/domain/item/failure.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Http, HttpAnswer } from '#shared/ports/http.ts';

export type ClockWatch = {
  /** By how much this computer's wall clock is ahead of the others', as the last answer told; null while none did. */
  aheadMs(): number | null;
  /** The same way out, with the date of each answer looked at. */
  noting(http: Http): Http;
  /** A certificate that fits no date of ours is the clock's fault where the clock is known to be wrong. */
  naming<Asked extends readonly unknown[]>(upload: (...asked: Asked) => Promise<Outcome>): (...asked: Asked) => Promise<Outcome>;
};

/** Certificates are good for months at least, so an hour is no reason; a clock that far off is no drift either. */
const WRONG_MS = HOUR_MS;
/** OpenSSL's words for dates that do not fit. */
const NOT_YET = 'CERT_NOT_YET_VALID';
const EXPIRED = 'CERT_HAS_EXPIRED';

/** Compares the Date header of answers with the wall clock: nothing of ours trusts the wall clock, but certificates and people do. */
export function clockWatch(clock: Clock): ClockWatch {
  let ahead: number | null = null;
  const note = ({ headers }: HttpAnswer): void => {
    // What a cache in between has kept is old by itself.
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

/** One that is not good yet is hardly ever the certificate's own fault; one that is good no more mostly is. */
function clockFailure(code: string, ahead: number | null): Failure | null {
  if (code === NOT_YET && (ahead === null || ahead < -WRONG_MS)) return { kind: 'clock', aheadMs: ahead };
  return code === EXPIRED && ahead !== null && ahead > WRONG_MS ? { kind: 'clock', aheadMs: ahead } : null;
}
