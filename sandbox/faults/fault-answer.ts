import { plus, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { problem } from '../problem.ts';
import type { Effect } from './fault-rules.ts';

type StatusEffect = Extract<Effect, { kind: 'status' }>;

/** Statuses without a body; the platform throws if one is given. */
const BODILESS = [204, 205, 304];

/** An answer given without looking at the request: by the service in trouble, or by a proxy in front of it. */
export function faultAnswer(effect: StatusEffect, now: WallMs): Response {
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
