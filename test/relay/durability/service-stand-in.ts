import { serve } from '#shared/node/http/serve.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { ISSUER, type SigningKey, signingKey } from '#test/unit/shared/service-client/signing.ts';
import { fakeService, type FakeService } from '../fake-service.ts';

export type ServiceStandIn = {
  readonly service: FakeService;
  readonly key: SigningKey;
  /** What a relay has to know about it, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** The hand-written service of the relay's tests, on a real port of this machine. */
export async function serviceStandIn(): Promise<ServiceStandIn> {
  const key = signingKey('key-1');
  const service = fakeService([key.jwk]);
  const served = await serve(
    async (request) => {
      const path = new URL(request.url).pathname;
      const url = path === '/jwks' ? 'https://keys.service.example/jwks' : `https://api.service.example${path}`;
      const headers = Object.fromEntries(request.headers);
      const answer = await service.http.send({ method: request.method as HttpMethod, url, headers, timeoutMs: 0, answerBytesMax: 0 });
      if (!answer.ok) return new Response(null, { status: 502 });
      const { status, body } = answer.value;
      return new Response(status === 204 ? null : Buffer.from(body), { status, headers: answer.value.headers });
    },
    { port: 0 },
  );
  const url = `http://127.0.0.1:${served.port}`;
  return {
    service,
    key,
    environment: {
      RELAY_BASE_URL: `${url}/v1`,
      RELAY_AUTH_URL: url,
      RELAY_JWKS_URL: `${url}/jwks`,
      RELAY_ISSUER: ISSUER,
      RELAY_CLIENT_ID: 'partner-id',
      RELAY_CLIENT_SECRET: 'partner-secret',
      RELAY_SEAL_KEYS: 'none',
      RELAY_LOG_LEVEL: 'error',
    },
    close: () => served.close(),
  };
}
