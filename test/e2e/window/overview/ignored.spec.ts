import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { test } from '../stories/story-page.ts';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const name = 'lettre.docx';

  test(`a stray letter is ignored on the overview, and not after all by an undo: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('ignored and gone', { language });
    const entry = page.getByRole('region', { name: t('needs.title') }).getByRole('link', { name });
    await page.getByRole('button', { name: t('document.ignore-name', { name }) }).click();
    await expect(entry).toBeHidden();
    expect(host.state.items.find((item) => item.name === name)?.state).toMatchObject({ kind: 'aside', why: 'person' });
    await page.getByRole('button', { name: t('told.undo') }).click();
    await expect(entry).toBeVisible();
  });

  test(`an ignored document says what was open, and is no longer ignored by one press: ${language}`, async ({ page, openStory }) => {
    await openStory('ignored and gone', { language, place: '#/documents?show=aside' });
    await page.getByRole('row', { name: 'planning.xlsx' }).click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('state.aside.person'), { exact: true })).toBeVisible();
    await expect(panel.getByText(t('document.aside.person.what'))).toBeVisible();
    await panel.getByRole('button', { name: t('document.no-longer-ignore-name', { name: 'planning.xlsx' }) }).press('Enter');
    await expect(panel.getByRole('button', { name: t('document.ignore-name', { name: 'planning.xlsx' }) })).toBeVisible();
    await expect(panel).toBeFocused();
  });

  test(`a document gone before it was sent can be ignored, but not sent: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('ignored and gone', { language, place: '#/documents?show=held' });
    await expect(page.getByRole('row').getByText(t('state.held.gone'))).toBeVisible();
    await page.getByRole('row').click();
    const panel = page.getByRole('complementary');
    await expect(panel.getByText(t('question.gone.what'))).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.send-anyway') })).toBeHidden();
    await panel.getByRole('button', { name: t('document.ignore-name', { name: 'Facture loyer.pdf' }) }).click();
    await expect(panel.getByText(t('state.aside.person'), { exact: true })).toBeVisible();
    expect(host.state.overview.counts.held).toBe(0);
  });
}

test('an ignored file of which only the content is wrong can still be sent anyway', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('ignored and gone', { place: '#/documents?show=aside' });
  await page.getByRole('row', { name: 'coupe.pdf' }).click();
  await expect(page.getByRole('complementary').getByRole('button', { name: t('document.send-anyway') })).toBeVisible();
});

test('several documents are ignored at once, by the Delete key one by one, and taken back', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('every state', { place: '#/documents?show=unfit' });
  const unfit = () => host.state.overview.counts.unfit;
  const before = unfit();
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: t('list.marked.title') });
  await bar.getByRole('button', { name: t('document.ignore') }).click();
  await expect.poll(unfit).toBe(0);
  await expect(page.getByText(t('list.told.ignored', { count: before }))).toBeVisible();
  await expect(bar).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect.poll(unfit).toBe(before);
  await expect(page.getByRole('row')).toHaveCount(before);
  await page.getByRole('row').first().focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect.poll(unfit).toBe(before - 1);
  await expect(page.getByText(t('list.told.ignored', { count: 1 }))).toBeVisible();
});

test('files beside the folders are ignored by one press, and told again from the companies', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('strays');
  await page.getByRole('button', { name: t('document.ignore'), exact: true }).click();
  await expect(page.getByText(t('strays.title', { count: 5 }))).toBeHidden();
  await expect(page.getByText(t('strays.told.ignored', { count: 5 }))).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('frame.companies') })
    .click();
  await expect(page.getByText(t('strays.are-ignored', { count: 5 }))).toBeVisible();
  await page.getByRole('button', { name: t('document.no-longer-ignore') }).click();
  await expect(page.getByText(t('strays.are-ignored', { count: 5 }))).toBeHidden();
});
