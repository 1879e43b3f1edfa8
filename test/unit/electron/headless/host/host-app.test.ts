import { describe, expect, it, test } from 'vitest';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { startHost } from '../host-fixture.ts';
import { keepHostNote, readHostNote } from '#electron/headless/host/host-note.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';

const CALL = { method: 'POST', path: '/rpc/info', body: '{}' };

describe('a call of the window', () => {
  test('is answered with a session', async () => {
    const host = await startHost();
    const answer = await host.ask({ ...CALL, headers: host.own(await host.signIn()) });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ json: { version: '1.2.3' } });
  });

  test.each([
    ['another name for this computer (DNS rebinding)', { host: 'evil.example:80' }, 421],
    ['another start, at this very port', { host: `${'0'.repeat(24)}.localhost` }, 421],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['another port of this computer', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page that hides where it is from', { origin: 'null' }, 403],
    ['a request that another site made', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a request of a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form, which cannot set our header', { [CALL_HEADER]: '' }, 403],
    ['nobody', { [SESSION_HEADER]: '' }, 401],
    ['a made-up session', { [SESSION_HEADER]: 'AAAA' }, 401],
  ])('is refused to %s', async (_who, wrong, status) => {
    const host = await startHost();
    const session = await host.signIn();
    const answer = await host.ask({ ...CALL, headers: host.own({ ...session, ...wrong }) });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('1.2.3');
  });

  test('is refused without an Origin, which every browser sends with a POST', async () => {
    const host = await startHost();
    const { origin: _, ...headers } = host.own(await host.signIn());
    expect((await host.ask({ ...CALL, headers })).status).toBe(403);
  });

  test('is refused when its body is larger than any call', async () => {
    const host = await startHost();
    const headers = host.own(await host.signIn());
    expect((await host.ask({ ...CALL, headers, body: 'x'.repeat(300_000) })).status).toBe(413);
    expect((await host.ask({ ...CALL, headers: { ...headers, 'transfer-encoding': 'chunked' } })).status).toBe(411);
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])(
    'is a POST, and never a %s, whatever it carries: a link or a picture makes no call',
    async (method) => {
      const host = await startHost();
      const headers = host.own(await host.signIn());
      const answer = await host.ask({ method, path: '/rpc/info?data=%7B%7D', headers });
      expect(answer.status).toBe(405);
      expect(answer.body).not.toContain('1.2.3');
    },
  );

  test('gets no permission for other sites, also not when it asks first', async () => {
    const host = await startHost();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await host.ask({ method: 'OPTIONS', path: '/rpc/info', headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('signing in', () => {
  test('takes a one-time token once', async () => {
    const host = await startHost();
    const body = JSON.stringify({ token: host.sessions.issueToken() });
    const signIn = () => host.ask({ method: 'POST', path: '/session', headers: host.own(), body });
    const first = await signIn();
    expect(first.status).toBe(200);
    expect(JSON.parse(first.body)).toEqual({ session: expect.stringMatching(/^[\w-]{32}$/) });
    // Cookies ignore ports: this browser would send one to the next program that it opens on this computer.
    expect(first.headers['set-cookie']).toBeUndefined();
    expect((await signIn()).status).toBe(401);
  });

  test('is for ten minutes only, and a session ends when it was not used for twelve hours', async () => {
    const host = await startHost();
    const open = async (token: string) =>
      (await host.ask({ method: 'POST', path: '/session', headers: host.own(), body: JSON.stringify({ token }) })).status;
    const [first, second, third] = [host.sessions.startToken(), host.sessions.issueToken(), host.sessions.issueToken()] as const;
    await host.later(10 * MINUTE_MS - 1);
    expect(await open(second)).toBe(200);
    await host.later(1);
    expect([await open(first), await open(third)]).toEqual([401, 401]);
    expect(await open(third)).toBe(401);
    const session = await host.signIn();
    for (const milliseconds of [12 * HOUR_MS - 1, 12 * HOUR_MS - 1]) {
      await host.later(milliseconds);
      expect((await host.ask({ ...CALL, headers: host.own(session) })).status).toBe(200);
    }
    await host.later(12 * HOUR_MS);
    expect((await host.ask({ ...CALL, headers: host.own(session) })).status).toBe(401);
  });

  test.each(['{"token":"AAAA"}', '{"token":""}', '{}', 'null', 'not json', ''])('refuses %j', async (body) => {
    const host = await startHost();
    const answer = await host.ask({ method: 'POST', path: '/session', headers: host.own(), body });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('session');
  });

  test('refuses a good token from a foreign page, which keeps it good', async () => {
    const host = await startHost();
    const body = JSON.stringify({ token: host.sessions.issueToken() });
    const foreign = host.own({ origin: 'https://evil.example' });
    expect((await host.ask({ method: 'POST', path: '/session', headers: foreign, body })).status).toBe(403);
    expect((await host.ask({ method: 'POST', path: '/session', headers: host.own(), body })).status).toBe(200);
  });
});

describe('the command line', () => {
  test('calls and asks for a fresh address with the key of this profile', async () => {
    const host = await startHost();
    const headers = { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: host.sessions.commandKey, 'content-type': 'application/json' };
    expect((await host.ask({ ...CALL, headers })).status).toBe(200);
    const answer = await host.ask({ method: 'POST', path: '/token', headers });
    expect(JSON.parse(answer.body)).toEqual({ url: expect.stringMatching(`^http://${host.at.name}:${host.at.port}/#token=[\\w-]{32}$`) });
  });

  test('is refused with a wrong key, and from any browser', async () => {
    const host = await startHost();
    const headers = { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: 'guess' };
    const good = { ...headers, [COMMAND_KEY_HEADER]: host.sessions.commandKey };
    for (const path of ['/rpc/info', '/token']) {
      expect((await host.ask({ ...CALL, path, headers })).status).toBe(401);
      expect((await host.ask({ ...CALL, path, headers: { ...good, origin: `http://${host.at.name}:${host.at.port}` } })).status).toBe(403);
      expect((await host.ask({ ...CALL, path, headers: { ...good, 'sec-fetch-site': 'same-origin' } })).status).toBe(403);
    }
  });
});

describe('a name', () => {
  test('of this start alone opens the window, and those of the computer only answer the command line', async () => {
    const host = await startHost();
    const headers = { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: host.sessions.commandKey, 'content-type': 'application/json' };
    for (const name of [`127.0.0.1:${host.at.port}`, `localhost:${host.at.port}`]) {
      expect((await host.ask({ headers: { host: name } })).status).toBe(421);
      const own = host.own({ ...(await host.signIn()), host: name, origin: `http://${name}` });
      expect((await host.ask({ ...CALL, headers: own })).status).toBe(421);
      expect((await host.ask({ method: 'POST', path: '/session', headers: own, body: '{}' })).status).toBe(421);
      expect((await host.ask({ ...CALL, headers: { ...headers, host: name } })).status).toBe(200);
      expect((await host.ask({ ...CALL, headers: { ...headers, host: name, [COMMAND_KEY_HEADER]: 'guess' } })).status).toBe(401);
      expect((await host.ask({ path: '/healthz', headers: { host: name } })).status).toBe(200);
    }
    expect((await host.ask({ ...CALL, headers: { ...headers, host: 'evil.example' } })).status).toBe(421);
    expect((await host.ask({ path: '/healthz', headers: { host: 'evil.example' } })).status).toBe(421);
  });

  test('that is another is explained to a person, and told to nobody: what it should be is not said', async () => {
    const host = await startHost();
    const asked = { headers: { host: `127.0.0.1:${host.at.port}`, accept: 'text/html,*/*' } };
    const answer = await host.ask(asked);
    expect(answer).toMatchObject({ status: 421, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.body).toContain('intray url --profile DIR');
    expect(answer.body).not.toContain(host.at.name);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test.each(['', ' ', 'a b', 'x:y:z', '[', '127.0.0.1:99999', '\u00e9'])('that is odd (%j) is refused', async (name) => {
    const host = await startHost();
    expect([400, 421]).toContain((await host.ask({ headers: { host: name } })).status);
  });
});

describe('the window', () => {
  test('is given with headers that forbid frames, foreign scripts and guesses, on refusals too', async () => {
    const host = await startHost();
    for (const ask of [{}, { path: '/assets/main-abc.js' }, { path: '/nothing' }, { headers: { host: 'evil.example' } }]) {
      const { headers } = await host.ask(ask);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('keeps what is named after its content and asks again for the page', async () => {
    const host = await startHost();
    expect((await host.ask({})).headers['cache-control']).toBe('no-cache');
    const script = await host.ask({ path: '/assets/main-abc.js' });
    expect(script.headers['cache-control']).toContain('immutable');
    expect(script.headers['content-type']).toContain('text/javascript');
  });

  test.each([
    '/../secret.html',
    '/assets/../../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/assets/..%5c..%5csecret.html',
    '//etc/passwd.html',
    '/assets/',
    '/.secret.html',
    '/index.html%00.js',
  ])('gives nothing for %s', async (path) => {
    const host = await startHost();
    const answer = await host.ask({ path });
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('nobody may read this');
  });

  test('says how to build it where it is not built', async () => {
    const host = await startHost({ built: false });
    const answer = await host.ask({});
    expect(answer.status).toBe(503);
    expect(answer.body).toContain('npm run build');
  });

  test('tells whoever asks after its health that it lives, and nothing else', async () => {
    const host = await startHost();
    expect(await host.ask({ path: '/healthz' })).toMatchObject({ status: 200, body: 'ok\n' });
  });
});

const NOTE = { port: 8_421, commandKey: 'key', pid: 7 };

describe('the note by which commands find the host', () => {
  it('follows as soon as a full disk takes it, and goes with the host', async () => {
    const [clock, files] = [virtualClock(), memoryFiles()];
    files.full = { kind: 'full', code: 'ENOSPC' };
    const kept = await keepHostNote({ clock, files, log: recordingLog() }, '/profile', NOTE);
    await clock.advance(20 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toBeNull();
    files.full = null;
    await clock.advance(5 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toEqual(NOTE);
    await kept.remove();
    expect(await readHostNote(files, '/profile')).toBeNull();
  });

  it('is left by no host that has ended', async () => {
    const [clock, files] = [virtualClock(), memoryFiles()];
    files.full = { kind: 'full', code: 'ENOSPC' };
    const kept = await keepHostNote({ clock, files, log: recordingLog() }, '/profile', NOTE);
    await kept.remove();
    files.full = null;
    await clock.advance(20 * SECOND_MS);
    expect(await readHostNote(files, '/profile')).toBeNull();
  });
});
