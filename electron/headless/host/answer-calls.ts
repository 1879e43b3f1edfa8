import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import type { Context } from 'hono';
import type { Log } from '#shared/ports/log.ts';
import { endWith } from '../end-with.ts';
import { refuse } from './refuse.ts';
import { type RequestSource, admitCall } from './request-guard.ts';
import type { Sessions } from './sessions.ts';
import type { HostAddress } from './window-url.ts';

type Calls = {
  readonly router: AnyRouter;
  readonly prefix: `/${string}`;
  /** A call may end its caller's own session and is still answered. If false, a call whose session has ended meanwhile gets no answer. */
  readonly endsSessions: boolean;
};

type Door = { readonly sessions: Sessions; readonly at: () => HostAddress; readonly log: Log };

/** Answers a contract's calls for admitted callers, while they are admitted: a stream ends with the session that opened it. */
export function answerCalls({ router, prefix, endsSessions }: Calls, { sessions, at, log }: Door): (c: Context) => Promise<Response> {
  const handler = new RPCHandler<{ caller: RequestSource }>(router, {
    interceptors: [
      async (call) => {
        const ended = call.context.caller?.ended;
        const { signal } = call.request;
        const either = ended === undefined ? signal : signal === undefined ? ended : AbortSignal.any([signal, ended]);
        const result = await call.next({ ...call, request: { ...call.request, signal: either } });
        if (result.matched && result.response.status >= 500) log.error('a call failed', { status: result.response.status });
        return result;
      },
    ],
  });
  return async (c) => {
    const admitted = admitCall(c.req.raw, at(), sessions);
    if (!admitted.ok) return refuse(admitted.failure);
    // oRPC itself answers every method but GET, also HEAD, which promises to change nothing.
    if (c.req.raw.method !== 'POST') return Response.json({ error: 'no-post' }, { status: 405, headers: { allow: 'POST' } });
    const caller = admitted.value;
    const { matched, response } = await handler.handle(c.req.raw, { prefix, context: { caller } });
    if (!matched) return c.notFound();
    if (caller === null || endsSessions) return response;
    return caller.ended.aborted ? refuse('not-signed-in') : endWith(response, caller.ended);
  };
}
