import { once } from 'node:events';
import { expect } from 'playwright/test';
import { askEngine } from './ask-engine.ts';
import { appArguments, readVisible, secondStart, test } from './intray.ts';

test.describe('the desktop app', () => {
  test('opens its window on its own scheme, and the engine answers over the port', async ({ intray: { app, window } }) => {
    await expect(window).toHaveTitle(/Intray/);
    const addresses = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.webContents.getURL()));
    expect(addresses).toHaveLength(1);
    expect(addresses[0]).toMatch(/^app:\/\/intray\/(#.*)?$/);
    expect(await askEngine(window, '/overview')).toMatchObject({ standing: 'empty', companies: [] });
    expect(await askEngine(window, '/info')).toMatchObject({ host: 'electron', version: '0.1.0' });
  });

  test('gives the page a port of two functions and nothing of Node', async ({ intray: { window } }) => {
    const seen = await window.evaluate(() => ({
      node: ['require', 'process', 'module', 'global', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
      port: Object.entries((window as unknown as { intrayPort: object }).intrayPort).map(([name, value]) => `${name} ${typeof value}`),
      secure: isSecureContext,
    }));
    expect(seen).toEqual({ node: [], port: ['postMessage function', 'addEventListener function'], secure: true });
  });

  test('runs no inline script and reaches no other server', async ({ intray: { window } }) => {
    const done = await window.evaluate(async () => {
      const ran: string[] = [];
      Object.assign(window, { ran });
      const script = document.createElement('script');
      script.textContent = 'window.ran.push("inline")';
      document.head.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="window.ran.push(\'attribute\')">');
      const reached = await fetch('https://example.com/').then(
        () => 'reached',
        () => 'refused',
      );
      const framed = document.createElement('iframe');
      framed.src = 'https://example.com/';
      document.body.append(framed);
      return { ran, reached };
    });
    expect(done).toEqual({ ran: [], reached: 'refused' });
  });

  test('does nothing that its own policy forbids', async ({ intray: { window } }) => {
    const errors: string[] = [];
    window.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    window.on('pageerror', (error) => errors.push(error.message));
    await window.reload();
    await expect(window.getByRole('button').first()).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('stays at its page and opens no other', async ({ intray: { app, window: page } }) => {
    await page.evaluate(() => {
      window.open('https://example.com/');
      window.location.href = 'https://example.com/';
    });
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'https://example.com/', target: '_blank' });
      document.body.append(link);
      link.click();
    });
    const addresses = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.webContents.getURL()));
    expect(addresses.map((address) => address.split('#')[0])).toEqual(['app://intray/']);
    expect(await askEngine(page, '/overview')).toMatchObject({ standing: 'empty' });
  });

  test('survives ten thousand messages that are none', async ({ intray: { window } }) => {
    await window.evaluate(() => {
      const send = (window as unknown as { intrayPort: { postMessage: (message: unknown) => void } }).intrayPort.postMessage;
      const wrong = [
        '',
        '{',
        'null',
        '[]',
        '{"i":1}',
        '{"i":"1"}',
        '{"i":"1","p":null}',
        '{"i":"1","t":3,"p":null}',
        '{"i":"1","t":99,"p":{}}',
        '{"i":"1","p":{"u":"https://example.com/"}}',
        '{"i":"1","p":{"u":"/overview","h":{"content-type":"multipart/form-data"}}}',
        '{"i":"1","p":{"u":"/overview","b":{"json":{"__proto__":{"x":1}},"meta":[[0,"__proto__","x"]]}}}',
        '{"i":"1","p":{"u":"/items/list","b":7}}',
        null,
        undefined,
        7,
        {},
        [],
        new Uint8Array(8),
      ];
      for (let sent = 0; sent < 10_000; sent += 1) send(wrong[sent % wrong.length]);
      for (let sent = 0; sent < 25; sent += 1) send('x'.repeat(300_000));
    });
    expect(await askEngine(window, '/overview')).toMatchObject({ standing: 'empty' });
  });

  test('answers the new document after a reload', async ({ intray: { window } }) => {
    await askEngine(window, '/overview');
    await window.reload();
    expect(await askEngine(window, '/overview')).toMatchObject({ standing: 'empty' });
  });

  test('hides its window when that is closed, and shows it for a second start', async ({ intray: { app, binary, profile } }) => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await readVisible(app)).toEqual([false]);
    await secondStart(binary, appArguments(profile));
    await expect.poll(() => readVisible(app)).toEqual([true]);
  });

  test('ends with 0 when it is told to quit', async ({ intray: { app } }) => {
    const ended = once(app.process(), 'exit');
    await app.evaluate((electron) => electron.app.quit());
    expect(await ended).toEqual([0, null]);
  });
});
