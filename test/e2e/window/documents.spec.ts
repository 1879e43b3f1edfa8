import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../axe.ts';
import { dragFiles, dropFiles, filesToDrop } from './drop-files.ts';
import { ENTRIES_NAMES, PAIR_NAMES } from './stories/entries-stories.ts';
import { changed, test } from './stories/story-page.ts';

const DOCUMENTS = { place: '#/documents' } as const;
const COMPANIES = { place: '#/companies' } as const;

const row = (page: Page, name: string) => page.getByRole('row', { name });

test('the list is walked with the arrow keys, searched by letters, opened with Enter and left with Escape', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await row(page, 'Scan_0042.pdf').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Facture EDF novembre.pdf')).toBeFocused();
  await page.keyboard.type('tick');
  await expect(row(page, 'Ticket parking.jpg')).toBeFocused();
  for (let rows = 0; rows < 5 && !(await row(page, 'Facture Métro 8812.pdf').evaluate((one) => one === document.activeElement)); rows += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Document' });
  await expect(panel).toBeFocused();
  await expect(panel.getByText('La TVA n’apparaît pas')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row(page, 'Facture Métro 8812.pdf')).toBeFocused();
});

for (const language of ['en', 'fr'] as const) {
  const say = translator(language);

  test(`entries go into their own folder, scans into the others: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('entries', { ...DOCUMENTS, language });
    const offered = async (...names: string[]): Promise<readonly string[]> => {
      const drag = await dragFiles(page, filesToDrop(names));
      const targets = page.locator('[data-drop-veil] [data-folder]');
      await expect(targets.first()).toBeVisible();
      const words = await targets.locator('span').allTextContents();
      await drag.leave();
      await expect(targets).toHaveCount(0);
      return words;
    };
    const types = IMPORT_TYPES.map((type) => say(`import-type.folder.${type}`));
    expect(await offered('Paie.csv', 'Z.json')).toEqual(types.slice(2));
    expect(await offered('Facture.pdf', 'Ticket.jpg')).toEqual(types.slice(0, 2));
    expect(await offered('Paie.csv', 'Facture.pdf')).toEqual(types);
    const [csv = ''] = filesToDrop(['Paie.csv']);
    writeFileSync(csv, 'date;compte\n2026-11-30;641100\n');
    await dropFiles(page, [csv], () => page.getByText(say('upload.veil.hint.entries')));
    const dialog = page.getByRole('dialog', { name: say('upload.add.title') });
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await expect(dialog.getByRole('textbox')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: say('upload.add.do', { count: 1 }) }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => host.state.items[0]).toMatchObject({ name: 'Paie.csv', importType: 'entries' });
  });
}

for (const [language, theme] of [
  ['en', 'dark'],
  ['fr', 'light'],
] as const) {
  const say = translator(language);

  test(`the panel lists the errors of a file of entries, each where it stands: ${language}`, async ({ page, openStory }) => {
    await openStory('entries', { ...DOCUMENTS, language, theme });
    await row(page, ENTRIES_NAMES.faulty).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    const faults = panel.getByRole('list').first().getByRole('listitem');
    await expect(faults).toHaveCount(20);
    const sentence = language === 'en' ? /Is .?1,234,567\.89.? meant\?/ : /Faut-il lire .?1\u202f234\u202f567,89.?\s\?/;
    await expect(faults.nth(1).getByText(say('entries.place.name', { line: 18, name: 'Débit' }))).toBeVisible();
    await expect(faults.nth(1).getByText(sentence)).toBeVisible();
    await expect(faults.nth(5)).toContainText('دفعة أولى <b>');
    await expect(panel.getByText(say('entries.more', { count: 1_003 }), { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  test(`a person is led to the lines of entries, or ignores them, by keyboard, with their totals before them: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('entries', { ...DOCUMENTS, language, theme });
    const asked = () => host.state.items.find(({ name }) => name === ENTRIES_NAMES.asked)?.state.kind;
    await row(page, ENTRIES_NAMES.asked).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    const debit = language === 'en' ? '1,234,567.89' : '1\u202f234\u202f567,89';
    const totals = { count: 1_240, debit, credit: debit.replace(/9$/, '8') };
    await expect(panel.getByText(say('question.entries.what', totals))).toContainText(say('question.entries.warnings', { count: 2 }));
    const ignore = panel.getByRole('button', { name: say('document.ignore-name', { name: ENTRIES_NAMES.asked }) });
    const send = panel.getByRole('button', { name: `${say('entries-preview.open.check')} – ${ENTRIES_NAMES.asked}` });
    await expect(panel.getByRole('button', { name: `${say('document.send')} – ${ENTRIES_NAMES.asked}` })).toHaveCount(0);
    for (let steps = 0; steps < 10 && !(await send.evaluate((one) => one === document.activeElement)); steps += 1)
      await page.keyboard.press('Tab');
    await expect(send).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(ignore).toBeFocused();
    await page.keyboard.press('Space');
    await expect.poll(asked).toBe('aside');
    await panel.getByRole('button', { name: say('document.no-longer-ignore-name', { name: ENTRIES_NAMES.asked }) }).press('Enter');
    await expect.poll(asked).toBe('held');
    await send.press('Enter');
    await expect(page.getByRole('dialog', { name: say('entries-preview.title', { name: ENTRIES_NAMES.asked }) })).toBeVisible();
    expect(asked()).toBe('held');
  });
}

