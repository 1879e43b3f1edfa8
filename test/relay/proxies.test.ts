import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings, type RelayConfig } from '#relay/config.ts';
import { addressList } from '#relay/http/address-list.ts';
import { relayProcess, serviceStandIn } from './durability/desktop.ts';
import { openRelay } from './relay-bench.ts';
import { runCommand } from './commands/run-command.ts';
import { projectText } from '#test/support/project-text.ts';

const PROXIES = addressList('10.0.0.2, 172.16.0.0/12,fd00::/8');
const STRANGER = '203.0.113.9';
/** How many devices one address may enrol at once. */
const ENROLMENTS = 90;
const MORE = 40;

describe('x-forwarded-for', () => {
  it('is believed from listed proxies alone: a stranger’s invented addresses are limited as the stranger', async () => {
    expect(await passed({ proxies: null }, STRANGER, invented)).toBe(0);
    expect(await passed({ proxies: PROXIES }, STRANGER, invented)).toBe(0);
    expect(await passed({ proxies: null }, '10.0.0.2', invented)).toBe(0);
    for (const proxy of ['10.0.0.2', '172.20.1.1', '::ffff:10.0.0.2', '::ffff:172.20.1.1', 'fd12::1']) {
      expect(await passed({ proxies: PROXIES }, proxy, invented)).toBe(MORE);
    }
    expect(await passed({ proxies: PROXIES, proxyHeader: 'x-real-ip' }, '10.0.0.2', invented)).toBe(0);
    expect(await passed({ proxies: PROXIES, proxyHeader: 'x-real-ip' }, '10.0.0.2', invented, 'x-real-ip')).toBe(MORE);
  });

  it('names, from the right, the first that is no proxy of ours, and nothing left of it counts', async () => {
    expect(await ofProxy((n) => `198.51.100.${n}, 192.0.2.1`)).toBe(0);
    expect(await ofProxy((n) => `198.51.100.${n}, 192.0.2.1, 172.16.0.9, fd00::7`)).toBe(0);
    expect(await ofProxy((n) => `192.0.2.1, 198.51.100.${n}, 172.16.0.9, fd00::7`)).toBe(MORE);
    // If a proxy calls for itself, or writes no address, the proxy is the one that is limited.
    expect(await ofProxy(() => 'fd00::7')).toBe(0);
    expect(await ofProxy(() => '')).toBe(0);
    expect(await ofProxy((n) => `198.51.100.${n}, unknown`)).toBe(0);
    // Another port is not another caller.
    expect(await ofProxy((n) => `192.0.2.1:${4_000 + n}`)).toBe(0);
    expect(await ofProxy((n) => `[2001:db8::1]:${4_000 + n}`)).toBe(0);
  });

  it('counts half of an IPv6 address, however it is written', async () => {
    expect(await ofProxy((n) => `2001:db8:1:2::${n}`)).toBe(0);
    expect(await ofProxy((n) => `2001:db8:1::${n}:0:0:1`)).toBe(0);
    expect(await ofProxy((n) => `2001:db8:1:${n}::1`)).toBe(MORE);
    expect(await ofProxy((n) => (n % 2 === 0 ? '::ffff:192.0.2.1' : '192.0.2.1'))).toBe(0);
  });
});

