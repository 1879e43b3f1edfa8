import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../../axe.ts';
import { test } from '../stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;
const count = (page: Page) => page.getByRole('grid');

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  test(`dates are chosen from the calendar's parts, shown as a chip, counted, and taken away again: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('many documents', { ...DOCUMENTS, language });
    const all = page.getByRole('radio', { name: t('documents.filter.all') });
    await expect(all).toHaveAccessibleName(/1.?000/u);
    await page.getByRole('button', { name: t('list.dates') }).click();
    await page.getByRole('menuitemradio', { name: t('list.dates.today') }).click();
    await expect(count(page)).not.toHaveAttribute('aria-rowcount', '1000');
    await expect(all).not.toHaveAccessibleName(/1.?000/u);
    expect(new URL(page.url()).hash).toBe('#/documents?dates=today');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('list.chip.remove', { words: t('list.dates.today') }) }).click();
    await expect(count(page)).toHaveAttribute('aria-rowcount', '1000');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.goBack();
    await expect(count(page)).not.toHaveAttribute('aria-rowcount', '1000');
  });

  test(`a range has two days, of which one may be left open: ${language}`, async ({ page, openStory }) => {
    await openStory('every state', { place: '#/documents?dates=2026-11-19..2026-11-20', language });
    const dates = page.getByRole('button', { name: t('list.dates'), exact: false }).first();
    await dates.click();
    await page.getByRole('menuitemradio', { name: t('list.dates.range') }).click();
    const dialog = page.getByRole('dialog', { name: t('list.dates.title') });
    await expect(dialog).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    const last = dialog.getByRole('group', { name: t('list.dates.to') });
    const day = last.getByRole('spinbutton').filter({ hasText: '20' }).first();
    await day.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('alert')).toHaveText(t('list.dates.turned'));
    await expect(dialog.getByRole('button', { name: t('list.dates.do') })).toBeDisabled();
    await page.keyboard.press('ArrowUp');
    await dialog.getByRole('button', { name: t('list.dates.do') }).click();
    await expect(dialog).toBeHidden();
    expect(new URL(page.url()).hash).toBe('#/documents?dates=2026-11-19..2026-11-19');
    await expect(dates).toBeFocused();
  });
}

for (const [width, height] of [
  [900, 600],
  [1280, 800],
] as const) {
  test(`search and filters are one line at ${width} pixels`, async ({ page, openStory }) => {
    await page.setViewportSize({ width, height });
    await openStory('every state', { ...DOCUMENTS, language: 'fr' });
    const t = translator('fr');
    const tops = await Promise.all(
      [
        page.getByRole('searchbox'),
        page.getByRole('combobox', { name: t('document.company') }),
        page.getByRole('combobox', { name: t('document.type') }),
        page.getByRole('button', { name: t('list.dates') }),
      ].map(async (control) => {
        const box = await control.boundingBox();
        return box === null ? Number.NaN : Math.round((box.y + box.height / 2) / 4);
      }),
    );
    expect(new Set(tops).size).toBe(1);
  });
}

test('in a small window the filters are behind one button, which says how many are in use', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 450, height: 300 });
  await openStory('every state', DOCUMENTS);
  const button = page.getByRole('button', { name: 'Filter', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByRole('combobox', { name: 'Company' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Dates' }).click();
  await page.getByRole('menuitemradio', { name: 'This year' }).click();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show documents' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filter: 2 in use' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();
});

test('what was found by its number or its company says so, with the hit marked', async ({ page, openStory }) => {
  const host = await openStory('every state', DOCUMENTS);
  const item = host.state.items.find(({ name }) => name === 'Facture Métro 8812.pdf');
  const number = item !== undefined && 'documentId' in item.state ? (item.state.documentId ?? '') : '';
  const row = page.getByRole('row', { name: 'Facture Métro 8812.pdf' });
  const search = page.getByRole('searchbox');
  await search.fill(number.replaceAll('-', '').slice(0, 31));
  await expect(row).toContainText(`Number ${number}`);
  await expect(row.locator('mark')).toHaveText(number.slice(0, 35));
  await search.fill('metro 8812');
  await expect(row.locator('mark')).toHaveText(['Métro', '8812']);
  await expect(row).not.toContainText('Number');
});

const documentRow = (page: Page, name: string) => page.getByRole('row', { name });
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
  await documentRow(page, 'Facture Métro 8812.pdf').click();
  await expect(page.getByRole('complementary', { name: 'Document' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toBeHidden();
  expect(new URL(page.url()).hash).toBe('#/documents?sort=name&dates=this-year');
  await expect(documentRow(page, 'Facture Métro 8812.pdf')).toBeFocused();
});

test('headings name the days; the arrow keys pass them, and the first row below is called by its day', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await expect(headings(page).first()).toHaveText('Today');
  await expect(headings(page).nth(1)).toHaveText('Yesterday');
  await expect(headings(page).nth(2)).toHaveText(/^[A-Z][a-z]+day/);
  const first = documentRow(page, 'Facture 1000.pdf');
  await expect(first).toHaveAccessibleName(/^Today Facture 1000\.pdf/);
  await first.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(documentRow(page, 'Facture 0996.pdf')).toBeFocused();
  await expect(page.getByRole('row', { name: /^Yesterday/ })).toHaveCount(1);
  await headings(page).nth(1).click();
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1000');
});

test('Home shows the heading above the first row again', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await documentRow(page, 'Facture 1000.pdf').focus();
  await page.keyboard.press('End');
  await expect(documentRow(page, 'Facture 0001.pdf')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(documentRow(page, 'Facture 1000.pdf')).toBeFocused();
  await expect(headings(page).first()).toBeInViewport();
});

test('a stretch is marked in the order that is shown, also beyond what was fetched', async ({ page, openStory }) => {
  await openStory('many documents', { place: '#/documents?sort=name' });
  await documentRow(page, 'Facture 0001.pdf').getByRole('checkbox').click();
  await page.getByRole('grid').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2;
  });
  await documentRow(page, 'Facture 0500.pdf').click({ modifiers: ['Shift'] });
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
