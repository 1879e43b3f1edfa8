import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { itemSchema } from '#shared/domain/item/item.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { scratchFolder } from '#test/support/folders.ts';
import type { WindowHost } from '#test/support/window/window-host.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { byHand, findViolations, openAdvanced } from '../axe.ts';
import { dropFiles } from './drop-files.ts';
import { everyState } from './stories/story-items.ts';
import { STORIES } from './stories/stories.ts';
import { test } from './stories/story-page.ts';

function aScan(name: string): string {
  const path = join(scratchFolder('first scan'), name);
  writeFileSync(path, aPdf(name));
  return path;
}

/** Enter in an incomplete form goes on to the next field, so the user needs no mouse for it. */
async function connect(page: Page, t: Translate): Promise<void> {
  await expect(page.getByLabel(t('connect.integration-id'), { exact: true })).toBeFocused();
  await page.keyboard.insertText(storyId(77));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('connect.secret'), { exact: true })).toBeFocused();
  await page.keyboard.insertText('a secret');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('connect.name'))).toBeFocused();
  await page.keyboard.insertText('Chez Anne');
  await page.keyboard.press('Enter');
}

async function toFirstScan(page: Page, t: Translate): Promise<void> {
  await byHand(page, t);
  await connect(page, t);
  await page.getByRole('button', { name: t('first-run.create') }).click();
  await expect(page.getByRole('heading', { name: t('first-run.first-scan') })).toBeFocused();
}

/** The newest document comes to this state, as the engine tells it. */
function becomes(host: WindowHost, kind: 'uploading' | 'awaiting' | 'accepted' | 'refused'): void {
  const [newest] = host.state.items;
  const state = everyState().find((item) => item.state.kind === kind)?.state;
  if (newest === undefined || state === undefined) throw new Error('the story has both');
  host.state.items = [itemSchema.parse({ ...newest, state })];
  host.ring();
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a sample document is followed in words until it is accepted: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('first run on a test service', { language });
    await toFirstScan(page, t);
    await page.getByRole('button', { name: t('first-run.sample') }).click();
    const way = page.getByRole('list', { name: t('first-run.stages') });
    const here = way.locator('[aria-current=step]');
    await expect(here).toHaveText(t('first-run.stage.found'));
    expect(host.state.items).toMatchObject([{ name: t('sample.name'), importType: 'purchase-invoices' }]);
    // The button that was pressed is gone, and the focus has gone on to a heading.
    await expect(page.getByRole('button', { name: t('first-run.sample') })).toBeHidden();
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main :is(h1, h2, h3)'))).toBe(true);
    for (const [kind, stage] of [
      ['uploading', 'under-way'],
      ['awaiting', 'received'],
      ['accepted', 'accepted'],
    ] as const) {
      becomes(host, kind);
      await expect(here).toHaveText(t(`first-run.stage.${stage}`));
      await expect(page.getByText(t(`first-run.seen.${stage}`))).toBeVisible();
    }
    await expect(way.locator('[data-done=true]')).toHaveCount(4);
    expect(await findViolations(page)).toEqual([]);
    becomes(host, 'refused');
    await expect(here).toHaveText(t('first-run.stage.refused'));
    await expect(page.getByText(t('first-run.seen.refused'))).toBeVisible();
    await page.getByRole('button', { name: t('first-run.to-overview') }).click();
    await expect(page).toHaveURL(/#\/overview/);
  });

  test(`a file that is chosen is asked about, as a purchase or as a sale: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('first run', { language });
    await toFirstScan(page, t);
    await expect(page.getByRole('heading', { name: t('first-run.drop') })).toBeVisible();
    // A real service gets no made-up document.
    await expect(page.getByRole('button', { name: t('first-run.sample') })).toHaveCount(0);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('first-run.choose-file') }).click();
    await (await chooser).setFiles(aScan('Facture.pdf'));
    const dialog = page.getByRole('dialog', { name: t('upload.add.title') });
    await dialog.getByText(t('import-type.folder.sales-invoices'), { exact: true }).click();
    await dialog.getByRole('button', { name: t('upload.add.do', { count: 1 }) }).click();
    await expect.poll(() => host.state.items).toMatchObject([{ name: 'Facture.pdf', importType: 'sales-invoices' }]);
  });

  test(`a file that is dropped goes into the folder that it is dropped on: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('first run', { language });
    await toFirstScan(page, t);
    const purchases = t('import-type.folder.purchase-invoices');
    await dropFiles(page, [aScan('Ticket.pdf')], (where) => where.locator('[data-drop-veil] [data-folder]', { hasText: purchases }));
    await expect.poll(() => host.state.items).toMatchObject([{ name: 'Ticket.pdf', importType: 'purchase-invoices' }]);
  });
}

