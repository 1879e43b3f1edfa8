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
