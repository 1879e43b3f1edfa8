import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Program, readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { readSettings, SETTING_NAMES, settingRisks, sourceOf } from '#relay/config.ts';
import { projectText } from '#test/support/project-text.ts';

describe('the relay as a program beside the sandbox', () => {
  it('has every acknowledged event after it was killed, and delivers through the doorbell', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const file = join(tempFolder(), 'relay.db');
    const first = await startRelay(sandbox, file);
    const integration = (await ask('POST', `${textOfRun(sandbox, 'controlUrl')}/integrations`, {})).json as Integration;
    const { deviceToken } = (await ask('POST', `${textOfRun(first, 'url')}${RELAY_PATHS.devices}`, { json: { name: 'PC' } })).json as {
      deviceToken: string;
    };
    const proved = await ask('POST', `${textOfRun(first, 'url')}${RELAY_PATHS.integrations}`, {
      token: deviceToken,
      json: integration,
    });
    expect(proved.status).toBe(200);
    const stream = await doorbell(textOfRun(first, 'url'), deviceToken);
    expect(await stream.until('"seq":0')).toBe(true);
    await ask('PATCH', `${textOfRun(sandbox, 'controlUrl')}/switches`, { json: { webhookUrl: textOfRun(first, 'webhookUrl') } });
    await ask('POST', `${textOfRun(sandbox, 'controlUrl')}/integrations/${integration.integrationId}/revoke`, { json: {} });
    expect(await stream.until('"seq":1')).toBe(true);
    await first.stop('SIGKILL');

    const second = await startRelay(sandbox, file);
    const page = await ask('GET', `${textOfRun(second, 'url')}${eventsPath(integration.integrationId)}`, { token: deviceToken });
    expect(page.json).toMatchObject({ events: [{ seq: 1 }], more: false });
    const other = await doorbell(textOfRun(second, 'url'), deviceToken);
    expect(await other.until('"seq":1')).toBe(true);
    expect(await second.stop('SIGTERM')).toBe(0);
    expect(await other.until('never')).toBe(false);
  });

  it('shows the metrics on an address of their own, and none on the public one', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const relay = await startRelay(sandbox, join(tempFolder(), 'relay.db'), { RELAY_METRICS_LISTEN: '127.0.0.1:0' });
    expect(new URL(textOfRun(relay, 'metricsUrl')).port).not.toBe(new URL(textOfRun(relay, 'url')).port);
    expect(await (await fetch(textOfRun(relay, 'metricsUrl'))).text()).toContain('intray_relay_devices 0\n');
    expect((await fetch(`${textOfRun(relay, 'url')}${RELAY_PATHS.metrics}`)).status).toBe(404);
    expect((await fetch(textOfRun(relay, 'metricsUrl').replace(RELAY_PATHS.metrics, RELAY_PATHS.ready))).status).toBe(404);
    expect(await relay.stop('SIGTERM')).toBe(0);
  });

  it('says where its metrics are: nowhere, or on the public address for who carries the token', async () => {
    const sandbox = await readyLine({ args: ['sandbox/server.ts', '--port', '0'] });
    const without = await startRelay(sandbox, join(tempFolder(), 'relay.db'));
    expect(without.ready['metricsUrl']).toBe(null);
    const token = 'a-token-of-the-metrics-for-the-tests';
    const relay = await startRelay(sandbox, join(tempFolder(), 'relay.db'), { RELAY_METRICS_TOKEN: token });
    expect(textOfRun(relay, 'metricsUrl')).toBe(`${textOfRun(relay, 'url')}${RELAY_PATHS.metrics}`);
    expect((await fetch(textOfRun(relay, 'metricsUrl'))).status).toBe(401);
    expect((await fetch(textOfRun(relay, 'metricsUrl'), { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
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
      RELAY_BASE_URL: textOfRun(sandbox, 'baseUrl'),
      RELAY_AUTH_URL: textOfRun(sandbox, 'authUrl'),
      RELAY_JWKS_URL: textOfRun(sandbox, 'jwksUrl'),
      RELAY_ISSUER: textOfRun(sandbox, 'issuer'),
      RELAY_CLIENT_ID: textOfRun(sandbox, 'clientId'),
      RELAY_CLIENT_SECRET: textOfRun(sandbox, 'clientSecret'),
      RELAY_SEAL_KEYS: 'none',
      RELAY_SCOPE: textOfRun(sandbox, 'scope'),
      ...settings,
    },
  });
}

function textOfRun(program: Program, name: string): string {
  return String(program.ready[name]);
}

async function ask(method: string, url: string, deps: { readonly token?: string; readonly json?: unknown }) {
  const headers = { 'content-type': 'application/json', ...(deps.token === undefined ? {} : { authorization: `Bearer ${deps.token}` }) };
  const answer = await fetch(url, { method, headers, ...(deps.json === undefined ? {} : { body: JSON.stringify(deps.json) }) });
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

const GOOD = {
  RELAY_BASE_URL: 'https://api.service.example/v1',
  RELAY_AUTH_URL: 'https://auth.service.example',
  RELAY_JWKS_URL: 'http://127.0.0.1:9/jwks',
  RELAY_ISSUER: 'https://service.example',
  RELAY_CLIENT_ID: 'id',
  RELAY_CLIENT_SECRET: 'hush',
  RELAY_SEAL_KEYS: 'none',
};

function risks(over: Readonly<Record<string, string>>): readonly string[] {
  const read = readSettings({ ...GOOD, ...over });
  return read.ok ? settingRisks(read.value).map(({ setting }) => setting) : read.failure;
}

describe('the settings of the relay', () => {
  it('have defaults for all that is not the service', () => {
    expect(readSettings({ ...GOOD, RELAY_SCOPE: '', PATH: '/bin' })).toMatchObject({
      ok: true,
      value: { RELAY_SCOPE: '', RELAY_STORE: 'sqlite:intray-relay.db', RELAY_HOST: '127.0.0.1', RELAY_PORT: 8420 },
    });
  });

  it('name everything that is missing or wrong, and never a value', () => {
    const wrong = readSettings({ ...GOOD, RELAY_BASE_URL: 'http://api.service.example', RELAY_PORT: 'hush', RELAY_CLIENT_ID: '' });
    expect(wrong.ok).toBe(false);
    const lines = wrong.ok ? [] : wrong.failure;
    expect(lines.map((line) => line.split(':')[0])).toEqual(['RELAY_BASE_URL', 'RELAY_CLIENT_ID', 'RELAY_PORT']);
    expect(lines[0]).toContain('must be https');
    expect(lines[1]).toBe('RELAY_CLIENT_ID: is missing');
    expect(lines.join()).not.toContain('hush');
  });

  it('want bodies sealed, or the word that they are not', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const said = (keys: string) => {
      const read = readSettings({ ...GOOD, RELAY_SEAL_KEYS: keys });
      return read.ok ? read.value.RELAY_SEAL_KEYS.map(({ id }) => id) : read.failure;
    };
    const { RELAY_SEAL_KEYS: _, ...silent } = GOOD;
    for (const read of [readSettings(silent), readSettings({ ...silent, RELAY_SEAL_KEYS: '' })]) {
      const lines = read.ok ? [] : read.failure;
      expect(lines).toEqual([expect.stringMatching(/^RELAY_SEAL_KEYS: is missing: .*openssl rand -base64 32.*“none”/)]);
    }
    expect(sourceOf(silent, 'RELAY_SEAL_KEYS')).toBe('missing');
    expect(said('none')).toEqual([]);
    expect(said(`b:${key}, a:${key}`)).toEqual(['b', 'a']);
    for (const wrong of ['None', 'open', ' ', `none,a:${key}`, `a:${key},a:${key}`, 'a:']) {
      expect(said(wrong)).toEqual([expect.stringContaining('must be ID:BASE64 of 32 bytes')]);
    }
  });

  it('warn of bodies that lie open on a disk', () => {
    expect(risks({})).toEqual(['RELAY_SEAL_KEYS']);
    expect(risks({ RELAY_STORE: 'sqlite::memory:' })).toEqual([]);
    expect(risks({ RELAY_SEAL_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}` })).toEqual([]);
  });

  it('refuse a PostgreSQL on another machine in one sentence, unless its certificate is verified or the risk was accepted by name', () => {
    const far = 'postgres://relay:hush@db.example/relay';
    for (const query of [
      '',
      '?sslmode=require',
      '?sslmode=verify-ca',
      '?sslmode=no-verify',
      '?ssl=true',
      '?sslmode=verify-full&sslmode=disable',
    ]) {
      expect(refused(far + query)).toEqual([
        'RELAY_STORE: is a PostgreSQL on another machine and its address lacks sslmode=verify-full, so that whoever is on the way could read and ' +
          'change everything: add it, with sslrootcert=FILE where the server’s authority is your own',
      ]);
    }
    // Only the host that is actually connected to counts.
    for (const store of [
      'postgres://relay@localhost/relay?host=db.example',
      'postgres://relay@127.0.0.2/relay',
      'postgres://[::2]/relay',
    ]) {
      expect(refused(store)).toEqual([expect.stringContaining('sslmode=verify-full')]);
    }
    expect(refused(`${far}?sslmode=verify-full`)).toBe(null);
    expect(refused(far, { RELAY_STORE_INSECURE: 'yes' })).toBe(null);
    for (const local of [
      'relay@localhost/',
      'relay@127.0.0.1:5433/',
      '[::1]/',
      'relay@/',
      '%2Fvar%2Frun%2Fpostgresql/',
      'relay@LOCALHOST/',
    ]) {
      expect(refused(`postgres://${local}relay`)).toBe(null);
    }
    expect(refused('postgres:///relay?host=/var/run/postgresql')).toBe(null);
    vi.stubEnv('PGHOST', 'db.example');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(refused('postgres:///relay')).toEqual([expect.stringContaining('sslmode=verify-full')]);
  });

  it('name an address of PostgreSQL that cannot be read, and a certificate’s file that is not there, without repeating either', () => {
    const lines = [
      'postgres://relay:hu/sh@db.example/relay',
      'postgres://relay@h/relay?sslmode=verify-full&sslrootcert=/nowhere/hush.pem',
    ].map((store) => readSettings({ ...GOOD, RELAY_STORE: store }));
    expect(lines).toEqual([
      {
        ok: false,
        failure: ['RELAY_STORE: cannot be read as an address; what is no letter and no digit in a password is written as %2F and the like'],
      },
      { ok: false, failure: ['RELAY_STORE: the file that its sslrootcert names cannot be read (ENOENT)'] },
    ]);
  });

  it('take an address of the metrics’ own, and a token for them that nobody guesses', () => {
    const read = (text: string) => {
      const settings = readSettings({ ...GOOD, RELAY_METRICS_LISTEN: text });
      return settings.ok ? settings.value.RELAY_METRICS_LISTEN : settings.failure;
    };
    expect(read('127.0.0.1:9420')).toEqual({ host: '127.0.0.1', port: 9420 });
    expect(read('[::1]:0')).toEqual({ host: '::1', port: 0 });
    expect(read('')).toBe(undefined);
    for (const text of ['9420', ':9420', '127.0.0.1', '127.0.0.1:70000', '::1:9420', 'http://127.0.0.1:9420'])
      expect(read(text)).toEqual([expect.stringContaining('RELAY_METRICS_LISTEN: must be HOST:PORT')]);
    const short = readSettings({ ...GOOD, RELAY_METRICS_TOKEN: 'hush' });
    expect(short).toEqual({ ok: false, failure: ['RELAY_METRICS_TOKEN: must be at least 32 characters, none of them a space'] });
  });

  it('are each explained in docs/operations/relay.md', () => {
    const page = projectText('docs/operations/relay.md');
    const rows = Array.from(page.matchAll(/^\| `(RELAY_[A-Z_]+)` \|/gm), (match) => match[1]);
    expect(new Set(rows)).toEqual(new Set(SETTING_NAMES));
  });
});

/** What is wrong with a store's address; null if nothing is. */
function refused(store: string, more: object = {}): readonly string[] | null {
  const read = readSettings({ ...GOOD, RELAY_STORE: store, ...more });
  return read.ok ? null : read.failure;
}
