import { PROBLEM_TYPE } from '#shared/contract/routes.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

export type ProblemOf = {
  readonly status: number;
  /** One word of ours for programs; never contains the caller's text. */
  readonly code: string;
  readonly detail: string;
  /** Further members, for programs (RFC 9457, 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** An error answer of RFC 9457. */
export function problem(of: ProblemOf): Response {
  const body = {
    type: 'about:blank',
    title: TITLES[of.status] ?? `Status ${of.status}`,
    status: of.status,
    code: of.code,
    detail: of.detail,
    ...of.members,
  };
  return Response.json(body, { status: of.status, headers: { ...of.headers, 'content-type': PROBLEM_TYPE } });
}

/** What does not belong to the caller is 404, whatever it is (invariant 11). */
export function notFound(): Response {
  return problem({ status: 404, code: 'not-found', detail: 'There is no such thing here, or it is not yours.' });
}

/** Nothing is known to be wrong: 503, to be repeated after `seconds`. */
export function tryLater(code: string, seconds: number): Response {
  return problem({ status: 503, code, detail: 'Not possible at the moment. Try again.', headers: { 'retry-after': String(seconds) } });
}
