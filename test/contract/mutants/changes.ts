import type { HttpAnswer, HttpRequest } from '#shared/ports/http.ts';
import type { Json, Mutant } from './mutant.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

/** The calls that a mutant changes: a part of the address, and the status of the answer. */
export type Where = { readonly path?: RegExp; readonly method?: string; readonly status?: number };

const DOCUMENT_ID = '6f1c1f0a-3b0e-4c52-9d6f-2f4b8f6f0a11';
const IMPORT = /\/(purchase-invoices|sales-invoices|entries)$/;

export function isAt({ path, method, status }: Where, request: HttpRequest, answer: HttpAnswer): boolean {
  const { pathname } = new URL(request.url);
  return (path?.test(pathname) ?? true) && (method ?? request.method) === request.method && (status ?? answer.status) === answer.status;
}

/** Changes the answers of some calls, and no others. */
export function answering(where: Where, change: (answer: HttpAnswer) => HttpAnswer): Pick<Mutant, 'answers'> {
  return { answers: (answer, request) => (isAt(where, request, answer) ? change(answer) : answer) };
}

export function withStatus(status: number): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => ({ ...answer, status });
}

/** An undefined value removes the header. */
export function withHeader(name: string, value: string | undefined): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => {
    const { [name]: _, ...others } = answer.headers;
    return { ...answer, headers: value === undefined ? others : { ...others, [name]: value } };
  };
}

/** A member whose value is undefined is removed. */
export function withMembers(change: Json | ((before: Json) => Json)): (answer: HttpAnswer) => HttpAnswer {
  return (answer) => {
    const before = jsonOf(answer.body);
    return { ...answer, body: bytesOf({ ...before, ...(typeof change === 'function' ? change(before) : change) }) };
  };
}

/** Accepts what the sandbox refuses for this reason, as if the rule did not exist. */
export function taking(reason: RegExp, path: RegExp = IMPORT): Pick<Mutant, 'answers'> {
  return {
    answers: (answer, request) => {
      const isMeant = isAt({ path, status: 400 }, request, answer) && reason.test(String(jsonOf(answer.body)['detail']));
      return isMeant ? received() : answer;
    },
  };
}

/** Refuses an import whose body or content type matches this. */
export function refusing(what: RegExp, path: RegExp = IMPORT): Pick<Mutant, 'arrives'> {
  return {
    arrives: (request) => {
      const isMeant = path.test(new URL(request.url).pathname) && what.test(`${request.headers['content-type'] ?? ''}\n${textOf(request)}`);
      return isMeant ? refused() : null;
    },
  };
}

export function received(): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: bytesOf({ documentId: DOCUMENT_ID }) };
}

function refused(): HttpAnswer {
  const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Not taken.', errorCode: 'VALIDATION_ERROR' };
  return { status: 400, headers: { 'content-type': 'application/problem+json' }, body: bytesOf(problem) };
}

export function textOf({ body }: Pick<HttpRequest, 'body'>): string {
  return bodyAtHand(body).toString('latin1');
}

export function jsonOf(body: Uint8Array): Json {
  return JSON.parse(Buffer.from(body).toString('utf8')) as Json;
}

export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
