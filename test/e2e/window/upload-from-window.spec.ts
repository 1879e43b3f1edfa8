import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { findViolations } from '../axe.ts';
import { dragFiles, dropFiles, filesToDrop as files, folderTarget as target } from './drop-files.ts';
import { test } from './stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;
const t = translator('en');
const card = (page: Page, language: 'en' | 'fr' = 'en') => page.getByRole('region', { name: translator(language)('upload.card') });
const notice = (page: Page, language: 'en' | 'fr' = 'en') => page.getByRole('region', { name: translator(language)('told.notice') });
const row = (page: Page, name: string) => page.getByRole('row', { name });

test('files dragged over the window show where they can go, and are in the list when they were dropped there', async ({
  page,
  openStory,
}) => {
  await openStory('all accepted', DOCUMENTS);
  const drag = await dragFiles(page, files(['Facture eau.pdf', 'Facture gaz.pdf']));
  await expect(page.getByText(t('upload.veil.title'))).toBeVisible();
  await drag.to(target('Purchases')(page));
  await drag.drop();
  await expect(page.getByText(t('upload.veil.title'))).toBeHidden();
  await expect(notice(page)).toContainText('2 files were added.');
  for (const name of ['Facture eau.pdf', 'Facture gaz.pdf']) await expect(row(page, name)).toContainText('Waiting');
  await notice(page)
    .getByRole('button', { name: t('common.close') })
    .click();
  await expect(notice(page)).toBeHidden();
});

test('a drag that leaves the window leaves nothing behind', async ({ page, openStory }) => {
  await openStory('all accepted');
  const drag = await dragFiles(page, files(['Facture eau.pdf']));
  await expect(page.locator('[data-drop-veil]')).toBeVisible();
  await drag.leave();
  await expect(page.locator('[data-drop-veil]')).toBeHidden();
  await expect(card(page)).toBeHidden();
});

test('files dropped beside the folders are asked about, with company and type', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await dropFiles(page, files(['Ticket.pdf']), () => page.getByText(t('upload.veil.hint')));
  const dialog = page.getByRole('dialog', { name: t('upload.add.title') });
  await expect(dialog).toContainText('1 file was dropped');
  await dialog.getByText('Sales', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add 1 file' }).click();
  await expect(row(page, 'Ticket.pdf')).toContainText('Sale');
});

for (const language of ['en', 'fr'] as const) {
  test(`what cannot be taken is told at once, by cause, with the next step, and nothing of it is added: ${language}`, async ({
    page,
    openStory,
  }) => {
    const say = translator(language);
    const host = await openStory('all accepted', { ...DOCUMENTS, language });
    const before = host.state.items.length;
    const [good = ''] = files(['Bonne.pdf']);
    const folder = join(good, '..', 'Scans de mai');
    mkdirSync(folder);
    const large = join(good, '..', 'Grand.pdf');
    writeFileSync(large, Buffer.alloc(6_000_000));
    const paths = [sampleFiles.gif.path, sampleFiles.noPages.path, sampleFiles.cutPdf.path, large, folder, good];
    await dropFiles(page, paths, target(say('import-type.folder.purchase-invoices')));
    await expect(card(page, language)).toContainText(say('upload.returned', { count: 5 }));
    for (const words of [
      say('problem.blank.what'),
      say('problem.blank.next'),
      say('problem.not-taken.next.gif'),
      say('problem.too-large.next'),
      say('upload.fault.a-folder.what'),
      say('upload.fault.a-folder.next'),
      'Scans de mai',
    ]) {
      await expect(card(page, language)).toContainText(words);
    }
    expect(host.state.items.length).toBe(before + 1);
    await expect(card(page, language).getByRole('button', { name: say('upload.again') })).toBeHidden();
  });
}

test('a full disk is told, the rest of the same folder is not tried in vain, and all go when there is room', async ({
  page,
  openStory,
}) => {
  const host = await openStory('all accepted', DOCUMENTS);
  host.state.windowUpload = { kind: 'full' };
  await dropFiles(page, files(['a.pdf', 'b.pdf', 'c.pdf']), target('Purchases'));
  await expect(card(page)).toContainText('3 files were not added.');
  await expect(card(page)).toContainText(t('upload.fault.full.what'));
  delete host.state.windowUpload;
  await card(page)
    .getByRole('button', { name: t('upload.again') })
    .click();
  await expect(notice(page)).toContainText('3 files were added.');
  await expect(row(page, 'c.pdf')).toBeVisible();
});

