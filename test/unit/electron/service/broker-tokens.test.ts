import { describe, expect, it, onTestFinished } from 'vitest';
import { brokerTokens } from '#electron/engine/create-network.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { bodyAtHand, type Scripted, scriptedServer } from '#test/support/network/scripted-server.ts';
import { seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { multipart, retryAfterMs } from '#electron/service/import-document.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { proxyRoute, type ProxyRouteDeps, throughProxy } from '#electron/service/proxy-route.ts';
import { type ProxySettings, settingsChangeSchema, settingsSchema } from '#shared/app-api/settings.ts';
import type { Http, HttpFault, HttpRequest } from '#shared/ports/http.ts';

const GIVEN = { status: 200, body: { accessToken: 'abc', expiresIn: 1000 } };

async function aBroker(answer: () => Scripted, device: 'enrolled' | 'locked' = 'enrolled') {
  const server = await scriptedServer(answer);
  const clock = virtualClock();
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const deviceToken = async () => (device === 'enrolled' ? ok('device-token') : fail({ kind: 'locked' }));
  return { server, clock, tokens: brokerTokens({ http, clock, relayUrl: () => `${server.url}/`, deviceToken }) };
}

describe('tokens from the relay', () => {
  it('are asked for once by many at the same time, and again at 80 % of their life', async () => {
    const { server, clock, tokens } = await aBroker(() => GIVEN);
    expect(await Promise.all([tokens.token(), tokens.token(), tokens.token()])).toEqual([ok('abc'), ok('abc'), ok('abc')]);
    await clock.advance(799_000);
    await tokens.token();
    expect(server.asked).toHaveLength(1);
    await clock.advance(1_000);
    await Promise.all([tokens.token(), tokens.token()]);
    expect(server.asked).toHaveLength(2);
    expect(server.asked[0]).toMatchObject({ path: '/v1/devices/me/access-token', headers: { authorization: 'Bearer device-token' } });
  });

  it.each([
    [{ status: 401 }, { kind: 'refused', code: 'device-unknown' }],
    [{ status: 404 }, { kind: 'refused', code: 'not-proved' }],
    [{ status: 503 }, { kind: 'unreachable', code: 'relay-503' }],
    [
      { status: 200, body: { accessToken: '' } },
      { kind: 'unreachable', code: 'relay-200' },
    ],
    [
      { status: 200, body: 'hello' },
      { kind: 'unreachable', code: 'relay-200' },
    ],
  ])('are not to be had after %j', async (answer, fault) => {
    expect(await (await aBroker(() => answer)).tokens.token()).toEqual(fail(fault));
  });

  it('that met a 401 are replaced by another, and not by the relay’s same one', async () => {
    let number = 0;
    const { server, tokens } = await aBroker(() => ({ status: 200, body: { accessToken: `token-${(number += 1)}`, expiresIn: 1000 } }));
    await tokens.token();
    tokens.distrust('token-0');
    tokens.distrust('token-1');
    tokens.distrust('token-1');
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual([ok('token-2'), ok('token-2')]);
    tokens.distrust('token-1');
    await tokens.token();
    expect(server.asked.map(({ headers }) => headers['cache-control'])).toEqual([undefined, 'no-cache']);
  });

  it('are not asked for while the vault is locked', async () => {
    const { server, tokens } = await aBroker(() => GIVEN, 'locked');
    expect(await tokens.token()).toEqual(fail({ kind: 'unreachable', code: 'device-locked' }));
    expect(server.asked).toEqual([]);
  });
});

const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) & 0xff);

describe('the form of an import', () => {
  it('is read by the platform as it was meant, byte by byte', async () => {
    const name = 'Facture été « n°1 » ".pdf';
    const made = multipart(
      {
        fields: [
          { name: 'filename', value: name },
          { name: 'externalReference', value: 'iy1abc00' },
        ],
        file: { bytes, mediaType: 'application/pdf' },
      },
      seededRandom(1),
    );
    const body = new Blob([bodyAtHand(made.parts)]);
    const form = await new Response(body, { headers: { 'content-type': made.contentType } }).formData();
    expect([...form.keys()]).toEqual(['filename', 'externalReference', 'file']);
    expect(form.get('filename')).toBe(name);
    const file = form.get('file') as File;
    expect(file.name).toBe('document.pdf');
    expect(file.type).toBe('application/pdf');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it('is these very bytes', () => {
    const made = multipart(
      { fields: [{ name: 'filename', value: 'a.png' }], file: { bytes: new Uint8Array([1, 2]), mediaType: 'image/png' } },
      seededRandom(1),
    );
    const boundary = made.contentType.replace('multipart/form-data; boundary=', '');
    expect(boundary).toMatch(/^intray-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const [head, , tail] = made.parts.map((part) => bodyAtHand([part]).toString('utf8'));
    expect(head).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="filename"\r\n\r\na.png\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.png"\r\nContent-Type: image/png\r\n\r\n`,
    );
    expect(tail).toBe(`\r\n--${boundary}--\r\n`);
  });

  it('carries the file itself and no copy of it', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/bmp' } }, seededRandom(1));
    expect(made.parts[1]).toBe(bytes);
  });

  it('has another boundary each time', () => {
    const random = seededRandom(1);
    const file = { bytes, mediaType: 'image/jpeg' };
    expect(multipart({ fields: [], file }, random).contentType).not.toBe(multipart({ fields: [], file }, random).contentType);
  });

  it('lets no media type into its header that is none', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/png\r\nX-Evil: 1' } }, seededRandom(1));
    const head = Buffer.from(made.parts[0]).toString('utf8');
    expect(head).not.toContain('Evil');
    expect(head).toContain('Content-Type: application/octet-stream\r\n');
  });
});

