import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { hearHost } from '#test/support/network/ask-host.ts';
import { type Host, startHost } from '../host-fixture.ts';

const CALL = { method: 'POST', path: '/rpc/info', body: '{}' };

async function askStatus(host: Host, session: Readonly<Record<string, string>>): Promise<number> {
  return (await host.ask({ ...CALL, headers: host.own(session) })).status;
}

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0' };
const listSchema = z.object({
  json: z.object({
    browsers: z.array(
      z.strictObject({
        id: z.string(),
        browser: z.string().nullable(),
        system: z.string().nullable(),
        signedInAt: z.number(),
        usedAt: z.number(),
        own: z.boolean(),
        userEmail: z.string().nullable(),
      }),
    ),
  }),
});

/** One of the calls about signed-in browsers, with these headers. */
function asked(host: Host, call: string, headers: Readonly<Record<string, string>>, input?: object) {
  return host.ask({ method: 'POST', path: `/browsers/${call}`, headers, body: JSON.stringify({ json: input }) });
}

async function listed(host: Host, headers: Readonly<Record<string, string>>) {
  return listSchema.parse(JSON.parse((await asked(host, 'list', headers)).body)).json.browsers;
}

function byKey(host: Host): Readonly<Record<string, string>> {
  return { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: host.sessions.commandKey, 'content-type': 'application/json' };
}

/** The stream of changes of a window, after its first ring. */
async function listening(host: Host, session: Readonly<Record<string, string>>) {
  const heard = await hearHost(host.at.port, '/rpc/changes', host.own(session));
  onTestFinished(heard.close);
  await expect.poll(heard.text).toContain('revision');
  return heard;
}

describe('a tab that signs in anew', () => {
  test('ends the session that it had, and no other one', async () => {
    const host = await startHost();
    const other = await host.signIn();
    const old = await host.signIn();
    const fresh = await host.signIn(old);
    expect([await askStatus(host, old), await askStatus(host, fresh), await askStatus(host, other)]).toEqual([401, 200, 200]);
  });

  test('keeps the session that it had when the new address is not good', async () => {
    const host = await startHost();
    const old = await host.signIn();
    const answer = await host.ask({ method: 'POST', path: '/session', headers: host.own(old), body: '{"token":"AAAA"}' });
    expect([answer.status, await askStatus(host, old)]).toEqual([401, 200]);
  });
});

describe('an open stream of changes', () => {
  test('ends with its session when the tab signs in anew, and tells nothing more', async () => {
    const host = await startHost();
    const old = await host.signIn();
    const heard = await listening(host, old);
    await host.signIn(old);
    await expect.poll(heard.isOver).toBe(true);
    const before = heard.text();
    host.ring();
    const [fresh] = [await listening(host, await host.signIn())];
    expect([heard.text(), fresh.isOver()]).toEqual([before, false]);
  });

  test('ends with a session that was not used for twelve hours', async () => {
    const host = await startHost();
    const heard = await listening(host, await host.signIn());
    await host.later(12 * HOUR_MS - 1);
    expect(heard.isOver()).toBe(false);
    await host.later(1);
    await expect.poll(heard.isOver).toBe(true);
  });
});

describe('a session that is used all the time', () => {
  test('ends after seven days, and so does its open stream', async () => {
    const host = await startHost();
    const mine = await host.signIn();
    const heard = await listening(host, mine);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      await host.later(8 * HOUR_MS);
      expect(await askStatus(host, mine)).toBe(200);
    }
    expect(heard.isOver()).toBe(false);
    await host.later(8 * HOUR_MS);
    await expect.poll(heard.isOver).toBe(true);
    expect(await askStatus(host, mine)).toBe(401);
    expect(host.log.lines.at(-1)).toMatchObject({ message: 'a browser was signed out', fields: { why: 'too-old' } });
  });
});

