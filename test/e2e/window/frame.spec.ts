import { expect } from 'playwright/test';
import { test } from './story-page.ts';

test('a window that hears nothing says so, and goes on when it hears again', async ({ page, context, openStory }) => {
  await openStory('all accepted');
  await context.route('**/rpc/**', (route) => route.abort());
  // A reload under this condition: the page itself is there, its engine is not.
  await page.reload();
  await expect(page.getByText('Not connected to Intray')).toBeVisible();
  await context.unroute('**/rpc/**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 12 documents were accepted');
  await expect(page.getByText('Not connected to Intray')).toBeHidden();
});

test('a host that stops is noticed while the window is open', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await host.close();
  await expect(page.getByText('Not connected to Intray')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 12 documents were accepted');
});

test('an address that was used already shows how to get in, and nothing else', async ({ page, context, openStory }) => {
  const host = await openStory('all accepted');
  await context.clearCookies();
  await page.reload();
  await expect(page.getByText('This page is not signed in')).toBeVisible();
  await expect(page.getByText('Boulangerie')).toHaveCount(0);
  // The new address is opened in the same tab, where only its fragment is new.
  await page.goto(host.address());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 12 documents were accepted');
});

test('the one-time token is in the address no more once it was used', async ({ page, openStory }) => {
  await openStory('all accepted');
  expect(page.url()).not.toContain('token');
});

test('language and theme change at once and are kept by the engine', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Français').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réglages');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByText('Sombre', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => [host.state.settings.language, host.state.settings.theme]).toEqual(['fr', 'dark']);
});

test('the e-mail address and the number of uploads are saved', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Your e-mail address').fill('anne');
  await page.getByRole('button', { name: 'One upload fewer' }).click();
  await expect(page.getByText('This does not look like an e-mail address')).toBeVisible();
  await expect.poll(() => host.state.settings).toMatchObject({ userEmail: 'anne', parallelUploads: 3 });
});

test('nothing leaves this computer from the window', async ({ page, openStory }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await openStory('every state');
  expect([...new Set(asked)]).toEqual(['127.0.0.1']);
});
