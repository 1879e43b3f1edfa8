import type { MiddlewareHandler } from 'hono';
import { problem } from '../problem.ts';
import type { FaultRoute, Switchboard } from '../switches.ts';

/** Answers with the status that the switch asks for, before anything else is looked at. */
export function failNext(switches: Switchboard, route: FaultRoute): MiddlewareHandler {
  return async (_context, next) => {
    const failure = switches.takeFailure(route);
    if (failure === null) return next();
    const headers = failure.retryAfter === null ? {} : { 'retry-after': failure.retryAfter };
    return problem({ status: failure.status, detail: 'The sandbox was asked to fail here.', headers });
  };
}