describe('RELAY_PROXY_ADDRESSES', () => {
  it('is addresses and ranges, of which none is everybody', () => {
    for (const good of ['127.0.0.1', ' 10.0.0.0/8 , ::1', 'fd00::/8,172.17.0.1']) expect(wrongIn(good)).toEqual([]);
    for (const bad of [
      'proxy.example',
      '10.0.0.0/33',
      '10.0.0.0/',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.1/8/8',
      '10.0.0.1 10.0.0.2',
      '10.0.0.1,',
      'fd00::/129',
    ]) {
      expect(wrongIn(bad)).toEqual(['RELAY_PROXY_ADDRESSES: must be addresses or ranges such as 10.0.0.0/8, separated by commas']);
    }
    expect(wrongIn('127.0.0.1', { RELAY_TRUST_PROXY: 'yes' })).toEqual([
      'RELAY_TRUST_PROXY: is no setting any more; RELAY_PROXY_ADDRESSES names the proxies that are believed',
    ]);
  });

  it('is missed, in the log and by doctor, where the relay listens beyond this machine', async () => {
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const environment = { ...standIn.environment, RELAY_LOG_LEVEL: 'warn', RELAY_STORE: 'sqlite::memory:' };
    const warned = /RELAY_PROXY_ADDRESSES/;
    expect((await runCommand({ ...environment, RELAY_HOST: '0.0.0.0' }, 'doctor')).stdout).toMatch(
      /^warning {2}RELAY_PROXY_ADDRESSES: the relay listens beyond this machine and knows no proxy/m,
    );
    expect((await runCommand({ ...environment, RELAY_HOST: '0.0.0.0', RELAY_PROXY_ADDRESSES: '172.17.0.1' }, 'doctor')).stdout).not.toMatch(
      warned,
    );
    expect((await runCommand({ ...environment, RELAY_HOST: '127.0.0.1' }, 'doctor')).stdout).not.toMatch(warned);
    const relay = await relayProcess({ ...environment, RELAY_HOST: '0.0.0.0' });
    await relay.end('SIGTERM');
    expect(relay.stderr()).toMatch(/the relay listens beyond this machine and knows no proxy/);
  });

  it('is what a running relay obeys', async () => {
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const statuses: number[] = [];
    for (const proxies of ['', '192.0.2.0/24', '127.0.0.1']) {
      const relay = await relayProcess({ ...standIn.environment, RELAY_STORE: 'sqlite::memory:', RELAY_PROXY_ADDRESSES: proxies });
      onTestFinished(async () => void (await relay.end('SIGKILL')));
      for (let n = 0; n < ENROLMENTS; n += 1) await enrol(relay.url, `198.51.100.${n}`);
      statuses.push(await enrol(relay.url, '192.0.2.1'));
    }
    expect(statuses).toEqual([429, 429, 201]);
  });
});

it('every line that runs the container publishes its port on this machine alone', () => {
  const lines = ['build/relay/Containerfile', 'docs/operations/relay.md'].flatMap((file) =>
    projectText(file)
      .split('\n')
      .filter((line) => /\b(podman|docker) run\b/.test(line) || /(^|\s)(-p|--publish|ports:)\s/.test(line)),
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => !line.includes('-p 127.0.0.1:8420:8420'))).toEqual([]);
});

/** How many of 40 enrolments with different headers pass after the first address has used up its limit. */
async function passed(
  config: Partial<RelayConfig>,
  from: string,
  header: (n: number) => string,
  name = 'x-forwarded-for',
): Promise<number> {
  const bench = await openRelay({ config });
  const status = async (n: number) =>
    (await bench.call('POST', '/v1/devices', { json: { name: 'PC' }, from, headers: { [name]: header(n) } })).status;
  // Two addresses in turn, for headers that write the same one in two ways.
  for (let n = 0; n < ENROLMENTS; n += 1) await status(n % 2 === 0 ? 252 : 253);
  let count = 0;
  for (let n = 1; n <= MORE; n += 1) if ((await status(n)) === 201) count += 1;
  return count;
}

function invented(n: number): string {
  return `198.51.100.${n}`;
}

/** The same behind one of our own proxies. */
function ofProxy(header: (n: number) => string): Promise<number> {
  return passed({ proxies: PROXIES }, '10.0.0.2', header);
}

async function enrol(url: string, forwarded: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
  const answer = await fetch(`${url}/v1/devices`, { method: 'POST', headers, body: JSON.stringify({ name: 'PC' }) });
  await answer.body?.cancel();
  return answer.status;
}

function wrongIn(proxies: string, more: object = {}): readonly string[] {
  const read = readSettings({
    RELAY_BASE_URL: 'https://api.service.example/v1',
    RELAY_AUTH_URL: 'https://auth.service.example',
    RELAY_JWKS_URL: 'https://keys.service.example/jwks',
    RELAY_ISSUER: 'https://service.example',
    RELAY_CLIENT_ID: 'id',
    RELAY_CLIENT_SECRET: 'hush',
    RELAY_SEAL_KEYS: 'none',
    RELAY_PROXY_ADDRESSES: proxies,
    ...more,
  });
  return read.ok ? [] : read.failure;
}
