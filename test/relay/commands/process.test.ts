import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Program, readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

describe('the relay as a program beside the sandbox', () => {
  it('has every acknowledged event after it was killed, and delivers through the doorbell', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const file = join(tempFolder(), 'relay.db');
    const first = await startRelay(sandbox, file);
    const integration = (await ask('POST', `${text(sandbox, 'controlUrl')}/integrations`, {})).json as Integration;
    const { deviceToken } = (await ask('POST', `${text(first, 'url')}${RELAY_PATHS.devices}`, { json: { name: 'PC' } })).json as {
      deviceToken: string;
    };
    const proved = await ask('POST', `${text(first, 'url')}${RELAY_PATHS.integrations}`, { token: deviceToken, json: integration });
    expect(proved.status).toBe(200);
    const stream = await doorbell(text(first, 'url'), deviceToken);
    expect(await stream.until('"seq":0')).toBe(true);
    await ask('PATCH', `${text(sandbox, 'controlUrl')}/switches`, { json: { webhookUrl: text(first, 'webhookUrl') } });
    await ask('POST', `${text(sandbox, 'controlUrl')}/integrations/${integration.integrationId}/revoke`, { json: {} });
    expect(await stream.until('"seq":1')).toBe(true);
    await first.stop('SIGKILL');

    const second = await startRelay(sandbox, file);
    const page = await ask('GET', `${text(second, 'url')}${eventsPath(integration.integrationId)}`, { token: deviceToken });
    expect(page.json).toMatchObject({ events: [{ seq: 1 }], more: false });
    const other = await doorbell(text(second, 'url'), deviceToken);
    expect(await other.until('"seq":1')).toBe(true);
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await other.until('never')).toBe(false);
  });

  it('shows the metrics on an address of their own, and none on the public one', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const relay = await startRelay(sandbox, join(tempFolder(), 'relay.db'), { RELAY_METRICS_LISTEN: '127.0.0.1:0' });
    expect(new URL(text(relay, 'metricsUrl')).port).not.toBe(new URL(text(relay, 'url')).port);
    expect(await (await fetch(text(relay, 'metricsUrl'))).text()).toContain('intray_relay_devices 0\n');
    expect((await fetch(`${text(relay, 'url')}${RELAY_PATHS.metrics}`)).status).toBe(404);
    expect((await fetch(text(relay, 'metricsUrl').replace(RELAY_PATHS.metrics, RELAY_PATHS.ready))).status).toBe(404);
    expect(await relay.stop('SIGTERM')).toBe(0);
  });

  it('says where its metrics are: nowhere, or on the public address for who carries the token', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const without = await startRelay(sandbox, join(tempFolder(), 'relay.db'));
    expect(without.ready['metricsUrl']).toBe(null);
    const token = 'a-token-of-the-metrics-for-the-tests';
    const relay = await startRelay(sandbox, join(tempFolder(), 'relay.db'), { RELAY_METRICS_TOKEN: token });
    expect(text(relay, 'metricsUrl')).toBe(`${text(relay, 'url')}${RELAY_PATHS.metrics}`);
    expect((await fetch(text(relay, 'metricsUrl'))).status).toBe(401);
    expect((await fetch(text(relay, 'metricsUrl'), { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  it('says what is missing and ends with 2', async () => {
    await expect(readyLine({ args: ['relay/server.ts'], env: { RELAY_ISSUER: 'x' } })).rejects.toThrow(/RELAY_BASE_URL: is missing/);
  });
});

type Integration = { readonly integrationId: string; readonly integrationSecret: string };

function startRelay(sandbox: Program, file: string, settings: Readonly<Record<string, string>> = {}): Promise<Program> {
  return readyLine({
    args: ['relay/server.ts', '--port', '0', '--store', `sqlite:${file}`],
    env: {
      RELAY_BASE_URL: text(sandbox, 'baseUrl'),
      RELAY_AUTH_URL: text(sandbox, 'authUrl'),
      RELAY_JWKS_URL: text(sandbox, 'jwksUrl'),
      RELAY_ISSUER: text(sandbox, 'issuer'),
      RELAY_CLIENT_ID: text(sandbox, 'clientId'),
      RELAY_CLIENT_SECRET: text(sandbox, 'clientSecret'),
      RELAY_SEAL_KEYS: 'none',
      RELAY_SCOPE: text(sandbox, 'scope'),
      ...settings,
    },
  });
}

function text(program: Program, name: string): string {
  return String(program.ready[name]);
}

async function ask(method: string, url: string, by: { readonly token?: string; readonly json?: unknown }) {
  const headers = { 'content-type': 'application/json', ...(by.token === undefined ? {} : { authorization: `Bearer ${by.token}` }) };
  const answer = await fetch(url, { method, headers, ...(by.json === undefined ? {} : { body: JSON.stringify(by.json) }) });
  const body = await answer.text();
  return { status: answer.status, json: body === '' ? null : (JSON.parse(body) as unknown) };
}

/** `until` reads the stream until a text has arrived; false if the stream ends first. */
async function doorbell(url: string, token: string) {
  const answer = await fetch(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` } });
  const reader = answer.body?.getReader();
  let heard = '';
  return {
    async until(wanted: string): Promise<boolean> {
      while (!heard.includes(wanted)) {
        const chunk = await reader?.read().catch(() => undefined);
        if (chunk?.value === undefined) return false;
        heard += Buffer.from(chunk.value).toString();
      }
      return true;
    },
  };
}
