import type { Context, MiddlewareHandler } from 'hono';
import type { Core } from '../core.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { cut, isCut } from './cut.ts';
import type { Effect, Struck } from './fault-rules.ts';
import { faultAnswer } from './fault-answer.ts';
import { slowed, truncated } from './broken-answer.ts';

/** Applies the fault table to a route: before the request is looked at, or when only the answer is left to send. */
export function faulty(core: Core, route: Struck): MiddlewareHandler {
  return async (context, next) => {
    const effects = core.switches.takeFaults({ route, integrationId: context.req.param('integrationId') ?? null });
    if (effects.length === 0) return next();
    let answer = await before(core, effects, context.req.raw);
    if (answer === null) {
      await next();
      answer = context.res;
    }
    for (const effect of effects) {
      if (isCut(answer)) break;
      answer = await after(core, effect, answer);
    }
    replace(context, answer);
    return undefined;
  };
}

/** The answer to give at once; null if the request is to be handled. */
async function before(core: Core, effects: readonly Effect[], request: Request): Promise<Response | null> {
  for (const effect of effects) {
    if (effect.kind === 'latency' && effect.when === 'before') await core.clock.sleep(effect.ms, core.stop);
    if (effect.kind === 'status') return faultAnswer(effect, core.clock.wallMs());
    if (effect.kind === 'reset-request') {
      await swallow(request, effect.afterBytes);
      return cut();
    }
  }
  return null;
}

async function after(core: Core, effect: Effect, answer: Response): Promise<Response> {
  switch (effect.kind) {
    case 'latency':
      if (effect.when === 'after') await core.clock.sleep(effect.ms, core.stop);
      return answer;
    case 'lose-answer':
      return cut();
    case 'slow-answer':
      return slowed(answer, { everyMs: effect.everyMs, clock: core.clock, stop: core.stop });
    case 'truncate-answer':
      return truncated(answer, effect.atByte);
    case 'content-type':
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: { 'content-type': effect.contentType } });
    case 'status':
    case 'reset-request':
      return answer;
    default:
      return unreachable(effect);
  }
}

/** Reads this many bytes of the body and no more. */
async function swallow(request: Request, bytes: number): Promise<void> {
  if (request.body === null) return;
  const reader = request.body.getReader();
  let left = bytes;
  while (left > 0) {
    const next = await reader.read();
    if (next.done) return;
    left -= next.value.byteLength;
  }
  reader.releaseLock();
}

/** Without the reset, Hono would copy the headers of the previous answer into the new one. */
function replace(context: Context, answer: Response): void {
  context.res = undefined;
  context.res = answer;
}
