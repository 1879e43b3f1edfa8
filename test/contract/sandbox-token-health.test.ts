import { describe, expect, it } from 'vitest';
import { type Bench, openBench, tokenForm, WAYS } from './bench.ts';

type TokenAnswer = { token_type: string; expires_in: number; access_token: string };

describe.each(WAYS)('§ Partner token (%s)', (way) => {
  it('answers with token_type, expires_in of 3600 seconds and access_token', async () => {
    const bench = await openBench({ way });
    const response = await bench.call('/oauth2/token', tokenForm(bench.sandbox));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ token_type: 'Bearer', expires_in: 3600, access_token: expect.stringMatching(/^[\w-]{40,}$/) });
  });

  it('keeps several tokens alive at once', async () => {
    const bench = await openBench({ way });
    const tokens = [await bench.token(), await bench.token()];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect((await health(bench, token)).status).toBe(204);
  });

  it.each([
    ['a wrong secret', { client_secret: 'no' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: '00000000-0000-4000-8000-000000000000' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { scope: 'everything' }, 400, 'invalid_scope'],
  ])('refuses %s in OAuth style', async (_, fields, status, error) => {
    const bench = await openBench({ way });
    const response = await bench.call('/oauth2/token', tokenForm(bench.sandbox, fields));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });
});

describe('§ Partner token', () => {
  it('takes a form without scope, or with an empty one', async () => {
    const bench = await openBench();
    const form = new URLSearchParams(tokenForm(bench.sandbox, { scope: '' }).body as URLSearchParams);
    expect((await bench.call('/oauth2/token', { method: 'POST', body: form })).status).toBe(200);
    form.delete('scope');
    expect((await bench.call('/oauth2/token', { method: 'POST', body: form })).status).toBe(200);
  });

  it.each(['grant_type', 'client_id', 'client_secret'])('answers invalid_request when %s is missing', async (field) => {
    const bench = await openBench();
    const form = new URLSearchParams(tokenForm(bench.sandbox).body as URLSearchParams);
    form.delete(field);
    const response = await bench.call('/oauth2/token', { method: 'POST', body: form });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  });

  it('answers invalid_request to JSON', async () => {
    const bench = await openBench();
    const body = JSON.stringify({ grant_type: 'client_credentials' });
    const response = await bench.call('/oauth2/token', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(((await response.json()) as { error: string }).error).toBe('invalid_request');
  });

  it('says the life that the switch sets, and ends it then', async () => {
    const bench = await openBench({ switches: { tokenLifeSeconds: 5 } });
    const { access_token, expires_in } = (await (await bench.call('/oauth2/token', tokenForm(bench.sandbox))).json()) as TokenAnswer;
    expect(expires_in).toBe(5);
    await bench.clock.advance(4_999);
    expect((await health(bench, access_token)).status).toBe(204);
    await bench.clock.advance(1);
    expect((await health(bench, access_token)).status).toBe(401);
  });
});

describe.each(WAYS)('§ Health check (%s)', (way) => {
  it('answers 204 without a body to a bearer token alone', async () => {
    const bench = await openBench({ way });
    const response = await health(bench, await bench.token());
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it.each([
    ['no token', undefined],
    ['an unknown token', 'Bearer made-up'],
    ['another scheme', 'Basic abc'],
  ])('answers 401 as a problem to %s', async (_, authorization) => {
    const bench = await openBench({ way });
    const response = await bench.call('/v1/health', authorization === undefined ? {} : { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({ type: 'about:blank', title: 'Unauthorized', status: 401, detail: expect.any(String) });
  });

  it('answers 401 after the 3600 seconds of the token', async () => {
    const bench = await openBench({ way });
    const token = await bench.token();
    await bench.clock.advance(3_600_000);
    expect((await health(bench, token)).status).toBe(401);
  });
});

describe('Versioning', () => {
  it('serves the routes under /v1 alone', async () => {
    const bench = await openBench();
    const headers = { authorization: `Bearer ${await bench.token()}` };
    expect((await bench.call('/health', { headers })).status).toBe(404);
    expect((await bench.call('/v2/health', { headers })).status).toBe(404);
  });
});

function health(bench: Bench, token: string): Promise<Response> {
  return bench.call('/v1/health', { headers: { authorization: `Bearer ${token}` } });
}
