import { expect, type Page } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { test } from '../stories/story-page.ts';

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
