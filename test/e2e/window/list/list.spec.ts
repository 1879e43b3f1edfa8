import { expect, type Page } from 'playwright/test';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { STORIES } from '../stories/stories.ts';
import { test } from '../stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;

const row = (page: Page, name: string) => page.getByRole('row', { name });
const marks = (page: Page) => page.getByRole('region', { name: 'Selected documents' });

test('only the rows in sight of a thousand are there, and the scroll bar leads to any of them at once', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  const grid = page.getByRole('grid');
  await expect(page.getByText('1,000 documents', { exact: true })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '1000');
  for (const [part, name] of [
    [0.5, 'Facture 0500.pdf'],
    [1, 'Facture 0001.pdf'],
    [0, 'Facture 1000.pdf'],
  ] as const) {
    await grid.evaluate((list, to) => {
      list.scrollTop = (list.scrollHeight - (to === 1 ? 0 : list.clientHeight)) * to;
    }, part);
    await expect(row(page, name)).toBeInViewport();
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
  }
});

test('End goes to the last row, a page key by what is seen, and Home back to the first', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await row(page, 'Facture 1000.pdf').focus();
  for (const [key, name] of [
    ['End', 'Facture 0001.pdf'],
    ['ArrowUp', 'Facture 0002.pdf'],
    ['Home', 'Facture 1000.pdf'],
    ['ArrowDown', 'Facture 0999.pdf'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(row(page, name)).toBeFocused();
    await expect(row(page, name)).toBeInViewport();
  }
  await page.keyboard.press('PageDown');
  await expect(row(page, 'Facture 0999.pdf')).not.toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(row(page, 'Facture 0999.pdf')).toBeFocused();
});

test('a key that follows at once on the focus of a row goes on from there on a slow computer too', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  const slowed = await page.context().newCDPSession(page);
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (let round = 0; round < 8; round += 1) {
    await row(page, 'Facture 1000.pdf').focus();
    await page.keyboard.press('End');
    await expect(row(page, 'Facture 0001.pdf')).toBeFocused();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.getByRole('grid').evaluate((list) => list.scrollTo({ top: 0 }));
  }
});

test('a new document does not push away what the person reads, and waits above', async ({ page, openStory }) => {
  const host = await openStory('many documents', DOCUMENTS);
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, 1_000);
  await page.waitForFunction(() => (document.querySelector('[role=grid]')?.scrollTop ?? 0) > 900);
  const read = row(page, 'Facture 0980.pdf');
  await expect(read).toBeInViewport();
  const before = await read.boundingBox();
  const [newest] = STORIES['every state']().items;
  if (newest !== undefined) host.state.items = [{ ...newest, id: itemIdSchema.parse(storyId(9)) }, ...host.state.items];
  host.ring();
  await expect(page.getByRole('button', { name: '1 new document' })).toBeVisible();
  expect(await read.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: '1 new document' }).click();
  await expect(row(page, 'Scan_0042.pdf')).toBeFocused();
  await expect(row(page, 'Scan_0042.pdf')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'new document' })).toBeHidden();
});

test('the focus keeps its place while the row under it leaves the list', async ({ page, openStory }) => {
  const host = await openStory('every state', { place: '#/documents?show=refused' });
  await row(page, 'Facture Métro 8812.pdf').focus();
  host.state.items = host.state.items.filter(({ name }) => name !== 'Facture Métro 8812.pdf');
  host.ring();
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeHidden();
  await expect(row(page, '<img src=x')).toBeFocused();
});

test('a letter that is typed while the letters before it are looked for is not lost', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  const search = page.getByRole('searchbox', { name: 'Search the documents' });
  await page.evaluate(() => {
    const plain = window.setTimeout;
    // The pause after typing has ended and the search has just begun: a quick user goes on typing then.
    const typeOn = (act: () => void, ms?: number) =>
      plain(() => {
        act();
        if (ms !== 150) return;
        window.setTimeout = plain;
        document.execCommand('insertText', false, 'ro');
      }, ms);
    window.setTimeout = typeOn as typeof plain;
  });
  await search.focus();
  // All at once: between two keys on a slow computer the pause would already be over.
  await page.keyboard.insertText('met');
  await expect(search).toHaveValue('metro');
  await expect(page.getByText('1 document', { exact: true })).toBeVisible();
  await expect(search).toHaveValue('metro');
});