test('a chosen file goes at once where there is only one folder for it', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('first run');
  host.state.chosenFolder = '/home/anne/Scans/Ventes';
  await byHand(page, t);
  await connect(page, t);
  await page.getByRole('button', { name: t('folders.choose.sales-invoices') }).click();
  await page.getByRole('button', { name: t('common.continue') }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('first-run.choose-file') }).click();
  await (await chooser).setFiles(aScan('Facture.pdf'));
  await expect.poll(() => host.state.items).toMatchObject([{ name: 'Facture.pdf', importType: 'sales-invoices' }]);
});

test('a sample that the folder does not take is told, and can be tried again', async ({ page, openStory }) => {
  const t = translator('fr');
  const host = await openStory('first run on a test service', { language: 'fr' });
  await toFirstScan(page, t);
  const { folders } = host.state.overview;
  host.state.overview = { ...host.state.overview, folders: folders.map((folder) => ({ ...folder, state: 'missing' })) };
  await page.getByRole('button', { name: t('first-run.sample') }).click();
  await expect(page.getByRole('alert')).toHaveText(t('first-run.sample.fault'));
  host.state.overview = { ...host.state.overview, folders };
  await page.getByRole('button', { name: t('first-run.sample') }).click();
  await expect(page.getByText(t('first-run.seen.found'))).toBeVisible();
});

const STEPS_MAX = 3;
const CLICKS_MAX = 5;
const WORDS_MAX = 120;

/** The words that a user sees on the page, without what only a screen reader says. */
function wordsOn(page: Page): Promise<number> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let count = 0;
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (parent === null || !parent.checkVisibility() || parent.closest('.off-screen, script, style') !== null) continue;
      count += (text.nodeValue ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    }
    return count;
  });
}

test(`in French the first start to the first scan takes ${STEPS_MAX} steps, at most ${CLICKS_MAX} clicks, and no page of more than ${WORDS_MAX} words`, async ({
  page,
  openStory,
}) => {
  const t = translator('fr');
  const host = await openStory('not set up', { language: 'fr' });
  await page.evaluate(() =>
    addEventListener(
      'pointerdown',
      () => (document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks'] ?? 0) + 1)),
      true,
    ),
  );
  const steps = new Set<string>();
  const words: number[] = [];
  const look = async (): Promise<void> => {
    steps.add(
      await page
        .getByRole('list', { name: t('first-run.steps') })
        .locator('[aria-current=step]')
        .innerText(),
    );
    words.push(await wordsOn(page));
  };
  const { service } = STORIES['first run on a test service']().settings;
  await openAdvanced(page, t);
  await page.getByLabel(t('installation.json'), { exact: true }).fill(JSON.stringify({ relayUrl: 'https://relay.example.com', service }));
  await look();
  await page.getByRole('button', { name: t('installation.save') }).click();
  await expect(page.getByLabel(t('connect.name'))).toBeVisible();
  await look();
  await page.getByLabel(t('connect.integration-id'), { exact: true }).focus();
  await connect(page, t);
  await expect(page.getByRole('button', { name: t('first-run.create') })).toBeVisible();
  await look();
  await page.getByRole('button', { name: t('first-run.create') }).click();
  await expect(page.getByRole('button', { name: t('first-run.sample') })).toBeVisible();
  await look();
  await page.getByRole('button', { name: t('first-run.sample') }).click();
  await expect(page.getByText(t('first-run.seen.found'))).toBeVisible();
  becomes(host, 'accepted');
  await expect(page.getByText(t('first-run.seen.accepted'))).toBeVisible();
  await look();
  await page.getByRole('button', { name: t('first-run.to-overview') }).click();
  await expect(page).toHaveURL(/#\/overview/);
  expect(Number(await page.evaluate(() => document.body.dataset['clicks']))).toBeLessThanOrEqual(CLICKS_MAX);
  expect(steps.size).toBeLessThanOrEqual(STEPS_MAX);
  expect(Math.max(...words), words.join(', ')).toBeLessThanOrEqual(WORDS_MAX);
  expect(Math.min(...words)).toBeGreaterThan(10);
});
