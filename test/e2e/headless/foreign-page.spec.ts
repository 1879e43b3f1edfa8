import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'playwright/test';
import { test as usual } from './fixture.ts';

/** Somebody else's name that leads to this computer, as a hostile name server can arrange. */
const FOREIGN_NAME = 'office.example';
const test = usual.extend({
  launchOptions: [
    ({ launchOptions }, give) =>
      give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${FOREIGN_NAME} 127.0.0.1`] }),
    { scope: 'worker' },
  ],
});

test('a page of another program on this computer reads nothing, changes nothing and frames nothing', async ({ page, context, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('button').first()).toBeVisible();
  const before = await host.client.settings.get();
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><p>elsewhere'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // The same computer: only name and port keep the two apart.
    const foreign = await context.newPage();
    await foreign.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const done = await foreign.evaluate(async (ours) => {
      const ask = (path: string, init: RequestInit): Promise<string> =>
        fetch(`${ours}${path}`, { method: 'POST', credentials: 'include', body: '{"json":{"theme":"dark"}}', ...init }).then(
          ({ type }) => (type === 'opaque' ? 'not read' : 'read'),
          () => 'refused',
        );
      const frame = Object.assign(document.createElement('iframe'), { name: 'target', src: `${ours}/` });
      const framed = new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
      document.body.append(frame);
      await framed;
      const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain', target: 'target' });
      form.action = `${ours}/rpc/settings/change`;
      form.append(Object.assign(document.createElement('input'), { name: '{"json":{"theme":"dark","x":"', value: '"}}' }));
      document.body.append(form);
      const sent = new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
      form.submit();
      await sent;
      return {
        plain: await ask('/rpc/settings/change', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
        asOurs: await ask('/rpc/settings/change', { headers: { 'content-type': 'application/json', 'x-intray': '1' } }),
        reading: await ask('/rpc/overview', { body: '{}', headers: { 'x-intray': '1' } }),
      };
    }, new URL(host.url).origin);
    expect(done).toEqual({ plain: 'refused', asOurs: 'refused', reading: 'refused' });
    expect(foreign.frames().filter((frame) => frame.url().startsWith(new URL(host.url).origin))).toEqual([]);
    expect(await host.client.settings.get()).toEqual(before);
    await page.reload();
    await expect(page.getByRole('button').first()).toBeVisible();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('another name that leads to this computer is answered by a refusal', async ({ page, host }) => {
  const answer = await page.goto(`http://${FOREIGN_NAME}:${new URL(host.url).port}/`);
  expect(answer?.status()).toBe(421);
  await expect(page.getByRole('heading', { name: 'This is not the address of Intray’s window' })).toBeVisible();
});