for (const [language, theme] of [
  ['en', 'light'],
  ['fr', 'dark'],
] as const) {
  const say = translator(language);

  test(`a scan says which entries it waits for, or what is wrong with them, and is sent without: ${language}`, async ({
    page,
    openStory,
  }, info) => {
    const host = await openStory('pairs', { ...DOCUMENTS, language, theme });
    const panel = page.getByRole('complementary');
    const look = async (name: string): Promise<void> => {
      await row(page, name).focus();
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('heading', { level: 2 })).toHaveText(name);
      await page.screenshot({ path: info.outputPath(`${name}-${language}.png`) });
    };
    // One press in a row never gives up entries that are there: only the panel says what can be done about them.
    const without = (name: string) => row(page, name).getByRole('button', { name: `${say('document.send-without-entries')} – ${name}` });
    await expect(without(PAIR_NAMES.awaiting)).toBeVisible();
    for (const name of [PAIR_NAMES.faulty, PAIR_NAMES.rows, PAIR_NAMES.several]) await expect(without(name)).toHaveCount(0);
    await look(PAIR_NAMES.faulty);
    await expect(panel.getByText(say('question.entries-missing.errors.what', { name: 'facture-119.json', count: 3 }))).toBeVisible();
    await expect(panel.getByText(say('entries.place.name', { line: 17, name: 'Date' }))).toBeVisible();
    // The file with the errors is one key away, and leads back to its scan.
    await expect(panel.getByRole('button', { name: `${say('entries-preview.open.errors')} – facture-119.json` })).toBeVisible();
    await panel.getByRole('button', { name: say('joining.open', { name: 'facture-119.json' }) }).press('Enter');
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText('facture-119.json');
    await expect(panel.getByText(say('document.aside.with-scan.what'))).toBeVisible();
    await expect(panel.getByRole('button', { name: `${say('entries-preview.open.errors')} – facture-119.json` })).toBeVisible();
    await panel.getByRole('button', { name: say('joining.open', { name: PAIR_NAMES.faulty }) }).press('Enter');
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText(PAIR_NAMES.faulty);
    await look(PAIR_NAMES.rows);
    await expect(panel.getByRole('button', { name: say('mapping.say'), exact: true })).toBeVisible();
    await look(PAIR_NAMES.sent);
    await expect(panel.getByRole('button', { name: `${say('entries-preview.open.look')} – ${PAIR_NAMES.sent}` })).toBeVisible();
    await look(PAIR_NAMES.several);
    const list = new Intl.ListFormat(language, { type: 'conjunction' });
    await expect(
      panel.getByText(say('question.entries-missing.several.what', { names: list.format(['facture-120.csv', 'facture-120.json']) })),
    ).toBeVisible();
    await look(PAIR_NAMES.asked);
    await expect(panel.getByText(say('question.pair.what', { name: 'facture-121.json' }))).toContainText(say('question.pair.again'));
    await look('facture-117.json');
    await expect(panel.getByText(say('problem.entries-late.what', { name: 'facture-117.pdf' }))).toBeVisible();
    await look('facture-122.json');
    await expect(panel.getByText(say('problem.entries-without-scan.what'))).toBeVisible();
    await look(PAIR_NAMES.awaiting);
    await expect(panel.getByText(say('question.entries-missing.what', { name: 'facture-118' }))).toBeVisible();
    await panel.getByRole('button', { name: `${say('document.send-without-entries')} – ${PAIR_NAMES.awaiting}` }).press('Enter');
    await expect.poll(() => host.state.items.find(({ name }) => name === PAIR_NAMES.awaiting)?.state.kind).toBe('waiting');
  });

  test(`a folder of scans is set to take entries beside them: ${language}`, async ({ page, openStory }, info) => {
    const host = await openStory('all accepted', { language, theme, place: '#/companies' });
    const folder = page.getByRole('listitem').filter({ hasText: '/home/anne/Scans/Achats' }).last();
    await folder.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: say('folders.settings') }).press('Enter');
    await page.getByText(say('folders.settings.pairs.expected'), { exact: true }).click();
    await page.screenshot({ path: info.outputPath(`settings-${language}.png`) });
    await page.getByRole('button', { name: say('folders.settings.save') }).press('Enter');
    await expect(folder).toContainText(say('folders.pairs.expected'));
    expect(host.state.overview.folders[0]?.pairs).toBe('expected');
  });
}

