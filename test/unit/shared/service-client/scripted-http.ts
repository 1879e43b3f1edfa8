import { utf8 } from '#shared/lib/bytes.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest } from '#shared/ports/http.ts';

export type ScriptedHttp = Http & { readonly requests: readonly HttpRequest[] };
export type Script = (request: HttpRequest, count: number) => Result<HttpAnswer, HttpFault> | Promise<Result<HttpAnswer, HttpFault>>;

/** The outside world, scripted by the test. */
export function scriptedHttp(script: Script): ScriptedHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      return script(request, requests.length);
    },
    open: () => Promise.reject(new Error('no streams here')),
  };
}

export function json(value: unknown, status = 200): Result<HttpAnswer, HttpFault> {
  return ok({ status, headers: { 'content-type': 'application/json' }, body: utf8(JSON.stringify(value)) });
}

export const unreachable: Result<HttpAnswer, HttpFault> = {
  ok: false,
  failure: { kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' },
};
