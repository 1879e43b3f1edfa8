import { z } from 'zod';

/** What went wrong, for a person: the sandbox's own words, or null if nothing answered. */
export class NotDone extends Error {
  readonly detail: string | null;
  constructor(detail: string | null) {
    super('the control API did not do it');
    this.detail = detail;
  }
}

export type ControlAnswer = { readonly method?: 'GET' | 'POST' | 'PATCH'; readonly body?: unknown };

/** Moving the clock by two days may take the sandbox a minute. */
const WITHIN_MS = 90_000;
const problem = z.looseObject({ detail: z.string().catch('') });

/** One call of the control API, which has the same origin as this page. Throws `NotDone`. */
export async function ask<Schema extends z.ZodType>(path: string, schema: Schema, asked: ControlAnswer = {}): Promise<z.output<Schema>> {
  const { method = 'GET', body } = asked;
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`../control${path}`, { method, ...sent, signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null);
  if (answer === null) throw new NotDone(null);
  const said: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new NotDone(problem.safeParse(said).data?.detail ?? `HTTP ${answer.status}`);
  const parsed = schema.safeParse(said);
  if (!parsed.success) throw new NotDone(parsed.error.issues[0]?.message ?? '');
  return parsed.data;
}
