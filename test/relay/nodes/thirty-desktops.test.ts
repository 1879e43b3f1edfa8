import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const DEVICES = 30;

it('thirty computers of one address are enrolled and prove the same right secret at once, beside the real service', async () => {
  const sandbox = (await readyLine({ args: ['sandbox/server.ts', '--port', '0'] })).ready as Readonly<Record<string, string>>;
  const env = {
    RELAY_BASE_URL: sandbox['baseUrl'] ?? '',
    RELAY_AUTH_URL: sandbox['authUrl'] ?? '',
    RELAY_JWKS_URL: sandbox['jwksUrl'] ?? '',
    RELAY_ISSUER: sandbox['issuer'] ?? '',
    RELAY_CLIENT_ID: sandbox['clientId'] ?? '',
    RELAY_CLIENT_SECRET: sandbox['clientSecret'] ?? '',
    RELAY_SEAL_KEYS: 'none',
    RELAY_SCOPE: sandbox['scope'] ?? '',
    RELAY_STORE: `sqlite:${join(tempFolder(), 'relay.db')}`,
  };
  const relay = (await readyLine({ args: ['relay/server.ts', '--port', '0'], env })).ready as Readonly<Record<string, string>>;
  const integration = await post(`${sandbox['controlUrl']}/integrations`, {});
  const office = Array.from({ length: DEVICES }, (_, n) => n);
  const enrolled = await Promise.all(office.map((n) => post(`${relay['url']}${RELAY_PATHS.devices}`, { name: `PC ${n}` })));
  const proved = await Promise.all(
    enrolled.map(({ json }) => post(`${relay['url']}${RELAY_PATHS.integrations}`, integration.json, String(json['deviceToken']))),
  );
  expect(enrolled.map(({ status }) => status)).toEqual(office.map(() => 201));
  expect(proved.map(({ status }) => status)).toEqual(office.map(() => 200));
});

async function post(url: string, json: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
  return { status: answer.status, json: (await answer.json()) as Readonly<Record<string, unknown>> };
}
