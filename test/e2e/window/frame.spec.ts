import { expect, type Page } from 'playwright/test';
import { test } from './stories/story-page.ts';
import { en } from '#shared/i18n/en.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { byHand } from '../axe.ts';

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
  // The browser speaks English, and so did the window until the engine's answer; an English-speaking user loads no French.
  expect(scripts).toContain('first-words-fr');
  scripts.length = 0;
  await openStory('all accepted');
  await expect.poll(() => scripts).toContain('settings-page');
  await expect.poll(() => scripts).toContain('rest-words-en');
  expect(scripts.filter((name) => name.endsWith('words-fr'))).toEqual([]);
});

/** What the first page does without: all other texts, and the schemas of all calls. */
const REST = /\/assets\/(?:rest-words|schemas)-/;

/** Keys of texts that are shown in place of their texts. */
function keysIn(shown: string): readonly string[] {
  const known = new Set(Object.keys(en).map((key) => key.replace(/_(?:one|other)$/, '')));
  return (shown.match(/[a-z][a-z-]*(?:\.[a-z0-9-]+)+/g) ?? []).filter((word) => known.has(word));
}

for (const language of ['en', 'fr'] as const) {
  test(`the first page has all its texts while the rest of the window is on its way: ${language}`, async ({ page, context, openStory }) => {
    await context.route(REST, () => undefined);
    for (const story of ['every state', 'all accepted', 'disk full', 'misplaced', 'relay quiet', 'in doubt', 'two companies'] as const) {
      await openStory(story, { language });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main section').first()).toBeVisible();
      expect(keysIn(await page.locator('body').innerText())).toEqual([]);
    }
    expect(keysIn('Scans needs.look (common.never)')).toEqual(['needs.look']);
  });
}

test('what a person presses before the schemas of its call are there waits for them, and is refused aloud without them', async ({
  page,
  context,
  openStory,
}) => {
  const gate = Promise.withResolvers<void>();
  await context.route('**/assets/schemas-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const host = await openStory('disk full');
  const disk = page.getByRole('listitem').filter({ hasText: 'The disk of this computer is full' });
  const again = disk.getByRole('button', { name: 'Try again' });
  await again.press('Enter');
  await expect(again).toHaveAttribute('data-pending', 'true');
  expect(host.state.looks).toBeUndefined();
  gate.resolve();
  await expect.poll(() => host.state.looks).toBe(1);
  await context.unroute('**/assets/schemas-*.js');
  await context.route('**/assets/schemas-*.js', (route) => route.abort());
  await page.reload();
  await again.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'A part of this window is missing' })).toBeVisible();
  expect(host.state.looks).toBe(1);
});

test('a button is pressed by keys as by the mouse: once by a key that is held down, and by no key that was let go on it', async ({
  page,
  openStory,
}) => {
  const host = await openStory('disk full');
  const again = page.getByRole('button', { name: 'Try again' });
  const send = async (name: 'keydown' | 'keyup', key: string): Promise<boolean> =>
    again.evaluate(
      (button, [type, pressed]) =>
        button.dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, key: pressed, repeat: true })),
      [name, key] as const,
    );
  await send('keyup', ' ');
  // The browser makes no click of it either.
  expect(await send('keydown', 'Enter')).toBe(false);
  await again.focus();
  await page.keyboard.press('Space');
  await expect.poll(() => host.state.looks).toBe(1);
  await again.press('Enter');
  await expect.poll(() => host.state.looks).toBe(2);
  await again.click();
  await expect.poll(() => host.state.looks).toBe(3);
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

const DOCUMENTS = { place: '#/documents' } as const;
const row = (page: Page, name: string) => page.getByRole('row', { name });
const panel = (page: Page) => page.getByRole('complementary');

for (const [width, height, language] of [
  [900, 600, 'en'],
  [900, 600, 'fr'],
  [480, 700, 'en'],
] as const) {
  test.describe(`a window of ${width} × ${height} (${language})`, () => {
    test.use({ viewport: { width, height } });

    test('shows a document in the place of the list, which comes back as it was, with the focus on its row', async ({
      page,
      openStory,
    }) => {
      const t = translator(language);
      await openStory('many documents', { ...DOCUMENTS, language });
      await row(page, 'Facture 1000.pdf').focus();
      for (let pages = 0; pages < 6; pages += 1) await page.keyboard.press('PageDown');
      const name = (await page.locator('[role=row]:focus').getAttribute('aria-labelledby'))?.split(' ')[0] ?? '';
      const chosen = await page.locator(`#${name}`).innerText();
      const before = await page.getByRole('grid').evaluate((grid) => grid.scrollTop);
      expect(before).toBeGreaterThan(300);
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeFocused();
      await expect(page.getByRole('grid')).toBeHidden();
      await expect(panel(page).getByRole('button', { name: t('common.close') })).toBeHidden();
      await panel(page)
        .getByRole('button', { name: t('document.back') })
        .click();
      await expect(panel(page)).toBeHidden();
      await expect(row(page, chosen)).toBeFocused();
      await expect(row(page, chosen)).toBeInViewport();
      expect(await page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBe(before);
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(row(page, chosen)).toBeFocused();
    });
  });
}

test('a wide window has the document beside its list, with a cross', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await row(page, 'Facture Métro 8812.pdf').click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Back to the list' })).toBeHidden();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
});

const SMALL = { width: 450, height: 300 };

test('what was pressed and is under way keeps its name and its place, and cannot be pressed again', async ({ page, openStory }) => {
  await openStory('first run', { language: 'en' });
  await byHand(page, translator('en'));
  const asked = await held(page, '**/companies/connect');
  await page.getByLabel('Connection identifier').fill(storyId(77));
  await page.getByLabel('Secret', { exact: true }).fill('a secret');
  await page.getByLabel('Company name').fill('Chez Anne');
  await page.getByRole('button', { name: 'Check and connect' }).press('Enter');
  const button = page.getByRole('button', { name: 'Checking with the import service…' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  await button.press('Enter');
  await page.getByLabel('Company name').press('Enter');
  await button.click({ force: true });
  asked.answer();
  await expect(page.getByRole('heading', { name: 'Choose your folders' })).toBeVisible();
  expect(asked.count()).toBe(1);
  // A button that is gone when its announcement is read would be read as nothing.
  expect(await page.locator('[data-live-announcer] [aria-labelledby]').count()).toBe(0);
});

test('a menu has all its actions within a small window, and goes when the window changes its size', async ({ page, openStory }) => {
  await page.setViewportSize(SMALL);
  await openStory('every state', { place: '#/companies' });
  const opener = page.getByRole('button', { name: /^Actions for .Boulangerie Marchand.$/ });
  await opener.click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveCount(6);
  for (const item of await items.all()) {
    await page.keyboard.press('ArrowDown');
    await item.scrollIntoViewIfNeeded();
    await expect(item).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(SMALL.height);
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(items).toHaveCount(0);
  await expect(opener).toBeFocused();
});

/** Holds calls to this address until they are answered. */
async function held(page: Page, url: string) {
  let calls = 0;
  const waiting: (() => void)[] = [];
  await page.route(url, async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  return { count: () => calls, answer: () => waiting.forEach((go) => go()) };
}
