import { expect } from 'playwright/test';
import { mappingSha256 } from '#electron/intake/inspect/mapped-file.ts';
import { translator } from '#shared/i18n/translate.ts';
import { tabTo } from '../../headless/tab-to.ts';
import { CORRECTED_NAMES, correctedMapping } from '../stories/mapping-stories.ts';
import { OPENINGS } from '../stories/openings.ts';
import { test } from '../stories/story-page.ts';

const name = CORRECTED_NAMES.accepted;
const PLAIN = /[\u2066-\u2069]/g;

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`what was accepted before a correction is sent once more by keyboard, after a tick that it is booked twice: ${language}`, async ({
    page,
    openStory,
    complaints,
  }) => {
    const host = await openStory('columns corrected since', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: name }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await expect(panel).toContainText(t('entries-preview.corrected'));
    const opener = panel.getByRole('button', { name: `${t('entries-preview.open.corrected')} – ${name}` });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const preview = page.getByRole('dialog', { name: t('entries-preview.title', { name }) });
    await expect(preview).toContainText(t('entries-preview.anew'));
    await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '2' }));
    const words = (await preview.innerText()).replaceAll(PLAIN, '').replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(words).toContain(language === 'en' ? '512000 is debited with 12,345.67 €' : '512000 est débité de 12 345,67 €');
    const send = preview.getByRole('button', { name: language === 'en' ? /^Send 156 lines/ : /^Envoyer 156 lignes/ });
    await expect(send).toBeDisabled();
    await expect(preview.getByRole('checkbox', { name: t('entries-preview.by-itself') })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    const tick = preview.getByRole('checkbox', { name: t('entries-preview.anew.confirm') });
    await tabTo(page, tick);
    await page.keyboard.press('Space');
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await expect(preview).toBeHidden();
    await expect(page.getByText(t('entries-preview.told', { count: 156 }))).toBeVisible();
    await expect(opener).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveCount(1);
    expect(host.state.consents).toMatchObject([
      { name, lines: 156, choice: { withoutJournals: [], withoutLines: [] }, byItself: false, twice: true },
    ]);
    expect(host.state.items.find((item) => item.name === name)).toMatchObject({
      resubmission: 1,
      state: { kind: 'waiting' },
      entries: { mappingSha256: mappingSha256(correctedMapping()) },
    });
    expect(complaints).toEqual([]);
  });
}

const t = translator('en');

test('what was accepted is only looked at as it was sent, and read anew when the columns are corrected while it is open', async ({
  page,
  openStory,
}) => {
  const host = await openStory('columns corrected since', { place: '#/documents' });
  await page.getByRole('row').filter({ hasText: name }).click();
  const preview = page.getByRole('dialog', { name: t('entries-preview.title', { name }) });
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: `${t('entries-preview.open.look')} – ${name}` }).press('Enter');
  await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '1' }));
  await expect(preview).toContainText(t('entries-preview.sent.same'));
  await expect(preview.getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: `${t('entries-preview.open.corrected')} – ${name}` }).press('Enter');
  await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '2' }));
  await preview.getByRole('button', { name: t('mapping.correct') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('mapping.title', { name }) });
  await dialog.getByRole('switch', { name: t('mapping.names') }).press('Space');
  await dialog.getByRole('button', { name: t('common.save') }).press('Enter');
  await expect(preview).toContainText(t('entries-preview.mapping.version', { version: '3' }));
  await expect(preview).toContainText(t('entries-preview.mapping.labels'));
  // Columns that do not fit it say so, and nothing can be sent.
  const misfit = { ...correctedMapping(), headings: ['A', 'B'] };
  const entries = { mapping: { version: 4, sha256: mappingSha256(misfit), madeAt: host.state.overview.now }, byItself: null };
  host.state.mappings = [...(host.state.mappings ?? []), misfit];
  const { folders } = host.state.overview;
  host.state.overview = {
    ...host.state.overview,
    folders: folders.map((one) => (one.importType === 'entries' ? { ...one, entries } : one)),
  };
  host.ring();
  await expect(preview.getByRole('alert')).toContainText(t('entries-preview.anew.misfit'));
  await expect(preview.getByRole('button', { name: /^Send/ })).toHaveCount(0);
});

test('a refused file is sent again by the corrected columns, after its lines were shown', async ({ page, openStory }) => {
  const opening = OPENINGS['a refused file whose columns were corrected'];
  await openStory(opening.story, {});
  await opening.open(page, t);
  await expect(page.getByRole('alertdialog')).toContainText(t('entries-preview.corrected.refused'));
  await expect(page.getByRole('alertdialog')).not.toContainText(t('document.send-again.same'));
});
