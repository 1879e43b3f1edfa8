import type { Problem } from '#shared/contract/answers.ts';
import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import type { Hono } from 'hono';

export type ProblemOf = {
  readonly status: number;
  readonly detail: string;
  readonly errorCode?: string;
  /** Members of one particular error (documentId, depositDate). */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the status's standard title. */
  readonly title?: string;
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An error answer of RFC 9457 (§ Errors; C36). */
export function problem(of: ProblemOf): Response {
  const { errorCode } = of;
  const body: Problem = {
    type: errorCode === undefined ? 'about:blank' : `/problems/${errorCode.toLowerCase().replaceAll('_', '-')}`,
    title: of.title ?? TITLES[of.status] ?? `Status ${of.status}`,
    status: of.status,
    detail: of.detail,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...of.more,
  };
  return Response.json(body, { status: of.status, headers: { ...of.headers, 'content-type': PROBLEM_TYPE } });
}

/** Answers other methods on a known path with 405 and the methods that it has (RFC 9110, 15.5.6). Call it last. */
export function refuseOtherMethods(app: Hono): Hono {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    // Middleware, which does not answer by itself.
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set();
    // GET also serves HEAD.
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) known.add(one);
    methods.set(path, known);
  }
  for (const [path, known] of methods) {
    const allow = [...known].join(', ');
    app.all(path, () => problem({ status: 405, detail: `This path is called by ${allow} alone.`, headers: { allow } }));
  }
  return app;
}