describe('who is signed in', () => {
  test('is told with browser and times, the one that asks first; and no secret, nor its hash', async () => {
    const host = await startHost();
    const mine = await host.signIn();
    await host.later(MINUTE_MS);
    const theirs = await host.signIn(FIREFOX);
    await host.later(HOUR_MS);
    const answer = await asked(host, 'list', host.own(mine));
    const [own, other, ...more] = await listed(host, host.own(mine));
    expect(more).toEqual([]);
    expect(own).toMatchObject({ browser: null, system: null, own: true });
    expect(other).toMatchObject({ browser: 'Firefox', system: 'Windows', own: false });
    expect([own?.usedAt, other?.usedAt].map((at) => Number(at) - Number(own?.signedInAt))).toEqual([HOUR_MS + MINUTE_MS, MINUTE_MS]);
    expect(other?.signedInAt).toBe(other?.usedAt);
    for (const secret of [mine, theirs].map((session) => session[SESSION_HEADER] ?? ''))
      for (const told of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')])
        expect(answer.body).not.toContain(told);
    expect((await listed(host, byKey(host))).map(({ id, own: isOwn }) => [id, isOwn])).toEqual([
      [other?.id, false],
      [own?.id, false],
    ]);
  });

  test.each(['list', 'giveAddress', 'end', 'endOthers', 'endAll'])('is asked (%s) by nobody who may not call', async (call) => {
    const host = await startHost();
    const session = await host.signIn();
    const [{ id } = { id: '' }] = await listed(host, host.own(session));
    const wrong = [
      host.own(),
      host.own({ [SESSION_HEADER]: id }),
      host.own({ ...session, origin: 'https://evil.example' }),
      host.own({ ...session, 'sec-fetch-site': 'cross-site' }),
      host.own({ ...session, [CALL_HEADER]: '' }),
      { ...byKey(host), [COMMAND_KEY_HEADER]: 'guess' },
      { ...byKey(host), origin: `http://${host.at.name}:${host.at.port}` },
    ];
    const statuses = await Promise.all(wrong.map(async (headers) => (await asked(host, call, headers, { id })).status));
    expect(statuses).toEqual([401, 401, 403, 403, 403, 401, 403]);
    expect(await askStatus(host, session)).toBe(200);
  });

  test('is never more than sixteen: the one that signed in first goes', async () => {
    const host = await startHost();
    const first = await host.signIn();
    const heard = await listening(host, first);
    for (let more = 0; more < 16; more += 1) await host.signIn();
    expect([await askStatus(host, first), (await listed(host, byKey(host))).length]).toEqual([401, 16]);
    await expect.poll(heard.isOver).toBe(true);
  });

  test('stands in the log as they come and go, without a secret and without what a browser says of itself', async () => {
    const host = await startHost();
    const session = await host.signIn(FIREFOX);
    const [{ id } = { id: '' }] = await listed(host, host.own(session));
    await asked(host, 'end', byKey(host), { id });
    expect(host.log.lines.map(({ message, fields }) => [message, fields])).toEqual([
      ['a browser signed in', {}],
      ['a browser was signed out', { why: 'signed-out' }],
    ]);
    for (const word of ['Firefox', 'Windows', 'Mozilla', session[SESSION_HEADER] ?? '']) expect(host.log.text()).not.toContain(word);
  });
});

describe('signing out', () => {
  test('ends that one at once, with the stream that is open for it, and no other one', async () => {
    const host = await startHost();
    const [mine, theirs] = [await host.signIn(), await host.signIn(FIREFOX)];
    const [kept, heard] = [await listening(host, mine), await listening(host, theirs)];
    const other = (await listed(host, host.own(mine))).find(({ own }) => !own);
    expect((await asked(host, 'end', host.own(mine), { id: other?.id })).body).toContain('"ended":1');
    await expect.poll(heard.isOver).toBe(true);
    const before = [heard.text(), kept.text()];
    host.ring();
    await expect.poll(kept.text).not.toBe(before[1]);
    expect([heard.text(), kept.isOver(), await askStatus(host, theirs), await askStatus(host, mine)]).toEqual([before[0], false, 401, 200]);
    expect((await asked(host, 'end', host.own(mine), { id: other?.id })).body).toContain('not-found');
    expect((await asked(host, 'end', host.own(mine), { id: 'x' })).status).toBe(400);
  });

  test('refuses the call that is under way just then its answer', async () => {
    const host = await startHost();
    const session = await host.signIn();
    const call = host.ask({ ...CALL, path: '/rpc/lookAgain', headers: host.own(session) });
    await host.looking;
    expect((await asked(host, 'endAll', byKey(host))).status).toBe(200);
    host.endLook();
    expect(await call).toMatchObject({ status: 401, body: '{"error":"not-signed-in"}' });
  });

  test('by a tab of itself is answered, and is the last that it is told', async () => {
    const host = await startHost();
    const session = await host.signIn();
    const [{ id } = { id: '' }] = await listed(host, host.own(session));
    expect((await asked(host, 'end', host.own(session), { id })).status).toBe(200);
    expect((await asked(host, 'list', host.own(session))).status).toBe(401);
  });

  test('of all others, or of all, leaves no address that could be opened instead', async () => {
    const host = await startHost();
    const [mine, theirs] = [await host.signIn(), await host.signIn()];
    const tokens = [host.sessions.startToken(), host.sessions.issueToken()];
    expect((await asked(host, 'endOthers', host.own(mine))).body).toContain('"ended":1');
    expect([await askStatus(host, mine), await askStatus(host, theirs)]).toEqual([200, 401]);
    tokens.push(host.sessions.issueToken());
    expect((await asked(host, 'endAll', byKey(host))).body).toContain('"ended":1');
    expect(await askStatus(host, mine)).toBe(401);
    for (const token of tokens)
      expect((await host.ask({ method: 'POST', path: '/session', headers: host.own(), body: JSON.stringify({ token }) })).status).toBe(401);
    expect(await askStatus(host, await host.signIn())).toBe(200);
  });
});
