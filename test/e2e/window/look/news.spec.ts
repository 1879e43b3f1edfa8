import { expect } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { changed } from '../stories/story-change.ts';
import { test } from '../stories/story-page.ts';

/** The version is set apart from the words around it, by signs that nobody sees. */
const TITLE = /^What is new in Intray .0\.1\.0.$/;

test('after an update the overview says what is new, until it was read, and interrupts nothing', async ({ page, openStory }) => {
  const host = await openStory('after an update');
  const card = page.getByRole('region', { name: TITLE });
  await expect(card.getByText(en['news.0-1-0.sentence'])).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await card.getByRole('button', { name: 'Got it' }).focus();
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  // The button went, and the keyboard goes on from the page's heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(host.state.settings.newsSeen).toBe('0.1.0');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('it can be read again in the settings', async ({ page, openStory }) => {
  await openStory('all accepted');
  await expect(page.getByText(TITLE)).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.locator('summary', { hasText: TITLE }).press('Enter');
  await expect(page.getByText(en['news.0-1-0.list'])).toBeVisible();
});

test('it is said in French', async ({ page, openStory }) => {
  await openStory('after an update', { language: 'fr' });
  const card = page.getByRole('region', { name: /^Les nouveautés d’Intray .0\.1\.0.$/ });
  await expect(card.getByRole('listitem').first()).toHaveText(fr['news.0-1-0.sentence']);
  await card.getByRole('button', { name: fr['news.seen'] }).click();
  await expect(card).toHaveCount(0);
});

test('a version without news says nothing', async ({ page, openState }) => {
  const state = changed('after an update', {});
  await openState({ ...state, info: { ...state.info, version: '0.1.1' } });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('What is new')).toHaveCount(0);
});
