import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { byHand } from '../by-hand.ts';
import { test } from './stories/story-page.ts';

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
