import { once } from 'node:events';
import { expect, type TestInfo } from 'playwright/test';
import { askEngine } from './ask-engine.ts';
import { appArguments, readVisible, secondStart, test } from './intray.ts';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { Assertion, Outcome } from '../../electron-behaviour/assertion.ts';
import { fuseFile } from '../../electron-behaviour/fuse-file.ts';
import { type Binary, buildProgram, runProgram } from '../../electron-behaviour/run-program.ts';
import { SUITE } from '../../electron-behaviour/suite.ts';

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

// Checks what the doubles of Electron assume against whatever is here: in the workflow, against Electron itself.
let behaviourProgram: Promise<string> | null = null;
let outcomes: Promise<readonly Outcome[]> | null = null;

async function ask(assertion: Assertion, binary: Binary, testInfo: TestInfo): Promise<void> {
  if ('program' in assertion) return assertion.program(readFileSync(fuseFile(binary, testInfo.outputPath('dist'))));
  behaviourProgram ??= built(testInfo.outputPath('app'));
  if ('life' in assertion) {
    const run = { kind: 'life', name: assertion.name } as const;
    const { said, code } = await runProgram({ binary, app: await behaviourProgram, folder: testInfo.outputPath('life'), run });
    return assertion.ends({ said: said.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))), code });
  }
  // All of these are checked in one start.
  outcomes ??= asked(binary, await behaviourProgram, testInfo.outputPath('checks'));
  const outcome = (await outcomes).find(({ name }) => name === assertion.name);
  if (outcome === undefined) throw new Error('the app ended before it was asked');
  if (outcome.error !== null) throw new Error(outcome.error);
}

async function built(folder: string): Promise<string> {
  await buildProgram(folder);
  return folder;
}

async function asked(binary: Binary, path: string, folder: string): Promise<readonly Outcome[]> {
  const { said, code } = await runProgram({ binary, app: path, folder, run: { kind: 'checks' } });
  const lines = said as readonly (Outcome | { readonly bug: string })[];
  expect({ code, bugs: lines.filter((line) => 'bug' in line) }).toEqual({ code: 0, bugs: [] });
  return lines.filter((line) => 'name' in line);
}

for (const { title, assertions } of SUITE)
  test.describe(`Electron: ${title}`, () => {
    for (const assertion of assertions)
      test(assertion.name, async ({ binary }, testInfo) => {
        if (binary.kind === 'none') return test.skip(true, binary.reason);
        const { unseen, systems, differs } = assertion;
        if (binary.kind === 'electron') {
          test.skip(unseen !== undefined, unseen ?? '');
          test.skip(systems?.some((one) => one === process.platform) === false, `Electron has it on ${systems?.join(' and ')} alone`);
          return ask(assertion, binary, testInfo);
        }
        if (differs?.['stand-in'] === undefined) return ask(assertion, binary, testInfo);
        testInfo.annotations.push({ type: 'the stand-in', description: differs['stand-in'] });
        await expect(ask(assertion, binary, testInfo)).rejects.toThrow();
      });
  });
