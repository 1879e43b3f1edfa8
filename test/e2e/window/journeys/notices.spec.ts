import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { findViolations } from '../../axe.ts';
import { refusals } from '../stories/connection-stories.ts';
import { changed, test } from '../stories/story-page.ts';

const notice = (page: Page, language: 'en' | 'fr' = 'en') => page.getByRole('region', { name: translator(language)('told.notice') });

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a refusal that is dealt with is told for ten seconds, in which it can be undone: ${language}`, async ({ page, openState }) => {
    await page.clock.install();
    const { state, refused } = refusals(changed('refusals dealt with', { language }));
    const host = await openState(state, '#/documents');
    const settle = async () => {
      await page.getByRole('row', { name: refused.name }).click();
      await page.getByRole('button', { name: t('document.settle-name', { name: refused.name }) }).click();
      await expect(notice(page, language)).toContainText(t('resolved.told', { name: refused.name }));
    };
    await settle();
    // The clock goes on by itself too, on a slow machine for seconds.
    await page.clock.runFor(1_000);
    await expect(notice(page, language)).toBeVisible();
    await notice(page, language).hover();
    await notice(page, language)
      .getByRole('button', { name: t('told.undo') })
      .click();
    await expect(notice(page, language)).toContainText(t('told.undone'));
    expect(host.state.overview.counts.resolved).toBe(0);
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_100);
    await expect(notice(page, language)).toBeHidden();
    await settle();
    await page.clock.runFor(5_100);
    await expect(notice(page, language)).toBeVisible();
    await page.clock.runFor(5_100);
    await expect(notice(page, language)).toBeHidden();
    expect(host.state.overview.counts.resolved).toBe(1);
  });

  test(`what is ignored is asked about again after an undo by the keyboard: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('every state', { language, place: '#/documents' });
    const name = 'Facture double.pdf';
    const question = () => host.state.items.find((item) => item.name === name)?.state;
    const before = question();
    await page.getByRole('searchbox').fill('double');
    await expect(page.getByRole('row')).toHaveCount(1);
    await page.getByRole('row', { name }).click();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: t('document.ignore-name', { name }) })
      .click();
    await expect(notice(page, language)).toContainText(t('list.told.ignored', { count: 1 }));
    expect(question()).toMatchObject({ kind: 'aside', why: 'user' });
    await page.keyboard.press('Control+z');
    await expect(notice(page, language)).toContainText(t('told.undone'));
    expect(question()).toEqual(before);
  });

  test(`what was set aside in the selection is held again by Ctrl+Z, exactly these, and how many is said: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('every state', { language, place: '#/documents?show=held' });
    const kinds = () => host.state.items.map(({ name, state }) => `${name} ${state.kind}`);
    const before = kinds();
    await page.getByRole('row').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await page
      .getByRole('region', { name: t('list.marked.title') })
      .getByRole('button', { name: t('document.ignore') })
      .click();
    await expect(notice(page, language)).toContainText(t('list.told.ignored', { count: 2 }));
    expect(kinds().filter((kind) => kind.endsWith(' aside')).length).toBe(before.filter((kind) => kind.endsWith(' aside')).length + 2);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(notice(page, language)).toContainText(t('told.undone'));
    expect(kinds()).toEqual(before);
  });

  test(`a document that was asked about is unanswered again after an undo, from its row and from its panel: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('every state', { language, place: '#/documents?show=no-answer' });
    const name = 'Facture Gaz octobre.pdf';
    const asked = () => host.state.items.filter((item) => item.state.kind === 'awaiting' && item.state.noAnswer?.askedAt === null).length;
    const before = asked();
    const button = page.getByRole('button', { name: t('document.asked-name', { name }) });
    await button.click();
    await expect(notice(page, language)).toContainText(t('document.asked.told', { name }));
    expect(asked()).toBe(before - 1);
    await notice(page, language)
      .getByRole('button', { name: t('told.undo') })
      .press('Enter');
    await expect(notice(page, language)).toContainText(t('told.undone'));
    expect(asked()).toBe(before);
    await page.getByRole('row', { name }).click();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: t('document.asked-name', { name }) })
      .click();
    // The notice of the undo before may still be there.
    await expect(notice(page, language)).toContainText(t('document.asked.told', { name }));
    await page.keyboard.press('ControlOrMeta+z');
    await expect(notice(page, language)).toContainText(t('told.undone'));
    expect(asked()).toBe(before);
  });
}

