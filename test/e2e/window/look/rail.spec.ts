import { expect, type Page } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { changed, test } from '../stories/story-page.ts';
import { fr } from '#shared/i18n/fr.ts';
import { windowHost } from '#test/support/window/window-host.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: en['frame.places'] });

test('the rail names the places and the companies, with what each of them needs', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openStory('every state');
  expect((await rail(page).boundingBox())?.width).toBe(240);
  await expect(rail(page).getByText('Intray', { exact: true })).toBeVisible();
  await expect(rail(page).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect(rail(page).getByRole('link', { name: 'Boulangerie Marchand' })).toContainText(/\d+ to do/);
  await rail(page).getByRole('link', { name: 'Garage de l’Étoile & Fils' }).click();
  await expect(page).toHaveURL(new RegExp(`#/documents\\?company=${storyId(2)}$`));
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(storyId(2));
  await expect(rail(page).getByRole('link', { name: 'Garage de l’Étoile & Fils' })).toHaveAttribute('aria-current', 'page');
  // The place that it is a part of is marked too, for whoever does not see the companies.
  await expect(rail(page).getByRole('link', { name: 'Documents', exact: true })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('combobox', { name: 'Company' }).selectOption({ label: 'All companies' });
  await expect(page).toHaveURL(/#\/documents$/);
});

test('one company is no filter', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openStory('all accepted');
  await expect(rail(page).getByRole('link', { name: 'Boulangerie Marchand' })).toHaveCount(0);
});

test('a narrow window folds it to icons, whose names are tooltips and are read all the same', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await openStory('every state');
  expect((await rail(page).boundingBox())?.width).toBe(52);
  const name = rail(page).getByRole('link', { name: 'Settings' }).locator('span:has(> bdi)');
  const isSeen = () => name.evaluate((element) => getComputedStyle(element).clipPath === 'none');
  expect(await isSeen()).toBe(false);
  await rail(page).getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Shift');
  await rail(page).getByRole('link', { name: 'Settings' }).hover();
  await expect.poll(isSeen).toBe(true);
  // Beside its icon, inside the window, and not cut off by the rail.
  const [tip, icon] = [await name.boundingBox(), await rail(page).getByRole('link', { name: 'Settings' }).boundingBox()];
  expect(tip?.x).toBeGreaterThan((icon?.x ?? 0) + (icon?.width ?? 0));
  expect(Math.abs((tip?.y ?? 0) + (tip?.height ?? 0) / 2 - ((icon?.y ?? 0) + (icon?.height ?? 0) / 2))).toBeLessThan(2);
  await page.keyboard.press('Escape');
  await expect.poll(isSeen).toBe(false);
});

test('the smallest window has the places, and nothing that is not needed to get to them', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 450, height: 300 });
  await openStory('every state');
  expect((await rail(page).boundingBox())?.width).toBeLessThanOrEqual(52);
  await expect(rail(page).getByText('Intray', { exact: true })).toBeHidden();
  await expect(rail(page).getByRole('link', { name: 'Boulangerie Marchand' })).toBeHidden();
  for (const name of ['Overview', 'Documents', 'Companies', 'Settings'])
    await expect(rail(page).getByRole('link', { name, exact: name !== 'Overview' })).toBeInViewport({ ratio: 1 });
});

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

test('from the first paint until the first answer the shape of the window stands, then says what it waits for', async ({ page }) => {
  const host = await windowHost(changed('all accepted', {}));
  const answer = await held(page, '**/rpc/overview');
  await page.goto(host.address());
  const shape = page.locator('.skeleton');
  await expect(shape).toBeVisible();
  const before = await page.locator('.skeleton-rail').boundingBox();
  await expect(page.getByRole('status').filter({ hasText: 'Intray is starting…' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shape).toBeHidden();
  await expect(page.getByText('Intray is starting…')).toHaveCount(0);
  // Nothing jumps: the rail is where its shape was.
  expect(await page.getByRole('navigation').boundingBox()).toEqual(before);
  await page.goto('about:blank');
  await host.close();
});

test('rows that are still on their way have a shape too', async ({ page, openStory }) => {
  await openStory('all accepted');
  const answer = await held(page, '**/rpc/items/list');
  await page.getByRole('link', { name: 'Documents' }).click();
  const list = page.getByRole('grid');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list.getByRole('gridcell', { name: 'One moment…' })).toBeVisible();
  answer();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(list.getByRole('row')).toHaveCount(12);
});

/** Holds calls to this address until what it returns is called. */
async function held(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}
