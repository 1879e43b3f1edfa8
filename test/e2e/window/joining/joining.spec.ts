import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { conversionOf } from '#test/support/window/window-conversion.ts';
import { mark, PAGES } from '../stories/joining.ts';
import { test } from '../stories/story-page.ts';

const [ONE, TWO, THREE] = PAGES;
const NAME = 'IMG_2240 + 2.pdf';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`pictures are put in order, joined, checked and sent with the keyboard: ${language}`, async ({ page, openStory, complaints }) => {
    const host = await openStory('pictures to join', { language, place: '#/documents' });
    host.state.items = host.state.items.map((item) => (item.name === ONE ? { ...item, comment: 'page one' } : item));
    await mark(page, PAGES);
    await page.getByRole('button', { name: t('joining.do') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('joining.title', { count: 3 }) });
    const order = dialog.getByRole('listitem').locator('bdi');
    // In the order of their names at first.
    await expect(order).toHaveText([THREE, ONE, TWO]);
    await dialog.getByRole('button', { name: t('joining.down', { name: THREE }) }).press('Enter');
    await expect(order).toHaveText([ONE, THREE, TWO]);
    // The same button goes on until the end of the list, where the other one takes over.
    await expect(dialog.getByRole('button', { name: t('joining.down', { name: THREE }) })).toBeFocused();
    await expect(dialog.getByText(t('joining.moved', { name: THREE, place: 2, all: 3 }))).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(order).toHaveText([ONE, TWO, THREE]);
    await expect(dialog.getByRole('button', { name: t('joining.up', { name: THREE }) })).toBeFocused();
    await expect(dialog.getByText(t('joining.keeps'))).toBeVisible();
    // The PDF can be seen before it can be sent.
    await expect(dialog.locator('[data-drawn=true]')).toHaveCount(1);
    // It begins with the notes of its pictures, and says what the user makes of them.
    const note = dialog.getByRole('textbox', { name: t('document.note.optional') });
    await expect(note).toHaveValue('page one');
    await note.fill('three pages');
    await dialog.getByRole('button', { name: t('conversion.send') }).press('Enter');
    await expect(dialog).toBeHidden();

    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('heading', { name: NAME })).toBeVisible();
    await expect(panel.getByText(t('joining.chosen'))).toBeVisible();
    const joined = host.state.items.find(({ name }) => name === NAME);
    expect(joined?.conversion).toEqual(conversionOf('joined'));
    expect(joined?.comment).toBe('three pages');
    const parts = joined?.parts?.map(({ itemId }) => host.state.items.find(({ id }) => id === itemId)?.name);
    expect(parts).toEqual([ONE, TWO, THREE]);
    // From the document to its pages, and back.
    await panel.getByRole('button', { name: t('joining.open', { name: TWO }) }).press('Enter');
    await expect(panel.getByText(t('document.aside.joined.what'))).toBeVisible();
    await panel.getByRole('button', { name: t('joining.open', { name: NAME }) }).press('Enter');
    await panel.getByRole('button', { name: t('joining.undo') }).press('Enter');
    await expect(page.getByText(t('joining.undone'))).toBeVisible();
    await expect(panel.getByText(t('document.aside.undone.what'))).toBeVisible();
    expect(host.state.items.filter(({ state }) => state.kind === 'aside' && state.into === joined?.id)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test(`another order is another PDF, which is looked at anew: ${language}`, async ({ page, openStory }) => {
    await openStory('pictures to join', { language, place: '#/documents' });
    await mark(page, PAGES);
    await page.getByRole('button', { name: t('joining.do') }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: t('conversion.send') });
    // The keyboard is at the button once the PDF was seen.
    await expect(send).toBeFocused();
    await dialog.getByRole('button', { name: t('joining.up', { name: TWO }) }).click();
    await expect(send).toBeHidden();
    await expect(send).toBeEnabled();
  });

  test(`a picture that cannot be read is named, and nothing was sent: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('joining of a damaged picture', { language, place: '#/documents' });
    const before = host.state.items;
    await mark(page, PAGES);
    await page.getByRole('button', { name: t('joining.do') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText(ONE);
    await expect(dialog.getByRole('alert')).toContainText(t('joining.nothing-sent'));
    await expect(dialog.getByRole('alert')).toContainText(t('joining.advice.without'));
    await dialog
      .getByRole('button', { name: t('common.close') })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    expect(host.state.items).toEqual(before);
  });

  test(`what cannot be joined says why, and one document offers nothing: ${language}`, async ({ page, openStory }) => {
    await openStory('pictures to join', { language, place: '#/documents' });
    const join = page.getByRole('button', { name: t('joining.do') });
    await mark(page, [ONE]);
    await expect(page.getByRole('region', { name: t('list.marked.title') })).toBeVisible();
    await expect(join).toBeHidden();
    await mark(page, [TWO]);
    await expect(join).toBeEnabled();
    await mark(page, ['Devis plombier.pdf']);
    await expect(join).toBeDisabled();
    await expect(page.getByText(t('joining.why.not-pictures'))).toBeVisible();
  });

  test(`closing the dialog ends what is under way: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('joining under way', { language, place: '#/documents' });
    await mark(page, PAGES);
    await page.getByRole('button', { name: t('joining.do') }).click();
    await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => host.state.conversionsStopped).toBe(1);
  });

  test(`a PDF that was lost is made again from the same pictures in the same order: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('pictures to join', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: 'Reçu 1 + 1.pdf' }).click();
    await page.getByRole('button', { name: t('joining.again') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t('joining.title.again', { name: 'Reçu 1 + 1.pdf' }) });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: t('conversion.send') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(host.state.items.find(({ name }) => name === 'Reçu 1 + 1.pdf')?.state.kind).toBe('waiting');
  });
}
