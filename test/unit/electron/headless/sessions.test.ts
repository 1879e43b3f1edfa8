import { expect, describe, test, onTestFinished } from 'vitest';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { hearHost } from '#test/support/hear-host.ts';
import { type Host, startHost } from './host-fixture.ts';

const CALL = { method: 'POST', path: '/rpc/info', body: '{}' };

async function statusOf(host: Host, session: Readonly<Record<string, string>>): Promise<number> {
  return (await host.ask({ ...CALL, headers: host.own(session) })).status;
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
    expect([await statusOf(host, old), await statusOf(host, fresh), await statusOf(host, other)]).toEqual([401, 200, 200]);
  });

  test('keeps the session that it had when the new address is not good', async () => {
    const host = await startHost();
    const old = await host.signIn();
    const answer = await host.ask({ method: 'POST', path: '/session', headers: host.own(old), body: '{"token":"AAAA"}' });
    expect([answer.status, await statusOf(host, old)]).toEqual([401, 200]);
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
