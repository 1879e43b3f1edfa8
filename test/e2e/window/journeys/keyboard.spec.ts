import { expect, type Page } from 'playwright/test';
import { standingOf } from '#shared/app-api/needs-of.ts';
import { itemSchema } from '#shared/domain/item/item.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';
import type { WindowHost } from '#test/support/window/window-host.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { findViolations } from '../../axe.ts';
import { tabTo } from '../../headless/tab-to.ts';
import { dealtWith } from '../stories/story-items.ts';
import { changed, test } from '../stories/story-page.ts';

const NAME = 'Devis traiteur.pdf';

/** The service refuses the first scan of the company that was just connected. */
function refuse(host: WindowHost): void {
  const { state } = host;
  const refusal = dealtWith().find(({ name }) => name === NAME);
  const [company] = state.overview.companies;
  if (refusal?.state.kind !== 'refused' || company === undefined) throw new Error('the story has both');
  const { resolved: _, ...open } = refusal.state;
  state.items = [itemSchema.parse({ ...refusal, companyId: company.id, state: open })];
  const overview = { ...state.overview, counts: { ...state.overview.counts, refused: 1 } };
  state.overview = { ...overview, standing: standingOf(overview) };
  host.ring();
}

async function press(page: Page, role: 'button' | 'row', name: string): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: role !== 'row' }));
  await page.keyboard.press('Enter');
}

/** An empty form: the first field that is wrong is the one to fill in. */
async function connect(page: Page, t: Translate): Promise<void> {
  await press(page, 'button', t('invitation.by-hand'));
  const id = page.getByLabel(t('connect.integration-id'), { exact: true });
  await expect(id).toBeFocused();
  await press(page, 'button', t('connect.submit'));
  await expect(page.getByText(t('connect.integration-id.missing'))).toBeVisible();
  await expect(id).toBeFocused();
  await page.keyboard.insertText(storyId(77));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('connect.secret'), { exact: true })).toBeFocused();
  await page.keyboard.insertText('a secret');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('connect.name'))).toBeFocused();
  await page.keyboard.insertText('Chez Anne');
  await page.keyboard.press('Enter');
}

async function chooseFolders(page: Page, t: Translate): Promise<void> {
  await expect(page.getByRole('heading', { name: t('first-run.folders') })).toBeFocused();
  await press(page, 'button', t('folders.choose.purchase-invoices'));
  const list = page.getByRole('dialog').getByRole('listbox', { name: t('folders.browse.folders') });
  // Nothing is chosen yet.
  await expect(list).toBeFocused();
  await expect(page.getByRole('button', { name: t('folders.browse.take') })).toBeDisabled();
  // Typed letters find a folder by its name.
  await page.keyboard.type('sc');
  await expect(list.getByRole('option', { name: 'Scans' })).toBeFocused();
  await expect(list.getByRole('option', { name: 'Scans' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('option', { name: 'Achats' })).toBeVisible();
  await expect(list).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(list.getByRole('option', { name: 'Scans' })).toBeVisible();
  await page.keyboard.type('sc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { name: 'Achats' })).toBeFocused();
  await press(page, 'button', t('folders.browse.take-name', { name: 'Achats' }));
  await expect(page.getByRole('button', { name: t('folders.existing.ask') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: t('folders.choose.sales-invoices') })).toBeFocused();
  await press(page, 'button', t('common.continue'));
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`from the first start to a refusal dealt with, without a mouse, with the focus always where it goes on: ${language}`, async ({
    page,
    openState,
  }) => {
    const state = changed('first run', { language, host: 'headless' });
    const host = await openState(state);
    await connect(page, t);
    await chooseFolders(page, t);
    await expect(page.getByRole('heading', { name: t('first-run.first-scan') })).toBeFocused();
    refuse(host);
    await expect(page.getByText(t('first-run.seen.refused'))).toBeVisible();
    await press(page, 'button', t('first-run.to-overview'));

    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: t('frame.documents') }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await press(page, 'row', NAME);
    const panel = page.getByRole('complementary');
    await expect(panel).toBeFocused();
    await expect(panel.getByText(t('document.reason'))).toBeVisible();
    await press(page, 'button', t('document.settle-name', { name: NAME }));
    await expect(panel.getByText(t('state.resolved'))).toBeVisible();
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: NAME })).toBeFocused();
    expect(host.state.overview.counts.resolved).toBe(1);
  });
}

test('an answer given on the overview leaves the focus at its own undo, not nowhere', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('every state');
  const settle = page.getByRole('button', { name: t('document.settle-name', { name: 'Facture Métro 8812.pdf' }) });
  await tabTo(page, settle);
  await page.keyboard.press('Enter');
  await expect(settle).toBeHidden();
  await expect(page.getByRole('button', { name: `${t('told.undo')} – Facture Métro 8812.pdf` })).toBeFocused();
});

test('a window without trouble has no landmark with nothing in it', async ({ page, openStory }) => {
  await openStory('all accepted');
  const empty = await page.evaluate(() =>
    [...document.querySelectorAll('header, footer, aside, nav, main, section[aria-label], [role=region], [role=search]')]
      .filter((element) => element.checkVisibility() && (element.textContent ?? '').trim() === '')
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(empty).toEqual([]);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('without colours of ours a frame tells the chosen filter, and letters each company', async ({ page, openStory }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openStory('every state', { place: '#/documents' });
  const filters = page.getByRole('radiogroup').locator('label');
  await filters.first().waitFor();
  const [chosen, other] = await filters.evaluateAll((labels) =>
    [labels.find((label) => label.matches('[data-selected]')), labels.find((label) => !label.matches('[data-selected]'))].map((label) =>
      label === undefined ? 'none' : getComputedStyle(label).outlineStyle,
    ),
  );
  expect([chosen, other]).toEqual(['solid', 'none']);
  await page.getByRole('link', { name: translator('en')('frame.companies') }).click();
  const dots = page.locator('article h2 span[aria-hidden]');
  await expect(dots).toHaveCount(2);
  const shapes = await dots.evaluateAll((all) =>
    all.map((dot) => {
      const { borderTopStyle, color, backgroundColor } = getComputedStyle(dot);
      return { letters: dot.textContent, isSeen: borderTopStyle === 'solid' && color !== backgroundColor };
    }),
  );
  expect(shapes.length).toBe(2);
  expect(new Set(shapes.map(({ letters }) => letters)).size).toBe(2);
  expect(shapes.every(({ isSeen }) => isSeen)).toBe(true);
  expect(await findViolations(page)).toEqual([]);
});
