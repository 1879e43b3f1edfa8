import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { fail, ok } from '#shared/lib/result.ts';
import type { Http, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type Webhooks = {
  readonly http: Http;
  readonly received: readonly Received[];
  /** How the receiver answers from now on: with a status, or not at all. */
  answer(with_: number | HttpFault['kind'] | ((request: HttpRequest) => Promise<number>)): void;
  /** The origin that it allows when asked by OPTIONS. */
  allow(origin: string): void;
};

/** A receiver behind the Http port; it acknowledges unless told otherwise. */
export function webhooks(): Webhooks {
  const received: Received[] = [];
  let headers: Readonly<Record<string, string>> = {};
  let answer: Parameters<Webhooks['answer']>[0] = 204;
  const http: Http = {
    async send(request) {
      received.push({ method: request.method, url: request.url, headers: request.headers, body: bodyAtHand(request.body) });
      if (typeof answer === 'string') return fail({ kind: answer, sent: 'maybe-received', code: 'TEST' });
      const status = typeof answer === 'number' ? answer : await answer(request);
      return ok({ status, headers, body: new Uint8Array() });
    },
    open: () => Promise.resolve(fail({ kind: 'unreachable', sent: 'never-sent', code: 'TEST' })),
  };
  return {
    http,
    received,
    answer: (with_) => {
      answer = with_;
    },
    allow: (origin) => {
      headers = { 'webhook-allowed-origin': origin };
    },
  };
}

export type Jwt = { readonly header: Readonly<Record<string, unknown>>; readonly claims: Readonly<Record<string, unknown>> };

/** Reads a compact JWT and verifies its RS512 signature by the key of its kid, using none of our code. */
export function readJwt(jwt: string, jwks: { readonly keys: readonly JsonWebKey[] }): Jwt & { readonly genuine: boolean } {
  const [head = '', payload = '', signature = ''] = jwt.split('.');
  const header = decoded(head);
  const jwk = jwks.keys.find((key) => key['kid'] === header['kid']);
  if (jwk === undefined) throw new Error('no such key');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const genuine = verify('sha512', Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'));
  return { header, claims: decoded(payload), genuine };
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}