test('a notice stays while somebody points at it or has the focus in it, and then has the whole time again', async ({
  page,
  openState,
}) => {
  await page.clock.install();
  const t = translator('en');
  const { state, refused } = refusals(changed('refusals dealt with', {}));
  await openState(state, `#/documents/${refused.id}`);
  // In the smallest window it has to be in sight as well, and over the open document.
  await page.setViewportSize({ width: 450, height: 300 });
  const copy = page.getByRole('complementary').getByRole('button', { name: t('message.copy') });
  await copy.click();
  await notice(page).hover();
  await page.clock.runFor(20_000);
  await expect(notice(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  await expect(notice(page)).toBeVisible();
  await copy.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await notice(page)
    .getByRole('button', { name: t('common.close') })
    .focus();
  await page.clock.runFor(20_000);
  await expect(notice(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a notice that comes while somebody has the focus in the one before stays as well', async ({ page, openState }) => {
  await page.clock.install();
  const t = translator('en');
  const { state, refused } = refusals(changed('refusals dealt with', {}));
  await openState(state, `#/documents/${refused.id}`);
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: t('message.copy') }).focus();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText(t('refusal.copied'));
  await notice(page)
    .getByRole('button', { name: t('common.close') })
    .focus();
  // What a user started before may end only now: here without moving the focus.
  await panel
    .getByRole('button', { name: t('document.settle-name', { name: refused.name }) })
    .evaluate((button) => button instanceof HTMLElement && button.click());
  await expect(notice(page)).toContainText(t('resolved.told', { name: refused.name }));
  await page.clock.runFor(20_000);
  await expect(notice(page)).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.clock.runFor(10_100);
  await expect(notice(page)).toBeHidden();
});

test('added files are told below the page, over nothing, and in the right number', async ({ page, openStory }) => {
  await page.clock.install();
  const t = translator('en');
  await openStory('all accepted', { place: '#/documents' });
  const add = async (names: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('upload.add') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('upload.add.choose') })
      .click();
    await (await chooser).setFiles(names.map((name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(aPdf(name)) })));
  };
  await add(['Facture eau.pdf']);
  await expect(notice(page)).toContainText('1 file was added. It appears in the list within seconds.');
  for (const [width, height] of [
    [1280, 800],
    [450, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(notice(page)).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const bottom = await page.locator('main').evaluate((main) => main.getBoundingClientRect().bottom);
  expect((await notice(page).boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
  expect(await findViolations(page)).toEqual([]);
  await page.clock.runFor(5_100);
  await expect(notice(page)).toBeHidden();
  await add(['Facture gaz.pdf', 'Facture bois.pdf']);
  await expect(notice(page)).toContainText('2 files were added. They appear in the list within seconds.');
});

test('what went wrong stays until it is closed', async ({ page, openStory }) => {
  await page.clock.install();
  const t = translator('en');
  const host = await openStory('every state', { host: 'electron', place: '#/documents' });
  host.state.info = { ...host.state.info, host: 'headless' };
  await page.getByRole('row', { name: 'Facture Métro 8812.pdf' }).focus();
  await page.getByRole('button', { name: t('list.actions', { name: 'Facture Métro 8812.pdf' }) }).click();
  await page.getByRole('menuitem', { name: t('document.reveal') }).click();
  await expect(notice(page)).toContainText(t('document.reveal-none'));
  await page.clock.runFor(60_000);
  await expect(notice(page)).toBeVisible();
});
