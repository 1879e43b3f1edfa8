import { type Browser, expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { freshAddress } from '../../../build/demo/engine-client.ts';
import { runCommand } from '../../../build/demo/start-host.ts';
import { test, type HostPaths } from './fixture.ts';
import { tabTo } from './tab-to.ts';

const en = translator('en');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SIGNED_OUT = en('link.sign-in.title');

/** The window in a browser of its own; the page keeps what its stream of changes tells it. */
async function signedIn(browser: Browser, url: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...(userAgent === undefined ? {} : { userAgent }) });
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByRole('button').first()).toBeVisible();
  return page;
}

async function openBrowsers(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/settings/browsers';
  });
  await expect(page.getByRole('heading', { name: en('browsers.title') })).toBeVisible();
}

function rowOf(page: Page, text: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text });
}

/** Opens the stream once more, as a stolen session would: without a window around it that could stop by itself. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const session = window.sessionStorage.getItem('session') ?? '';
    const headers = { 'x-intray': '1', 'x-intray-session': session, 'content-type': 'application/json' };
    const answer = await fetch('/rpc/changes', { method: 'POST', headers, body: '{}' });
    const heard = { text: '', isOver: false };
    Object.assign(window, { heard });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async (): Promise<void> => {
      const piece = await reader?.read().catch(() => undefined);
      if (piece === undefined || piece.done) heard.isOver = true;
      else {
        heard.text += piece.value;
        await read();
      }
    };
    void read();
  });
  await expect.poll(async () => (await heardBy(page)).text).toContain('revision');
}

function heardBy(page: Page): Promise<{ readonly text: string; readonly isOver: boolean }> {
  return page.evaluate(() => {
    const { heard } = window as unknown as { readonly heard: { readonly text: string; readonly isOver: boolean } };
    return { ...heard };
  });
}

/** Opens a new address in a tab that shows the window already. Only the fragment differs, so the window itself has to reload: this waits for it. */
async function openAgain(page: Page, url: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.goto(url)]);
}

async function another(place: HostPaths): Promise<string> {
  return freshAddress(place.profile);
}

test('one browser signs another one out: that one shows nothing but why, and its stream tells nothing more', async ({
  browser,
  host,
  place,
}) => {
  const [mine, theirs] = [await signedIn(browser, host.url), await signedIn(browser, await another(place), FIREFOX)];
  await listen(theirs);
  await openBrowsers(mine);
  await expect(rowOf(mine, en('browsers.own'))).toContainText('Chrome');
  const name = en('browsers.on', { browser: 'Firefox', system: 'Windows' });
  await rowOf(mine, name).getByRole('button').click();
  await expect(mine.getByText(en('browsers.told.one', { name }))).toBeVisible();
  await expect(mine.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(theirs.getByText(SIGNED_OUT)).toBeVisible();
  await expect(theirs.getByRole('navigation')).toHaveCount(0);
  await expect.poll(async () => (await heardBy(theirs)).isOver).toBe(true);
  const before = await heardBy(theirs);
  await host.client.settings.change({ theme: 'dark' });
  await expect(mine.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await heardBy(theirs)).toEqual(before);
});

test('a new address in a tab that is signed in ends the session that it had', async ({ browser, host, place }) => {
  const page = await signedIn(browser, host.url);
  const session = await page.evaluate(() => window.sessionStorage.getItem('session') ?? '');
  const calling = (secret: string) =>
    page.evaluate(async (shown) => {
      const headers = { 'x-intray': '1', 'x-intray-session': shown, 'content-type': 'application/json' };
      return (await fetch('/rpc/info', { method: 'POST', headers, body: '{}' })).status;
    }, secret);
  expect(await calling(session)).toBe(200);
  await openAgain(page, await another(place));
  await expect.poll(() => page.evaluate(() => window.sessionStorage.getItem('session'))).not.toBe(session);
  await openBrowsers(page);
  expect(await calling(session)).toBe(401);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});

test('who uses the keys alone signs out others, and then everywhere', async ({ browser, host, place }) => {
  const mine = await signedIn(browser, host.url);
  const theirs = await signedIn(browser, await another(place), FIREFOX);
  const third = await signedIn(browser, await another(place), FIREFOX);
  await openBrowsers(mine);
  await expect(mine.getByRole('main').getByRole('listitem')).toHaveCount(3);
  const name = en('browsers.on', { browser: 'Firefox', system: 'Windows' });
  await tabTo(mine, rowOf(mine, name).first().getByRole('button'));
  await mine.keyboard.press('Enter');
  await expect(third.getByText(SIGNED_OUT)).toBeVisible();
  // The button is gone; the focus is beside the result, and the next buttons are a few tabs away.
  await expect(mine.getByRole('button', { name: en('common.close') })).toBeFocused();
  const all = mine.getByRole('button', { name: en('browsers.end.all') });
  await tabTo(mine, all);
  await mine.keyboard.press('Enter');
  await mine.keyboard.press('Escape');
  await expect(all).toBeFocused();
  const unopened = await another(place);
  await mine.keyboard.press('Enter');
  await tabTo(mine, mine.getByRole('alertdialog').getByRole('button', { name: en('browsers.end.all') }));
  await mine.keyboard.press('Enter');
  for (const page of [mine, theirs]) await expect(page.getByText(SIGNED_OUT)).toBeVisible();
  await expect(mine.getByRole('alertdialog')).toHaveCount(0);
  await openAgain(mine, unopened);
  await expect(mine.getByText(SIGNED_OUT)).toBeVisible();
  await openAgain(mine, await another(place));
  await expect(mine.getByRole('main')).toBeVisible();
});

test('a browser signs itself out, and comes back by a new address', async ({ browser, host, place }) => {
  const page = await signedIn(browser, host.url);
  await openBrowsers(page);
  await rowOf(page, en('browsers.own')).getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('browsers.end'), exact: true })
    .click();
  await expect(page.getByText(SIGNED_OUT)).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(SIGNED_OUT)).toBeVisible();
  await openAgain(page, await another(place));
  await expect(page.getByRole('main')).toBeVisible();
});

test('the command line lists the browsers of the running host and signs them out', async ({ browser, host, place }) => {
  const run = (...args: readonly string[]) => runCommand(place.profile, ['browsers', ...args]);
  expect(await run()).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No browser is signed in') });
  const page = await signedIn(browser, host.url, FIREFOX);
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^id .*\n[0-9a-f]{12} {2}Firefox on Windows {2}\d{4}-/) });
  const [listed] = JSON.parse((await run('--json')).stdout) as readonly { readonly id: string }[];
  expect(listed).toMatchObject({ browser: 'Firefox', system: 'Windows' });
  expect(await run('end')).toMatchObject({ code: 2 });
  expect(await run('end', '0'.repeat(12))).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Nothing was changed') });
  expect(await run('end', listed?.id ?? '')).toMatchObject({ code: 0 });
  await expect(page.getByText(SIGNED_OUT)).toBeVisible();
  const unopened = await another(place);
  expect(await run('end', '--all', '--json')).toMatchObject({ code: 0, stdout: expect.stringContaining('"ended": 0') });
  await openAgain(page, unopened);
  await expect(page.getByText(SIGNED_OUT)).toBeVisible();
  await host.program.stop();
  expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^No host runs on this profile\.$/m) });
});
