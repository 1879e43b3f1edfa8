import type { Refusal } from './request-guard.ts';

/** The bare word, for clients that are not a person's browser. */
export function refuse(refusal: Refusal): Response {
  const status = refusal === 'wrong-host' ? 421 : refusal === 'not-signed-in' ? 401 : 403;
  return Response.json({ error: refusal }, { status });
}
