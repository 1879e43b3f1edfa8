import { utf8 } from '#shared/lib/bytes.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

export type FakeService = {
  readonly http: Http;
  readonly requests: readonly HttpRequest[];
  /** Creates an integration, if it does not exist yet, and returns its secret. */
  integration(integrationId: string): string;
  /** The secrets by integration; a test may change one. */
  readonly secrets: Map<string, string>;
  /** How its routes answer, to be changed by a test. Null: no answer at all. */
  readonly is: {
    keys: Result<unknown, HttpFault>;
    /** `blind` takes any secret, `missing` does not exist, `down` answers 503, `page` answers once with a proxy's page and 200. */
    status: 'discerning' | 'blind' | 'missing' | 'down' | 'page';
    entries: 'discerning' | 'blind';
    token: 'granted' | 'refused';
    /** Tokens that it no longer accepts. */
    stale: Set<string>;
    /** The routes of an integration await this before they answer. */
    held: Promise<void>;
  };
};

/**
 * The service's other routes, written by hand from the document (§ Partner token, § Health check, § Entries route, § Integration status,
 * § Public keys).
 */
export function fakeService(keys: readonly Record<string, unknown>[]): FakeService {
  const secrets = new Map<string, string>();
  const [requests, is]: [HttpRequest[], FakeService['is']] = [[], asUsual(keys)];
  let tokens = 0;

  const token = (): HttpAnswer => {
    tokens += 1;
    return is.token === 'granted'
      ? json(200, { token_type: 'Bearer', expires_in: 3600, access_token: `token-${tokens}` })
      : json(401, { error: 'invalid_client' });
  };
  const integrationRoute = (request: HttpRequest, integrationId: string, kind: 'status' | 'entries'): HttpAnswer => {
    const how = is[kind];
    if (how === 'missing') return json(404, {});
    if (how === 'down') return json(503, {});
    if (how === 'page') return pageOnce(is);
    const known = secrets.has(integrationId);
    const right = known && (how === 'blind' || request.headers['x-service-api-key'] === secrets.get(integrationId));
    if (!right || isStale(request)) return json(401, { title: 'Unauthorized', status: 401 });
    return kind === 'status' ? json(200, {}) : json(400, { status: 400, errorCode: 'VALIDATION_ERROR' });
  };
  const isStale = (request: HttpRequest): boolean => is.stale.has(request.headers['authorization']?.slice('Bearer '.length) ?? '');
  const answer = (request: HttpRequest): Result<HttpAnswer, HttpFault> => {
    const url = new URL(request.url);
    if (url.host === 'keys.service.example') return is.keys.ok ? ok(json(200, is.keys.value)) : is.keys;
    if (url.pathname === '/oauth2/token') return ok(token());
    if (url.pathname === '/v1/health') return ok(isStale(request) ? json(401, {}) : { status: 204, headers: {}, body: new Uint8Array() });
    const [, integrationId = '', entries] = /^\/v1\/integrations\/([^/]+)(\/entries)?$/.exec(url.pathname) ?? [];
    return ok(integrationRoute(request, integrationId, entries === undefined ? 'status' : 'entries'));
  };

  return {
    requests,
    secrets,
    is,
    http: {
      async send(request) {
        requests.push(request);
        if (request.url.includes('/integrations/')) await is.held;
        return answer(request);
      },
      open: () => Promise.reject(new Error('the relay opens no streams')),
    },
    integration(integrationId) {
      const secret = secrets.get(integrationId) ?? `secret-of-${integrationId}`;
      secrets.set(integrationId, secret);
      return secret;
    },
  };
}

function pageOnce(is: FakeService['is']): HttpAnswer {
  is.status = 'discerning';
  return { status: 200, headers: { 'content-type': 'text/html' }, body: utf8('<h1>200</h1>') };
}

function asUsual(keys: readonly Record<string, unknown>[]): FakeService['is'] {
  const answers = { status: 'discerning', entries: 'discerning', token: 'granted' } as const;
  return { keys: ok({ keys }), ...answers, stale: new Set(), held: Promise.resolve() };
}

export const noAnswer: Result<never, HttpFault> = fail({ kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' });

function json(status: number, value: unknown): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: utf8(JSON.stringify(value)) };
}