test('the way of many files is seen, goes on from page to page, and can be stopped', async ({ page, openStory }) => {
  const host = await openStory('all accepted', DOCUMENTS);
  host.state.windowUpload = 'slow';
  await dropFiles(page, files(['a.pdf', 'b.pdf', 'c.pdf']), target('Purchases'));
  await expect(card(page).getByRole('progressbar', { name: 'Adding file 1 of 3' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await card(page)
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await expect(card(page)).toContainText(t('upload.stopped'));
  expect(host.state.items.some(({ name }) => name === 'a.pdf')).toBe(false);
});

test('of more files than are taken at once it is said how many are left out, from which one on, and what to do with them', async ({
  page,
  openStory,
}) => {
  await openStory('slow files', DOCUMENTS);
  const paths = files(Array.from({ length: 1_003 }, (_, n) => `Facture ${1_001 + n}.pdf`));
  await dropFiles(page, paths, () => page.getByText(t('upload.veil.hint')));
  const dialog = page.getByRole('dialog', { name: t('upload.add.title') });
  await expect(dialog).toContainText('1,003 files were dropped');
  await expect(dialog).toContainText('3 files are left out');
  await dialog.getByRole('button', { name: 'Add 1,000 files' }).click();
  await expect(card(page).getByRole('progressbar', { name: 'Adding file 1 of 1,000' })).toBeVisible();
  const told = card(page).getByRole('status').filter({ hasText: 'so 3 files are left out.' });
  await expect(told).toContainText('Facture 2001.pdf');
  await expect(told).toContainText(t('upload.beyond.next'));
  await card(page)
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await expect(card(page)).toContainText(t('upload.stopped'));
  await expect(told).toBeVisible();
});

test('a file that is there already leads to its document', async ({ page, openStory }) => {
  await openStory('all accepted', DOCUMENTS);
  const [first = ''] = files(['Facture eau.pdf']);
  await dropFiles(page, [first], target('Purchases'));
  await expect(notice(page)).toContainText('1 file was added.');
  await dropFiles(page, [first], target('Purchases'));
  await expect(card(page)).toContainText(t('upload.fault.known.what'));
  await card(page)
    .getByRole('link', { name: t('upload.fault.known.open') })
    .click();
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Facture eau.pdf' })).toBeVisible();
});

for (const language of ['en', 'fr'] as const) {
  test(`with the keyboard alone a file is added from the overview: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    const host = await openStory('every state', { language });
    // Registered before the key is pressed: otherwise the event could come first.
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: say('upload.add') }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: say('upload.add.title') });
    await dialog.getByRole('radio', { name: say('import-type.folder.purchase-invoices') }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: say('upload.add.choose') }).focus();
    await page.keyboard.press('Enter');
    expect((await chooser).isMultiple()).toBe(true);
    await (await chooser).setFiles([...files(['Vente 12.pdf'])]);
    await expect(dialog).toBeHidden();
    await expect(notice(page, language)).toContainText(say('upload.copied', { count: 1 }));
    expect(host.state.items[0]).toMatchObject({ name: 'Vente 12.pdf', importType: 'sales-invoices' });
    await expect(page.getByRole('button', { name: say('upload.add') })).toBeFocused();
  });

  test(`a file that cannot be sent is replaced by a corrected one, and says so: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    const host = await openStory('every state', { ...DOCUMENTS, language });
    const chooser = page.waitForEvent('filechooser');
    await row(page, 'IMG_2231.heic').focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: say('upload.replace') }).focus();
    await page.keyboard.press('Enter');
    expect((await chooser).isMultiple()).toBe(false);
    await (await chooser).setFiles([...files(['IMG_2231.pdf'])]);
    // The corrected file may be added at once, or with a note first.
    const dialog = page.getByRole('dialog', { name: say('upload.replace.title', { name: 'IMG_2231.heic' }) });
    await expect(dialog.getByRole('button', { name: say('upload.replace.do') })).toBeFocused();
    for (const key of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
    await expect(dialog.getByRole('textbox', { name: say('document.note.optional') })).toBeFocused();
    await page.keyboard.type('As a PDF');
    expect(await findViolations(page)).toEqual([]);
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect(dialog).toBeHidden();
    await expect(panel).toContainText(say('document.aside.replaced.what'));
    await expect(panel).toContainText(say('document.replaced-by'));
    await panel.getByRole('button', { name: say('document.replaced-by.open') }).click();
    await expect(panel.getByRole('heading', { name: 'IMG_2231.pdf' })).toBeVisible();
    await expect(panel).toContainText(say('document.replaces'));
    await expect(panel).toContainText('As a PDF');
    expect(host.state.items[0]).toMatchObject({ name: 'IMG_2231.pdf', comment: 'As a PDF' });
  });

  test(`one note goes with all files that are added, with the keyboard alone: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    const host = await openStory('every state', { ...DOCUMENTS, language });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: say('upload.add') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: say('upload.add.title') });
    const field = dialog.getByRole('textbox', { name: say('upload.note.all') });
    const choose = dialog.getByRole('button', { name: say('upload.add.choose') });
    await field.focus();
    await page.keyboard.insertText('é'.repeat(1_003));
    await expect(field).toHaveAccessibleDescription(say('document.note.too-long', { count: 3, max: 1_000 }));
    await expect(choose).toBeDisabled();
    expect(await findViolations(page)).toEqual([]);
    for (const _ of '123') await page.keyboard.press('Backspace');
    await expect(choose).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Déjà payé');
    await page.keyboard.press('Enter');
    await page.keyboard.type('par carte');
    await choose.press('Enter');
    await (await chooser).setFiles([...files(['a.pdf', 'b.pdf'])]);
    await expect(dialog).toBeHidden();
    await expect(notice(page, language)).toContainText(say('upload.copied', { count: 2 }));
    expect(host.state.items.slice(0, 2).map(({ name, comment }) => [name, comment])).toEqual([
      ['b.pdf', 'Déjà payé\npar carte'],
      ['a.pdf', 'Déjà payé\npar carte'],
    ]);
  });

  test(`each file can have a note of its own, with the keyboard alone: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    const host = await openStory('every state', { ...DOCUMENTS, language });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: say('upload.add') }).press('Enter');
    const dialog = page.getByRole('dialog', { name: say('upload.add.title') });
    await dialog.getByRole('textbox', { name: say('upload.note.all') }).fill('for all');
    await dialog.getByRole('switch', { name: say('upload.note.each') }).press('Space');
    await dialog.getByRole('button', { name: say('upload.add.choose') }).press('Enter');
    await (await chooser).setFiles([...files(['a.pdf', 'b.pdf', 'c.pdf'])]);
    const note = (name: string) => dialog.getByRole('textbox', { name: say('upload.note.for', { name }) });
    // What was typed for all is where each begins, and the keyboard is at the first.
    await expect(note('a.pdf')).toBeFocused();
    await expect(note('c.pdf')).toHaveValue('for all');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('first');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: say('upload.add.do', { count: 3 }) }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(notice(page, language)).toContainText(say('upload.copied', { count: 3 }));
    expect(host.state.items.slice(0, 3).map(({ name, comment }) => [name, comment])).toEqual([
      ['c.pdf', 'for all'],
      ['b.pdf', undefined],
      ['a.pdf', 'first'],
    ]);
  });
}

