import type { MiddlewareHandler } from 'hono';
import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/headers.ts';
import type { Core } from '../core.ts';

/** A member that no client knows, in a shape that trips up a careless reader. */
export const EXTRA_MEMBERS = { futureMember: { nested: [null, 1, 'é'] } } as const;

/** The members of an error body that the document names. */
const DOCUMENTED = ['errorCode', 'documentId', 'depositDate'];

/** Changes the members of JSON answers as the switches `problemMembers` and `extraMembers` say. */
export function shaped(core: Core): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { problemMembers, extraMembers } = core.switches.now();
    const answer = context.res;
    const type = answer.headers.get('content-type') ?? '';
    const bare = problemMembers === 'documented' && type.startsWith(PROBLEM_TYPE);
    if (!bare && !(extraMembers && (type.startsWith(PROBLEM_TYPE) || type.startsWith(JSON_TYPE)))) return;
    const members = Object.entries((await answer.json()) as object).filter(([name]) => !bare || DOCUMENTED.includes(name));
    const body = { ...Object.fromEntries(members), ...(extraMembers ? EXTRA_MEMBERS : {}) };
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    context.res = undefined;
    context.res = new Response(JSON.stringify(body), { status: answer.status, headers });
  };
}
