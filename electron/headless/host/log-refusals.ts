import { HOUR_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import { COMMAND_KEY_HEADER } from './request-guard.ts';

export type RefusalLog = {
  /** Counts the answer if it is a refusal. */
  note(request: Request, answer: Response): void;
  /** Logs what was counted and not logged yet. */
  close(): void;
};

/** A window left open under an earlier start calls again and again. */
const SAY_EVERY_MS = HOUR_MS;

/** Logs that a caller on this computer was refused, and why: at once, then hourly with the count. It is not known here who calls. */
export function logRefusals({ log, clock }: { readonly log: Log; readonly clock: Pick<Clock, 'monotonicMs'> }): RefusalLog {
  /** One entry per cause; there are five. */
  const causes = new Map<string, { saidAtMs: number; times: number }>();
  return {
    note(request, answer) {
      const why = whyRefused(request, answer.status);
      if (why === null) return;
      const cause = causes.get(why) ?? { saidAtMs: -Infinity, times: 0 };
      causes.set(why, cause);
      cause.times += 1;
      if (clock.monotonicMs() - cause.saidAtMs < SAY_EVERY_MS) return;
      log.warn('a call was refused', { why, times: cause.times });
      [cause.saidAtMs, cause.times] = [clock.monotonicMs(), 0];
    },
    close() {
      for (const [why, { times }] of causes) if (times > 0) log.warn('a call was refused', { why, times });
    },
  };
}

/** Only in words of ours: a caller must not be able to write text of the request into the log. */
function whyRefused({ url, headers }: Request, status: number): string | null {
  if (status === 421) return 'wrong-host';
  if (status === 403) return 'wrong-page';
  if (status !== 401) return null;
  if (headers.has(COMMAND_KEY_HEADER)) return 'wrong-command-key';
  return new URL(url).pathname === '/session' ? 'one-time-address-used-or-unknown' : 'no-session';
}
