import { describe, expect, it } from 'vitest';
import { type Bench, openBench, tokenForm } from '../bench.ts';

type TokenAnswer = { token_type: string; expires_in: number; access_token: string };

describe('§ Partner token', () => {
  it('keeps several tokens alive at once', async () => {
    const bench = await openBench();
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
    const bench = await openBench();
    const response = await bench.call('/oauth2/token', tokenForm(bench.sandbox, fields));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });

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

function health(bench: Bench, token: string): Promise<Response> {
  return bench.call('/v1/health', { headers: { authorization: `Bearer ${token}` } });
}