test('without a folder for entries, the window says what comes first', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  const drag = await dragFiles(page, filesToDrop(['Paie.csv']));
  await expect(page.getByText(translator('en')('upload.veil.none.entries'))).toBeVisible();
  await drag.drop();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('foreign text is shown as text', async ({ page, openStory }) => {
  await openStory('every state', DOCUMENTS);
  await page.getByText('To do', { exact: true }).click();
  await row(page, 'Facture Métro 8812.pdf').focus();
  await page.keyboard.type('<img');
  await expect(row(page, '<img src=x')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText('<img src=x onerror=alert(1)>.pdf');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('a yes to all held documents of a folder sends all of them, and no other question', async ({ page, openStory }) => {
  const host = await openStory('every state');
  await page.getByRole('button', { name: /^Choose what happens to/ }).click();
  await page.getByRole('radiogroup').getByText('Send all 3', { exact: true }).click();
  await page.getByRole('button', { name: 'Send 3 documents' }).click();
  const bulkArrivals = () => host.state.items.filter(({ state }) => state.kind === 'held' && state.question.kind === 'bulk-arrival');
  await expect.poll(bulkArrivals).toEqual([]);
  expect(host.state.items.find(({ name }) => name === 'Facture double.pdf')?.state.kind).toBe('held');
});

test('one held document is sent from its row', async ({ page, openStory }) => {
  const host = await openStory('every state', DOCUMENTS);
  await page.getByText('To do', { exact: true }).click();
  const send = page.getByRole('button', { name: 'Send – Ancienne facture 2.pdf' });
  // Only visible rows exist: the wheel brings it.
  await page.getByRole('grid').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(send).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [50] });
  await send.scrollIntoViewIfNeeded();
  // While a list scrolls it accepts no clicks.
  await page.waitForTimeout(500);
  await send.click();
  await expect.poll(() => host.state.items.find(({ name }) => name === 'Ancienne facture 2.pdf')?.state.kind).toBe('waiting');
});

test('the head sentence follows what happens, and is never green with a refusal', async ({ page, openStory }) => {
  const host = await openStory('all accepted');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All is up to date');
  const counts = { ...host.state.overview.counts, accepted: 11, refused: 1 };
  host.state.overview = { ...host.state.overview, counts };
  host.ring();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 thing to do');
});

test('a folder is found by clicking through the engine’s disk where the host has no dialog', async ({ page, openStory }) => {
  const host = await openStory('no documents yet', { ...COMPANIES, host: 'headless' });
  await page.getByRole('button', { name: 'Add a folder' }).click();
  await page.getByText('Sales', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  await expect(dialog.getByText('anne')).toBeVisible();
  await dialog.getByRole('option', { name: 'Scans' }).dblclick();
  await dialog.getByRole('option', { name: 'Ventes' }).waitFor();
  await dialog.getByRole('button', { name: /^Use .?Scans/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add a folder' }).click();
  await expect.poll(() => host.state.overview.folders.at(-1)).toMatchObject({ path: '/home/anne/Scans', importType: 'sales-invoices' });
});

test('what is in a new folder already is asked about, unless the person says to send it', async ({ page, openStory }) => {
  const host = await openStory('no documents yet', COMPANIES);
  const answers = { ask: 'Use it, and ask me about them', send: 'Use it, and send them too' } as const;
  for (const existing of ['ask', 'send'] as const) {
    await page.getByRole('button', { name: 'Add a folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click();
    await dialog.getByRole('button', { name: answers[existing] }).click();
    await expect(dialog).toBeHidden();
    expect(host.state.overview.folders.at(-1)).toMatchObject({ path: '/home/anne/Scans/Achats', existing });
  }
});

test('at 200 % in a small window the places stand beside the list as icons, and the list has room', async ({ page, openStory }) => {
  await page.setViewportSize({ width: 450, height: 300 });
  await openStory('every state', DOCUMENTS);
  const places = await page.getByRole('navigation').boundingBox();
  const list = await page.getByRole('grid').boundingBox();
  expect(list?.x).toBeGreaterThanOrEqual((places?.x ?? Number.NaN) + (places?.width ?? 0));
  expect(list?.width).toBeGreaterThan(350);
  expect(list?.height).toBeGreaterThan(200);
});

for (const [language, host] of [
  ['en', 'electron'],
  ['fr', 'headless'],
] as const) {
  test(`the proof of a document that left is saved from its panel, and nothing else has one: ${host}`, async ({ page, openState }) => {
    const t = translator(language);
    const state = changed('every state', { language, host });
    const [accepted, unfit] = ['accepted', 'unfit'].map((kind) => state.items.find((item) => item.state.kind === kind));
    await openState(state, `#/documents/${accepted?.id}`);
    const save = page.getByRole('complementary').getByRole('button', { name: t('document.save-proof') });
    const download = host === 'headless' ? page.waitForEvent('download') : null;
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: t('document.save-proof.saved') })).toBeVisible();
    if (download !== null) {
      expect((await download).suggestedFilename()).toMatch(/^Preuve .*\.zip$/);
      expect(readFileSync(await (await download).path()).length).toBeGreaterThan(0);
    }
    expect(await findViolations(page)).toEqual([]);
    await page.evaluate((hash) => (window.location.hash = hash), `#/documents/${unfit?.id}`);
    await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText(unfit?.name ?? '');
    await expect(save).toBeHidden();
  });
}
