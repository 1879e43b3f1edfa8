import { expect, type Page } from 'playwright/test';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { storyId } from '#test/support/window-ids.ts';
import { STORIES } from './stories.ts';
import { test } from './story-page.ts';

const row = (page: Page, name: string) => page.getByRole('row', { name });

test('the list is walked with the arrow keys, searched by letters, opened with Enter and left with Escape', async ({ page, openStory }) => {
  await openStory('every state');
  await row(page, 'Scan_0042.pdf').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Facture EDF novembre.pdf')).toBeFocused();
  await page.keyboard.type('tick');
  await expect(row(page, 'Ticket parking.jpg')).toBeFocused();
  for (let rows = 0; rows < 5 && !(await row(page, 'Facture Métro 8812.pdf').evaluate((one) => one === document.activeElement)); rows += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Document' });
  await expect(panel).toBeFocused();
  await expect(panel.getByText('La TVA n’apparaît pas')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
});

test('foreign text is shown as text', async ({ page, openStory }) => {
  await openStory('every state');
  await page.getByText('To look at').click();
  await row(page, 'Facture Métro 8812.pdf').focus();
  await page.keyboard.type('<img');
  await expect(row(page, '<img src=x')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText('<img src=x onerror=alert(1)>.pdf');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('a yes to all held documents sends all of them, and no other question', async ({ page, openStory }) => {
  const host = await openStory('every state');
  await page.getByRole('button', { name: 'Send all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send all' }).click();
  await expect(page.getByText('wait for your yes')).toBeHidden();
  expect(host.state.items.filter(({ state }) => state.kind === 'held').map(({ name }) => name)).toEqual(['Facture double.pdf']);
});

test('one held document is sent from its row', async ({ page, openStory }) => {
  const host = await openStory('every state');
  await page.getByText('To look at').click();
  const send = page.getByRole('button', { name: 'Send – Ancienne facture 2.pdf' });
  // Only rows in sight are there: the wheel brings it.
  await page.getByRole('grid').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(send).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [50] });
  await send.scrollIntoViewIfNeeded();
  // While a list scrolls it takes no clicks.
  await page.waitForTimeout(500);
  await send.click();
  await expect.poll(() => host.state.items.find(({ name }) => name === 'Ancienne facture 2.pdf')?.state.kind).toBe('waiting');
});

test('a thousand documents are read page by page, and only those in sight are there', async ({ page, openStory }) => {
  await openStory('many documents');
  const grid = page.getByRole('grid');
  await expect(page.getByText('1,000 documents', { exact: true })).toBeVisible();
  await grid.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(row(page, 'Facture 0001.pdf')).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [50] });
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
});

test('End goes to the last row that has come, page after page, and Home back to the first', async ({ page, openStory }) => {
  await openStory('many documents');
  await row(page, 'Facture 1000.pdf').focus();
  for (const last of ['0801', '0601', '0401', '0201', '0001']) {
    await page.keyboard.press('End');
    await expect(row(page, `Facture ${last}.pdf`)).toBeFocused();
    await expect(row(page, `Facture ${last}.pdf`)).toBeInViewport();
    const next = row(page, `Facture ${String(Number(last) - 1).padStart(4, '0')}.pdf`);
    // The next page lies below, and is not scrolled to.
    if (last !== '0001') await expect(next).toBeAttached();
    await expect(row(page, `Facture ${last}.pdf`)).toBeInViewport();
  }
  await page.keyboard.press('Home');
  await expect(row(page, 'Facture 1000.pdf')).toBeFocused();
  await expect(row(page, 'Facture 1000.pdf')).toBeInViewport();
});

test('a new document does not push away what the person reads, and waits above', async ({ page, openStory }) => {
  const host = await openStory('many documents');
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, 1_000);
  const read = row(page, 'Facture 0984.pdf');
  await expect(read).toBeInViewport();
  await page.waitForFunction(() => (document.querySelector('[role=grid]')?.scrollTop ?? 0) > 900);
  const before = await read.boundingBox();
  const [newest] = STORIES['every state']().items;
  if (newest !== undefined) host.state.items = [{ ...newest, id: itemIdSchema.parse(storyId(9)) }, ...host.state.items];
  host.ring();
  await expect(page.getByRole('button', { name: '1 new document' })).toBeVisible();
  expect(await read.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: '1 new document' }).click();
  await expect(row(page, 'Scan_0042.pdf')).toBeInViewport();
});

test('the head sentence follows what happens, and is never green with a refusal', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 12 documents were accepted');
  const counts = { ...host.state.overview.counts, accepted: 11, refused: 1 };
  host.state.overview = { ...host.state.overview, counts, standing: 'needs-you' };
  host.ring();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All 12 documents reached your accountant; 1 was refused');
});

test('a folder is found by clicking through the engine’s disk where the host has no dialog', async ({ page, openStory }) => {
  const host = await openStory('no documents yet', { host: 'headless' });
  await page.getByRole('button', { name: 'Add a folder' }).click();
  await page.getByText('Sales', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  await dialog.getByRole('option', { name: 'Scans' }).click();
  await dialog.getByRole('option', { name: 'Ventes' }).waitFor();
  await expect(dialog.getByText('anne')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this folder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add a folder' }).click();
  await expect.poll(() => host.state.overview.folders.at(-1)).toMatchObject({ path: '/home/anne/Scans', importType: 'sales-invoices' });
});

test('what is in a new folder already is asked about, unless the person says to send it', async ({ page, openStory }) => {
  const host = await openStory('no documents yet');
  for (const existing of ['ask', 'send'] as const) {
    await page.getByRole('button', { name: 'Add a folder' }).click();
    const dialog = page.getByRole('dialog');
    const files = dialog.getByRole('radiogroup', { name: 'Files that are in it already' });
    await expect(files.getByRole('radio', { name: 'Ask me first' })).toBeChecked();
    if (existing === 'send') await files.getByText('Send them too').click();
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await dialog.getByRole('button', { name: 'Add a folder' }).click();
    await expect(dialog).toBeHidden();
    expect(host.state.overview.folders.at(-1)).toMatchObject({ path: '/home/anne/Scans/Achats', existing });
  }
});

test('at 200 % in a small window one thing stands below the other', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 450, height: 300 });
  await openStory('every state');
  await expect(page.getByRole('button', { name: 'Send all' })).toBeVisible();
  const list = await page.getByRole('grid').boundingBox();
  const companies = await page.getByRole('region', { name: 'Companies' }).boundingBox();
  expect(companies?.y).toBeGreaterThanOrEqual((list?.y ?? Number.NaN) + (list?.height ?? 0));
});
