import { expect } from 'playwright/test';
import { test } from './stories/story-page.ts';

test('a window that hears nothing says so, and goes on when it hears again', async ({ page, context, openStory }) => {
  await openStory('all accepted');
  await context.route('**/rpc/**', (route) => route.abort());
  // A reload in this condition: the page itself loads, but its engine is unreachable.
  await page.reload();
  await expect(page.getByText('Not connected to Intray')).toBeVisible();
  await context.unroute('**/rpc/**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All is up to date');
  await expect(page.getByText('Not connected to Intray')).toBeHidden();
});

test('a host that stops is noticed while the window is open', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await host.close();
  await expect(page.getByText('Not connected to Intray')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All is up to date');
});

test('an address that was used already shows how to get in, and nothing else', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await page.evaluate(() => window.sessionStorage.clear());
  await page.reload();
  await expect(page.getByText('This page is not signed in')).toBeVisible();
  await expect(page.getByText('Boulangerie')).toHaveCount(0);
  // As high as its text, not as the window.
  expect((await page.getByRole('alert').boundingBox())?.height).toBeLessThan(200);
  // The new address is opened in the same tab; only its fragment differs.
  await page.goto(host.address());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All is up to date');
});

test('the one-time token is in the address no more once it was used', async ({ page, openStory }) => {
  await openStory('all accepted');
  expect(page.url()).not.toContain('token');
});

test('language and theme change at once and are kept by the engine', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('Français').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réglages');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByText('Sombre', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => [host.state.settings.language, host.state.settings.theme]).toEqual(['fr', 'dark']);
});

test('the e-mail address and the number of uploads are saved', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Your e-mail address').fill('anne');
  await page.keyboard.press('Tab');
  await expect(page.getByText('This does not look like an e-mail address')).toBeVisible();
  await page.getByRole('link', { name: 'Sending' }).click();
  await page.getByRole('button', { name: 'One upload fewer' }).click();
  await expect.poll(() => host.state.settings).toMatchObject({ userEmail: 'anne', parallelUploads: 3 });
});

test('nothing leaves this computer from the window', async ({ page, openStory }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await openStory('every state');
  expect([...new Set(asked)]).toEqual(['127.0.0.1']);
});

test('the first page reads one language and its own script; the other pages come by themselves, before anybody asks', async ({
  page,
  openStory,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(/assets\/(.*)-[\w-]{8}\.js$/.exec(request.url())?.[1] ?? ''));
  await openStory('all accepted', { language: 'fr' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tout est à jour');
  const pages = ['documents-page', 'settings-page', 'companies-page', 'reconnect-dialog', 'add-files-dialog'];
  await expect.poll(() => pages.filter((name) => scripts.includes(name))).toEqual(pages);
  // The browser speaks English, and so did the window until the engine's answer; an English-speaking person loads no French.
  expect(scripts).toContain('fr');
  scripts.length = 0;
  await openStory('all accepted');
  await expect.poll(() => scripts).toContain('settings-page');
  expect([scripts.includes('en'), scripts.includes('fr')]).toEqual([true, false]);
});

test('a page whose script is gone leaves the old one, and says what to do; reloaded, it is there', async ({ page, context, openStory }) => {
  // As after an update of the host under an open window: anyone who has not yet opened that page gets this.
  await context.route('**/assets/settings-page-*.js', (route) => route.abort());
  await openStory('all accepted');
  await page.getByRole('link', { name: 'Settings' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'A part of this window is missing' });
  await expect(told).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All is up to date');
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await context.unroute('**/assets/settings-page-*.js');
  await told.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(told).toBeHidden();
});