const NOW = wallMs(Date.UTC(2026, 0, 5, 8));

describe('how long a service asks to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '120' }, 120_000],
    ['no seconds at all', { 'retry-after': '0' }, 0],
    ['a date, by our clock', { 'retry-after': 'Mon, 05 Jan 2026 08:01:00 GMT' }, 60_000],
    [
      'a date, by the clock of who wrote it',
      { 'retry-after': 'Mon, 05 Jan 2030 08:01:00 GMT', date: 'Mon, 05 Jan 2030 08:00:30 GMT' },
      30_000,
    ],
    ['a date that is past', { 'retry-after': 'Mon, 05 Jan 2026 07:00:00 GMT' }, 0],
    ['a date next to a nonsense clock', { 'retry-after': 'Mon, 05 Jan 2026 08:00:10 GMT', date: 'yesterday' }, 10_000],
    ['nothing', {}, null],
    ['an empty text', { 'retry-after': ' ' }, null],
    ['a negative number', { 'retry-after': '-1' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['an endless number', { 'retry-after': '99999999999' }, null],
  ])('is read from %s', (_, headers, expected) => {
    expect(retryAfterMs(headers as Record<string, string>, NOW)).toBe(expected);
  });
});

const URL_OF_SERVICE = 'https://service.test/v1/health';
const SYSTEM: ProxySettings = { mode: 'system', url: null, user: null };
const MANUAL: ProxySettings = { mode: 'manual', url: 'http://proxy.test:3128', user: 'anne' };
const ENVIRONMENT = { HTTPS_PROXY: 'http://env.test:8080', NO_PROXY: 'intern.test,.local' };

function route(settings: ProxySettings, of: Partial<ProxyRouteDeps> = {}) {
  return proxyRoute({
    clock: virtualClock(),
    settings: () => settings,
    environment: {},
    system: null,
    password: async () => 'pässwort',
    ...of,
  });
}

const twoWays = async () => ok([plain('http://b.test:1'), null]);
const plain = (url: string) => ({ url, authorization: null });

