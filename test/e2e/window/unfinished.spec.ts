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