test('a note with a file that was sent before, and is not sent again, is told to be too late', async ({ page, openStory }) => {
  const host = await openStory('all accepted', DOCUMENTS);
  host.state.notesAreLate = true;
  await dropFiles(page, files(['Ticket.pdf']), () => page.getByText(t('upload.veil.hint')));
  const dialog = page.getByRole('dialog', { name: t('upload.add.title') });
  await dialog.getByRole('textbox', { name: t('document.note.optional') }).fill('paid already');
  await dialog.getByRole('button', { name: 'Add 1 file' }).click();
  await expect(card(page)).toContainText('1 file was added.');
  await expect(card(page)).toContainText(t('upload.note.late.what'));
});

test('a refused document offers a corrected file first, and to send the same once more', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await row(page, 'Facture Métro 8812.pdf').click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByRole('button', { name: t('upload.replace') })).toBeVisible();
  await panel.getByText(t('refusal.more')).click();
  await expect(panel.getByRole('button', { name: t('document.send-again') })).toBeVisible();
});

test('a folder that cannot be reached takes nothing, and a window without folders says what comes first', async ({ page, openStory }) => {
  await openStory('keychain locked');
  const drag = await dragFiles(page, files(['a.pdf']));
  await expect(page.locator('[data-drop-veil]')).toContainText(t('upload.veil.away'));
  await expect(page.locator('[data-drop-veil] [data-folder]')).toHaveCount(1);
  await drag.leave();
});
