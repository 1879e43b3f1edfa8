import type { Context, MiddlewareHandler } from 'hono';
import type { Core } from '../core.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { cut, isCut, slowed, truncated } from './broken-answer.ts';
import type { Effect, Struck } from './fault-rules.ts';
import { plus, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { problem } from '../problem.ts';

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

type StatusEffect = Extract<Effect, { kind: 'status' }>;

/** Statuses without a body; the platform throws if one is given. */
const BODILESS = [204, 205, 304];

/** An answer given without looking at the request: by the service in trouble, or by a proxy in front of it. */
function faultAnswer(effect: StatusEffect, now: WallMs): Response {
  const { status } = effect;
  const headers = retryAfter(effect, now);
  if (BODILESS.includes(status)) return new Response(null, { status, headers });
  switch (effect.body) {
    case 'problem':
      return problem({ status, detail: 'The sandbox was asked to fail here.', headers });
    case 'html':
      return new Response(`<!doctype html><title>${status}</title><h1>${status}</h1><p>A proxy says so.</p>\n`, {
        status,
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      });
    case 'text':
      return new Response(`Status ${status}\n`, { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
    case 'empty':
      return new Response(null, { status, headers });
    default:
      return unreachable(effect.body);
  }
}

function retryAfter(effect: StatusEffect, now: WallMs): Record<string, string> {
  if (effect.retryAfter === undefined) return {};
  if (typeof effect.retryAfter === 'string') return { 'retry-after': effect.retryAfter };
  return { 'retry-after': new Date(plus(now, effect.retryAfter.dateAfterSeconds * SECOND_MS)).toUTCString() };
}
