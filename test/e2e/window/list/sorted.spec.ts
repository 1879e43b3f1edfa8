import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../../axe.ts';
import { test } from '../stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;

const row = (page: Page, name: string) => page.getByRole('row', { name });
const marks = (page: Page) => page.getByRole('region', { name: 'Selected documents' });
const names = (page: Page) => page.locator('[role=row][data-key] p:first-child');
const headings = (page: Page) => page.locator('[role=grid] [aria-hidden] > [id^=heading]');

for (const language of ['en', 'fr'] as const) {
  test(`the list is sorted from a menu, which the address remembers and going back undoes: ${language}`, async ({ page, openStory }) => {
    const t = translator(language);
    await openStory('every state', { ...DOCUMENTS, language });
    const button = page.getByRole('button', { name: t('list.sort') });
    await expect(button).toHaveAccessibleName(`${t('list.sort')}: ${t('list.sort.newest')}`);
    await button.click();
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(t('list.sort.newest'));
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: t('list.sort.name') }).click();
    await expect(page.getByRole('grid', { name: t('list.in-order.name') })).toBeVisible();
    await expect(button).toBeFocused();
    await expect(button).toHaveAccessibleName(`${t('list.sort')}: ${t('list.sort.name')}`);
    expect(new URL(page.url()).hash).toBe('#/documents?sort=name');
    await expect(headings(page)).toHaveCount(0);
    const shown = await names(page).allInnerTexts();
    expect(shown.slice(0, 3)).toEqual(
      shown.slice(0, 3).toSorted((one, other) => one.localeCompare(other, language, { numeric: true, ignorePunctuation: true })),
    );
    await page.goBack();
    await expect(page.getByRole('grid', { name: t('list.in-order.newest') })).toBeVisible();
    await expect(button).toHaveAccessibleName(`${t('list.sort')}: ${t('list.sort.newest')}`);
  });
}

test('an open document and its way back keep order and dates', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents?sort=name&dates=this-year' });
  await row(page, 'Facture Métro 8812.pdf').click();
  await expect(page.getByRole('complementary', { name: 'Document' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toBeHidden();
  expect(new URL(page.url()).hash).toBe('#/documents?sort=name&dates=this-year');
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
});

test('headings name the days; the arrow keys pass them, and the first row below is called by its day', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await expect(headings(page).first()).toHaveText('Today');
  await expect(headings(page).nth(1)).toHaveText('Yesterday');
  await expect(headings(page).nth(2)).toHaveText(/^[A-Z][a-z]+day/);
  const first = row(page, 'Facture 1000.pdf');
  await expect(first).toHaveAccessibleName(/^Today Facture 1000\.pdf/);
  await first.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(row(page, 'Facture 0996.pdf')).toBeFocused();
  await expect(page.getByRole('row', { name: /^Yesterday/ })).toHaveCount(1);
  await headings(page).nth(1).click();
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1000');
});

test('Home shows the heading above the first row again', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await row(page, 'Facture 1000.pdf').focus();
  await page.keyboard.press('End');
  await expect(row(page, 'Facture 0001.pdf')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row(page, 'Facture 1000.pdf')).toBeFocused();
  await expect(headings(page).first()).toBeInViewport();
});

test('a stretch is marked in the order that is shown, also beyond what was fetched', async ({ page, openStory }) => {
  await openStory('many documents', { place: '#/documents?sort=name' });
  await row(page, 'Facture 0001.pdf').getByRole('checkbox').click();
  await page.getByRole('grid').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2;
  });
  await row(page, 'Facture 0500.pdf').click({ modifiers: ['Shift'] });
  await expect(marks(page).getByText('500 selected')).toBeVisible();
});

test('states are headings in the order of states, with what needs the person first', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents?sort=state' });
  const t = translator('en');
  await expect(headings(page).first()).toHaveText(t('state.refused'));
  const texts = await headings(page).allInnerTexts();
  expect(texts.indexOf(t('state.held'))).toBeGreaterThan(0);
  expect(new Set(texts).size).toBe(texts.length);
});

test('an order is chosen with the keyboard alone', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await page.getByRole('button', { name: 'Sort' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'Newest first' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Documents, oldest first' })).toBeVisible();
});
