import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { startHost } from '../../../build/demo/start-host.ts';
import { test } from './fixture.ts';

type Answer = { readonly type: string; readonly body: string };
type Listener = { readonly server: Server; readonly port: number; readonly heard: () => string };

const PAGE = '<!doctype html><p>theirs</p>';

/** Another user's program on this computer: records everything that it receives, headers included. */
async function anotherUser(answers: Readonly<Record<string, Answer>>, port = 0): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    request.setEncoding('utf8').on('data', (text: string) => heard.push(text));
    request.on('end', () => {
      const { type, body } = answers[request.url ?? ''] ?? { type: 'text/html', body: PAGE };
      response.setHeader('content-type', type).end(body);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, heard: () => heard.join('\n') };
}

async function gone({ server }: Listener): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

test('a page of another user of this computer is told nothing that opens the window', async ({ page, context, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('button').first()).toBeVisible();
  const secret = await page.evaluate(() => window.sessionStorage.getItem('session'));
  expect(secret).toMatch(/^[\w-]{32}$/);
  const { hostname } = new URL(host.url);
  const theirs = await anotherUser({});
  try {
    // By a link, under the computer's name, and even under the window's own name.
    for (const name of ['127.0.0.1', 'localhost', hostname]) await (await context.newPage()).goto(`http://${name}:${theirs.port}/`);
    expect(theirs.heard()).not.toContain(secret ?? '');
    expect(theirs.heard().toLowerCase()).not.toContain('"cookie"');
    expect(await context.cookies()).toEqual([]);
  } finally {
    await gone(theirs);
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
  const theirs = await anotherUser({ '/worker.js': { type: 'text/javascript', body: worker } }, Number(port));
  try {
    for (const name of [origin, `http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      await page.goto(`${name}/`);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js');
        await navigator.serviceWorker.ready;
      });
    }
  } finally {
    await gone(theirs);
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
