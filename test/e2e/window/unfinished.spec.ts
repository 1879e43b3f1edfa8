import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { plus } from '#shared/lib/duration.ts';
import { NOW } from './stories/stories.ts';
import { test } from './stories/story-page.ts';

const PLACE = { place: '#/documents' } as const;

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a scan that is not complete stands above the list, and is sent as it is with the keyboard: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('unfinished files', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title') });
    const row = files.getByRole('listitem').filter({ hasText: 'SCN_0041.pdf' });
    await expect(row).toContainText(/412\s(kB|ko)/);
    await expect(row.getByRole('time')).toHaveAttribute('datetime', new Date(NOW - 4 * 60_000).toISOString());
    await expect(files.getByText(t('unfinished.more', { count: 3 }))).toBeVisible();
    await page.getByRole('button', { name: t('register.export') }).focus();
    await page.keyboard.press('Tab');
    await expect(row.getByRole('button', { name: `${t('unfinished.send')} – SCN_0041.pdf` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(files.getByText(t('unfinished.told.taken', { name: 'SCN_0041.pdf' }))).toBeVisible();
    await expect(row).toBeHidden();
    await expect(files.getByRole('button', { name: t('common.close') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(files.getByText(t('unfinished.told.taken', { name: 'SCN_0041.pdf' }))).toBeHidden();
  });

  test(`one that goes on being written, or is empty, cannot be sent; what came of a try is said: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('unfinished files', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title') });
    await expect(files.getByRole('button')).toHaveCount(2);
    const send = files.getByRole('button', { name: `${t('unfinished.send')} – SCN_0041.pdf` });
    for (const became of ['changed', 'unreadable', 'too-soon', 'not-fit'] as const) {
      host.state.asItIs = became;
      await send.press('Enter');
      await expect(files.getByText(t(`unfinished.told.${became}`, { name: 'SCN_0041.pdf' }))).toBeVisible();
    }
    host.state.overview = { ...host.state.overview, unfinished: [] };
    await send.press('Enter');
    await expect(files.getByText(t('unfinished.told.gone', { name: 'SCN_0041.pdf' }))).toBeVisible();
  });
}

test('the button comes after a minute', async ({ page, openStory }) => {
  const host = await openStory('unfinished files', PLACE);
  const row = page.getByRole('listitem').filter({ hasText: 'neuf.pdf' });
  const [folder] = host.state.overview.folders;
  if (folder === undefined) throw new Error('the story has folders');
  const file = { path: 'neuf.pdf', name: 'neuf.pdf', isSendable: true };
  const show = (bytes: number, agoMs: number) => {
    const files = [{ ...file, bytes, since: plus(NOW, -agoMs) }];
    host.state.overview = { ...host.state.overview, unfinished: [{ folderId: folder.id, files, more: 0 }] };
    host.ring();
  };
  show(9_000, 20_000);
  await expect(row).toContainText('9 kB');
  await expect(row.getByRole('button')).toHaveCount(0);
  show(10_000, 60_000);
  await expect(row).toContainText('10 kB');
  await expect(row.getByRole('button', { name: 'Send as it is – neuf.pdf' })).toBeVisible();
});

test('they stand over all documents and those under way, and over nothing else that the list is narrowed to', async ({
  page,
  openStory,
}) => {
  await openStory('unfinished files', PLACE);
  const files = page.getByRole('region', { name: 'Being written, or not complete' });
  await expect(files).toBeVisible();
  await page.getByRole('radiogroup').getByText('Under way', { exact: true }).click();
  await expect(files).toBeVisible();
  await page.getByRole('radiogroup').getByText('Refused', { exact: true }).click();
  await expect(files).toBeHidden();
});

const REFUSED = 'Devis peinture.pdf';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`an answer without proof is shown as what the relay says, and taken by a press: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('unproven answers', { language });
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Facture eau octobre.pdf', 'Facture Métro 9120.pdf', REFUSED]);
    await page.getByRole('link', { name: REFUSED }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('unproven.refused.what'))).toBeVisible();
    await expect(panel.getByText(t('unproven.why'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.take-name.refused', { name: REFUSED }) }).press('Enter');
    await expect(panel.getByText(t('unproven.taken'))).toBeVisible();
    expect(host.state.overview.counts).toMatchObject({ refused: 1, unproven: 2 });
    await panel.getByText(t('refusal.more')).click();
    await expect(panel.getByRole('button', { name: t('document.send-again'), exact: true })).toBeHidden();
    await panel.getByRole('button', { name: t('document.want-again') }).press('Enter');
    await expect(panel.getByRole('button', { name: t('document.send-again'), exact: true })).toBeVisible();
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  test(`all that say accepted are taken at once from the overview, after a second thought: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('unproven answers', { language });
    await page.getByRole('button', { name: t('needs.take-accepted', { count: 2 }) }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(t('list.confirm.take.text'))).toBeVisible();
    await dialog.getByRole('button', { name: t('list.take-accepted') }).click();
    await expect.poll(() => host.state.overview.counts).toMatchObject({ accepted: 6, refused: 0, unproven: 1 });
  });
}

test('what was taken stays marked in the list, and what replaced it says so', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('unproven answers taken', { place: '#/documents' });
  const marks = page.getByRole('row').getByText(/unproven, taken on/);
  await expect(marks).toHaveCount(2);
  await page.getByRole('row').filter({ hasText: 'Facture gaz.pdf' }).click();
  await expect(page.getByRole('complementary').getByText(t('unproven.contradicted'))).toBeVisible();
});

test('a refusal that was taken is marked on the overview, and a proven one is not', async ({ page, openStory }) => {
  await openStory('unproven answers taken');
  const line = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .last();
  await expect(line(REFUSED)).toContainText('Refused – unproven, taken on');
  await expect(line('Facture gaz.pdf')).toBeVisible();
  await expect(line('Facture gaz.pdf')).not.toContainText('unproven');
});

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const name = 'Devis traiteur.pdf';

  test(`a refusal is dealt with by one press, on the overview, and not after all by another: ${language}`, async ({ page, openStory }) => {
    await openStory('refusals dealt with', { language });
    const head = page.getByRole('heading', { level: 1 });
    await expect(head).toHaveText(t('status.good'));
    await expect(page.getByText(t('needs.none'), { exact: true })).toBeVisible();
    await page.getByRole('link', { name }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('state.resolved'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.unsettle-name', { name }) }).click();
    await expect(panel.getByRole('button', { name: t('document.settle-name', { name }) })).toBeVisible();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('frame.overview') })
      .click();
    await expect(head).toHaveText(t('status.to-do', { count: 1 }));
    await page.getByRole('button', { name: t('document.settle-name', { name }) }).click();
    await expect(head).toHaveText(t('status.good'));
    await page.getByRole('button', { name: `${t('told.undo')} – ${name}` }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([name]);
    await expect(head).toHaveText(t('status.to-do', { count: 1 }));
  });
}

test('several refusals are marked in the list and dealt with at once, which leaves them among the refused', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('refusals dealt with', { place: '#/documents?show=refused' });
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: t('list.marked.title') });
  await expect(bar.getByRole('button', { name: t('document.send-again') })).toBeDisabled();
  const unresolve = bar.getByRole('button', { name: t('document.unsettle') });
  await unresolve.click();
  await expect.poll(() => host.state.overview.counts.resolved).toBe(0);
  await expect(unresolve).toBeHidden();
  await bar
    .getByRole('button', { name: t('document.settle'), exact: false })
    .last()
    .click();
  await expect.poll(() => host.state.overview.counts.resolved).toBe(2);
  await expect(page.getByText(t('list.told.resolved', { count: 2 }))).toBeVisible();
  await expect(page.getByRole('row').getByText(t('state.resolved'))).toHaveCount(2);
});
