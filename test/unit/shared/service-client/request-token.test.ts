import { describe, expect, it } from 'vitest';
import { ok } from '#shared/lib/result.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { json, scriptedHttp, unreachable } from './scripted-http.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

const CREDENTIALS = { authUrl: 'https://auth.example/', clientId: 'an id', clientSecret: 's&=é+', scope: '' };

describe('requestToken', () => {
  it('posts a form with the client credentials', async () => {
    const http = scriptedHttp(() => json({ token_type: 'Bearer', expires_in: '3600', access_token: 'abc' }));
    expect(await requestToken(http, CREDENTIALS)).toMatchObject(ok({ value: 'abc', expiresInSeconds: 3_600 }));
    const [request] = http.requests;
    expect(request).toMatchObject({ method: 'POST', url: 'https://auth.example/oauth2/token' });
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const sent = new URLSearchParams(bodyAtHand(request?.body).toString());
    expect(Object.fromEntries(sent)).toEqual({ grant_type: 'client_credentials', client_id: 'an id', client_secret: 's&=é+' });
  });

  it('names a scope when there is one', async () => {
    const http = scriptedHttp(() => json({ token_type: 'bearer', expires_in: 3600, access_token: 'abc' }));
    await requestToken(http, { ...CREDENTIALS, scope: 'import' });
    expect(bodyAtHand(http.requests[0]?.body).toString()).toContain('&scope=import');
  });

  it('tells refused credentials from everything that says nothing about them', async () => {
    const answers = [
      [json({ error: 'invalid_client' }, 401), { kind: 'refused', code: 'invalid_client' }],
      [json({ error: 'invalid_scope', error_description: 'x' }, 400), { kind: 'refused', code: 'invalid_scope' }],
      [json({ title: 'Unauthorized' }, 401), { kind: 'refused', code: 'http-401' }],
      [json('<html>', 403), { kind: 'unreachable', code: 'http-403' }],
      [json({ error: 'temporarily_unavailable' }, 503), { kind: 'unreachable', code: 'http-503' }],
      [json({ hello: 1 }), { kind: 'unreachable', code: 'not-a-token' }],
      [unreachable, { kind: 'unreachable', code: 'ECONNREFUSED' }],
    ] as const;
    for (const [answer, failure] of answers) {
      const http = scriptedHttp(() => answer);
      expect(await requestToken(http, CREDENTIALS)).toMatchObject({ ok: false, failure });
    }
  });
});
