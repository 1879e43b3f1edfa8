import { describe, expect, it } from 'vitest';
import { proxyRoute, type ProxyRouteDeps, throughProxy } from '#electron/service/proxy-route.ts';
import { type ProxySettings, settingsChangeSchema, settingsSchema } from '#shared/app-api/settings.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Http, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import { virtualClock } from '#test/support/virtual-world.ts';

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