describe('the way out', () => {
  it('is the system’s, asked for each address, tried in its order', async () => {
    const asked: string[] = [];
    const system = async (url: string) => {
      asked.push(url);
      return 'SOCKS5 a.test:1; PROXY b.test:3128; HTTPS c.test:443; DIRECT';
    };
    const ways = await route(SYSTEM, { system })(URL_OF_SERVICE);
    expect(ways).toEqual(ok([plain('http://b.test:3128'), plain('https://c.test:443'), null]));
    expect(asked).toEqual([URL_OF_SERVICE]);
    expect(await route(SYSTEM, { system: async () => 'SOCKS a.test:1' })(URL_OF_SERVICE)).toEqual(fail({ code: 'PROXY_KIND_UNKNOWN' }));
  });

  it('is the environment’s where there is no system to ask, or its script does not run', async () => {
    for (const system of [null, () => Promise.reject(new Error('a script'))]) {
      const ways = await route(SYSTEM, { system, environment: ENVIRONMENT })(URL_OF_SERVICE);
      expect(ways).toEqual(ok([plain('http://env.test:8080')]));
    }
  });

  it('does not wait for ever for a script that does not end', async () => {
    const clock = virtualClock();
    const ways = route(SYSTEM, { clock, system: () => new Promise(() => undefined), environment: ENVIRONMENT })(URL_OF_SERVICE);
    await clock.advance(20_000);
    expect(await ways).toEqual(ok([plain('http://env.test:8080')]));
    expect(clock.sleepers).toBe(0);
  });

  it.each([
    ['https://service.test/', 'http://env.test:8080'],
    ['https://intern.test/', null],
    ['https://deep.intern.test/', null],
    ['https://notintern.test/', 'http://env.test:8080'],
    ['https://nas.local/', null],
    ['http://service.test/', null],
  ])('of %s by the environment is %s', async (url, proxy) => {
    const ways = await route({ ...SYSTEM, mode: 'environment' }, { environment: ENVIRONMENT })(url);
    expect(ways).toEqual(ok([proxy === null ? null : plain(proxy)]));
  });

  it.each([
    [{ https_proxy: 'small.test:1', HTTPS_PROXY: 'http://large.test:1' }, 'http://small.test:1'],
    [{ ALL_PROXY: 'http://all.test:1/' }, 'http://all.test:1'],
    [{ HTTPS_PROXY: 'http://x.test:1', NO_PROXY: '*' }, null],
    [{ HTTPS_PROXY: 'http://x.test:1', NO_PROXY: 'service.test:8443' }, 'http://x.test:1'],
    [{ HTTPS_PROXY: 'http://x.test:1', NO_PROXY: 'service.test:443' }, null],
    [{ HTTPS_PROXY: 'socks5://x.test:1' }, null],
    [{ HTTPS_PROXY: '' }, null],
  ])('reads %j as curl does', async (environment, proxy) => {
    const ways = await route({ ...SYSTEM, mode: 'environment' }, { environment })(URL_OF_SERVICE);
    expect(ways).toEqual(ok([proxy === null ? null : plain(proxy)]));
  });

  it('takes name and password from the environment’s address, in UTF-8', async () => {
    const environment = { HTTPS_PROXY: 'http://anne:p%C3%A4ss%20wort@env.test:8080' };
    const authorization = `Basic ${Buffer.from('anne:päss wort').toString('base64')}`;
    const ways = await route({ ...SYSTEM, mode: 'environment' }, { environment })(URL_OF_SERVICE);
    expect(ways).toEqual(ok([{ url: 'http://env.test:8080', authorization }]));
  });

  it('by hand is the address of the settings, with the vault’s password', async () => {
    const authorization = `Basic ${Buffer.from('anne:pässwort').toString('base64')}`;
    expect(await route(MANUAL)(URL_OF_SERVICE)).toEqual(ok([{ url: 'http://proxy.test:3128', authorization }]));
    expect(await route({ ...MANUAL, url: null })(URL_OF_SERVICE)).toEqual(fail({ code: 'PROXY_NOT_SET' }));
    expect(await route({ ...MANUAL, user: null })(URL_OF_SERVICE)).toEqual(ok([plain('http://proxy.test:3128')]));
  });

  it('is straight where none is wanted, and to this very computer always', async () => {
    expect(await route({ ...MANUAL, mode: 'none' })(URL_OF_SERVICE)).toEqual(ok([null]));
    for (const url of ['http://127.0.0.1:4100/v1', 'http://localhost:1/', 'http://[::1]:1/'])
      expect(await route(MANUAL)(url)).toEqual(ok([null]));
  });
});

describe('a request by several ways', () => {
  const request: HttpRequest = { method: 'POST', url: URL_OF_SERVICE, headers: {}, timeoutMs: 1, answerBytesMax: 1 };

  async function sentBy(fault: HttpFault) {
    const by: (string | null)[] = [];
    const http: Pick<Http, 'send'> = {
      send: async ({ via }) => {
        by.push(via?.url ?? null);
        return via === undefined ? ok({ status: 200, headers: {}, body: new Uint8Array() }) : fail(fault);
      },
    };
    await throughProxy({ ...http, open: () => Promise.reject(new Error('not asked')) }, twoWays).send(request);
    return by;
  }

  it('takes the second only when it is certain that nothing has left by the first', async () => {
    expect(await sentBy({ kind: 'proxy', sent: 'never-sent', code: 'PROXY_ECONNREFUSED' })).toEqual(['http://b.test:1', null]);
    expect(await sentBy({ kind: 'unreachable', sent: 'never-sent', code: 'ENOTFOUND' })).toEqual(['http://b.test:1', null]);
    for (const kind of ['broken', 'timed-out', 'proxy'] as const)
      expect(await sentBy({ kind, sent: 'maybe-received', code: 'X' })).toEqual(['http://b.test:1']);
  });

  it('does not go round a proxy that says no, nor round a certificate', async () => {
    expect(await sentBy({ kind: 'proxy', sent: 'never-sent', code: 'PROXY_407' })).toEqual(['http://b.test:1']);
    expect(await sentBy({ kind: 'certificate', sent: 'never-sent', code: 'CERT_HAS_EXPIRED' })).toEqual(['http://b.test:1']);
  });
});

describe('the setting', () => {
  it('holds no name and no password in its address', () => {
    for (const url of ['http://anne:pw@proxy.test:1', 'proxy.test:1', 'http://proxy.test:1/path', 'socks5://a:1', 'http://a b'])
      expect([url, settingsChangeSchema.safeParse({ proxy: { ...MANUAL, url } }).success]).toEqual([url, false]);
    for (const url of ['http://proxy.test:3128', 'https://10.0.0.1', 'http://[fe80::1]:8080/'])
      expect([url, settingsChangeSchema.safeParse({ proxy: { ...MANUAL, url } }).success]).toEqual([url, true]);
  });

  it('is the system’s, by the relay’s credentials, where nothing or nonsense is kept', () => {
    const defaults = { proxy: SYSTEM, credentials: { mode: 'broker', clientId: null } };
    expect(settingsSchema.parse({})).toMatchObject(defaults);
    expect(settingsSchema.parse({ proxy: 'x', credentials: { mode: 'y' } })).toMatchObject(defaults);
  });
});
