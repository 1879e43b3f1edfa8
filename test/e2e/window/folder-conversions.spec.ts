import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const photos = /HEIC, AVIF.* WebP/u;
  const tiff = t('folders.settings.convert.tiff');

  test(`a folder converts nothing by itself until that is ticked, and says so in its line: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('all accepted', { language, place: '#/companies' });
    const converts = () => host.state.overview.folders[0]?.converts;
    const row = page.getByRole('listitem').filter({ hasText: '/home/anne/Scans/Achats' }).last();
    const settings = async () => {
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: t('folders.settings') }).click();
    };
    await settings();
    const group = page.getByRole('group', { name: t('folders.settings.convert') });
    await expect(group).toHaveAccessibleDescription(t('folders.settings.convert.text'));
    await expect(group.getByRole('switch', { checked: true })).toHaveCount(0);
    await expect(group.getByRole('switch')).toHaveCount(3);
    await group.getByText(photos).click();
    await group.getByText(tiff, { exact: true }).click();
    await page.getByRole('button', { name: t('folders.settings.save') }).click();
    const { now } = host.state.overview;
    await expect.poll(converts).toEqual({ photos: now, tiff: now, 'too-large': null });
    const kinds = language === 'en' ? 'photos and TIFF' : 'photos et TIFF';
    await expect(row).toContainText(t('folders.converts', { kinds }));
    await settings();
    await expect(group.getByRole('switch', { name: photos })).toBeChecked();
    await group.getByText(photos).click();
    await page.getByRole('button', { name: t('folders.settings.save') }).click();
    await expect.poll(converts).toEqual({ photos: null, tiff: now, 'too-large': null });
  });

  test(`a document says that it is, and was, converted as the folder is set, and asks for nothing: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('converted by itself', { language, place: '#/documents' });
    await page.getByText('SCN_0094.tiff', { exact: true }).click();
    await expect(page.getByText(t('conversion.to-be-made'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('conversion.do.format') })).toHaveCount(0);
    await page.getByText('IMG_2250.heic', { exact: true }).first().click();
    await expect(page.getByText(t('conversion.by-folder'))).toBeVisible();
    await expect(page.getByText(t('conversion.chosen'))).toHaveCount(0);
  });
}