for (const language of ['en', 'fr'] as const) {
  test(`documents are found by words, company, type and dates, and all of it is cleared at once: ${language}`, async ({
    page,
    openStory,
  }) => {
    const t = translator(language);
    await openStory('every state', { ...DOCUMENTS, language });
    const search = page.getByRole('searchbox', { name: t('list.search') });
    await page.keyboard.press('Control+f');
    await expect(search).toBeFocused();
    await page.keyboard.type('metro');
    await expect(page.getByText(t('documents.count', { count: 1 }), { exact: true })).toBeVisible();
    // The count appears before its rows.
    await expect(row(page, 'Facture Métro 8812.pdf')).toHaveAttribute('aria-rowindex', '1');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveValue('');
    await expect(page.getByText(t('documents.count', { count: 19 }), { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: t('document.company') }).selectOption({ label: 'Garage de l’Étoile & Fils' });
    await page.getByRole('combobox', { name: t('document.type') }).selectOption({ label: t('import-type.folder.sales-invoices') });
    await expect(page.getByText(t('documents.count', { count: 2 }), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('list.dates') }).click();
    await page.getByRole('menuitemradio', { name: t('list.dates.this-year') }).click();
    const chips = page.getByRole('list', { name: t('list.chips') });
    await expect(chips.getByRole('button')).toHaveText([
      'Garage de l’Étoile & Fils',
      t('import-type.folder.sales-invoices'),
      t('list.dates.this-year'),
    ]);
    await search.fill('rien de tel');
    await expect(page.getByText('rien de tel', { exact: false }).first()).toBeVisible();
    await page
      .getByRole('grid')
      .getByRole('button', { name: t('list.clear') })
      .click();
    await expect(page.getByText(t('documents.count', { count: 19 }), { exact: true })).toBeVisible();
    await expect(search).toHaveValue('');
  });
}

test('rows are marked by keys, and sent again only where that is allowed', async ({ page, openStory }) => {
  const host = await openStory('every state', DOCUMENTS);
  await row(page, 'Ticket parking.jpg').focus();
  await page.keyboard.press('Space');
  await expect(row(page, 'Ticket parking.jpg')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marks(page).getByText('3 selected')).toBeVisible();
  await expect(marks(page).getByText('1 of 3 can be sent again')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(marks(page).getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(marks(page).getByText('19 selected')).toBeVisible();
  await marks(page).getByRole('button', { name: 'Send again (3)' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Send 3 documents again?' });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('3 documents are being sent again.')).toBeVisible();
  const again = host.state.items.filter(({ resubmission }) => resubmission > 0).map(({ name }) => name);
  expect(again).toEqual(['Facture Métro 8812.pdf', '<img src=x onerror=alert(1)>.pdf', 'Refus du service.pdf']);
});

test('rows are marked with the mouse: one by one, a stretch, and off again with Escape', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  await row(page, 'Facture 1000.pdf').getByRole('checkbox').click();
  await row(page, 'Facture 0998.pdf').click({ modifiers: ['ControlOrMeta'] });
  await expect(marks(page).getByText('2 selected')).toBeVisible();
  await page.getByRole('grid').evaluate((list) => {
    list.scrollTop = list.scrollHeight / 2;
  });
  await row(page, 'Facture 0500.pdf').click({ modifiers: ['Shift'] });
  await expect(marks(page).getByText('500 selected')).toBeVisible();
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(marks(page)).toBeHidden();
});

test('nothing is done with what was marked before, while it is asked what can be done with what is marked now', async ({
  page,
  openStory,
}) => {
  await openStory('every state', DOCUMENTS);
  await row(page, 'Facture Métro 8812.pdf').getByRole('checkbox').click();
  await row(page, 'Ticket parking.jpg').getByRole('checkbox').click();
  const again = marks(page).getByRole('button', { name: 'Send again' });
  await expect(again).toHaveText('Send again (1)');
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/items/chosen', async (route) => {
    isAsked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  await row(page, 'Facture Métro 8812.pdf').getByRole('checkbox').click();
  await isAsked.promise;
  await again.click({ force: true });
  await expect(page.getByRole('alertdialog')).toBeHidden();
  mayAnswer.resolve();
  await expect(again).toHaveText('Send again');
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('what is marked while the rows of a long stretch are still asked for is newer than their answer', async ({ page, openStory }) => {
  await openStory('many documents', DOCUMENTS);
  const held: (() => void)[] = [];
  await page.route('**/items/ids', async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fulfill({ response });
  });
  const answerAll = async (): Promise<void> => {
    await expect.poll(() => held.length).toBe(1);
    const answered = page.waitForResponse('**/items/ids');
    held.pop()?.();
    await (await answered).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await row(page, 'Facture 1000.pdf').getByRole('checkbox').click();
  await row(page, 'Facture 1000.pdf').focus();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Shift+Home');
  await answerAll();
  await expect(marks(page).getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Escape');
  await answerAll();
  await expect(marks(page)).toBeHidden();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marks(page).getByText('2 selected')).toBeVisible();
});

test('the menu of a row acts on that row, and a click beside it opens the document', async ({ page, openStory }) => {
  const host = await openStory('every state', DOCUMENTS);
  await page.getByRole('searchbox').fill('ancienne');
  // A menu disappears with its row, and the rows are replaced.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await row(page, 'Ancienne facture 3.pdf').getByRole('button', { name: 'More for' }).click();
  await page.getByRole('menuitem', { name: 'Ignore' }).click();
  await expect.poll(() => host.state.items.find(({ name }) => name === 'Ancienne facture 3.pdf')?.state.kind).toBe('aside');
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(page.getByText('1 document is ignored.')).toBeVisible();
  await row(page, 'Ancienne facture 1.pdf').click();
  await expect(page.getByRole('complementary', { name: 'Document' })).toBeVisible();
});
