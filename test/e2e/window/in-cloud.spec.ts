import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from './stories/story-page.ts';

const PLACE = { place: '#/documents' } as const;

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a file that is being fetched from the cloud, waits for that or did not come is said above the list: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('files in the cloud', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title.cloud') });
    const row = (name: string) => files.getByRole('listitem').filter({ hasText: name });
    await expect(row('SCN_0051.pdf')).toContainText(t('unfinished.fetch.fetching'));
    await expect(row('SCN_0052.pdf')).toContainText(t('unfinished.fetch.waiting'));
    await expect(row('Facture 2026-1187.pdf')).toContainText(t('unfinished.fetch.failed.in-cloud'));
    await expect(row('SCN_0051.pdf').getByRole('button')).toHaveCount(0);
  });

  test(`files that are in the cloud only are counted in one row, and fetched by one press of the keyboard: ${language}`, async ({
    page,
    openStory,
  }) => {
    await openStory('files in the cloud', { language, ...PLACE });
    const files = page.getByRole('region', { name: t('unfinished.title.cloud') });
    const twelve = t('unfinished.in-cloud', { count: 12 });
    await expect(files.getByText(twelve)).toBeVisible();
    await expect(files.getByText(t('unfinished.stubs', { count: 3 }))).toBeVisible();
    await files.getByRole('button', { name: `${t('unfinished.in-cloud.do')} – ${twelve}` }).press('Enter');
    await expect(files.getByText(t('unfinished.told.fetch', { count: 12 }))).toBeVisible();
    await expect(files.getByText(twelve)).toBeHidden();
    await expect(files.getByRole('button', { name: t('common.close') })).toBeFocused();
    // Only the cloud's own program can fetch the others.
    await files.getByRole('button', { name: t('unfinished.in-cloud.do') }).press('Enter');
    await expect(files.getByText(t('unfinished.stubs', { count: 3 }))).toBeVisible();
    await expect(files.getByRole('button', { name: t('unfinished.in-cloud.do') })).toHaveCount(0);
  });

  test(`a link to a folder is one quiet line at its folder: ${language}`, async ({ page, openStory }) => {
    await openStory('keychain locked', { language, place: '#/companies' });
    await expect(page.getByText(t('folders.linked', { count: 1, first: '2025/Archives du serveur' }))).toBeVisible();
  });
}
