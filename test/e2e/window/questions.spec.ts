import { expect, type Page } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { findViolations } from '../axe.ts';
import { openIt } from './stories/openings.ts';
import { changed, test } from './stories/story-page.ts';

const FOLDER = { folder: '…/Scans/Achats' };
const TYPE = `#/question/type/${storyId(170)}`;

/** The three documents of a folder that wait for one answer, written on these days. */
function writtenOn(days: readonly string[], language: 'en' | 'fr') {
  const state = changed('every state', { language });
  let at = 0;
  const items = state.items.map((item) =>
    item.name.startsWith('Ancienne facture') ? { ...item, foundAt: wallMs(new Date(`${days[at++]}T12:00`).getTime()) } : item,
  );
  expect(at).toBe(days.length);
  return { ...state, items };
}

/** A notice is read once: there is one live region that says it. */
async function expectTold(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
}

for (const [width, height] of [
  [640, 400],
  [450, 300],
] as const) {
  test(`the calendar is whole or scrolls in a window of ${width} × ${height}, and closes when that becomes another`, async ({
    page,
    openStory,
  }) => {
    await page.setViewportSize({ width, height });
    await openStory('every state');
    await openIt(page, 'a bulk question with the calendar', 'en');
    const calendar = page.getByRole('dialog');
    const last = calendar.getByRole('gridcell').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)).toBe(0);
    await page.setViewportSize({ width: width + 40, height });
    await expect(calendar).toBeHidden();
  });
}

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`nothing is chosen at first, and the button says what it will do: ${language}`, async ({ page, openState }) => {
    const host = await openState(writtenOn(['2026-01-05', '2026-06-07', '2026-11-18'], language));
    await page.getByRole('button', { name: t('bulk-arrival.choose-name', FOLDER) }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('bulk-arrival.what', { count: 3 }));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('common.continue') })).toBeDisabled();
    await expect(page.getByText(t('bulk-arrival.first.answer'))).toBeVisible();
    await page.getByRole('radiogroup').getByText(t('bulk-arrival.since'), { exact: true }).click();
    await expect(page.getByText(t('bulk-arrival.first.day'))).toBeVisible();
    await page.getByRole('spinbutton').first().click();
    await page.keyboard.type(language === 'fr' ? '07062026' : '07062026');
    await expect(page.getByText(t('bulk-arrival.going', { count: 2 }))).toBeVisible();
    await expect(page.getByText(t('bulk-arrival.older', { count: 1 }))).toBeVisible();
    await page.getByRole('button', { name: t('bulk-arrival.do.send', { count: 2 }) }).click();
    await expectTold(page, t('bulk-arrival.told.split', { sent: '2', count: 1 }));
    expect(host.state.items.filter(({ state }) => state.kind === 'aside' && state.why === 'user')).toHaveLength(1);
    // The next question follows, and is read.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('type-question.title'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test(`“don’t send them” is answered by the keyboard alone, and taken back: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('purchase or sale', { language });
    const count = 70;
    await page.getByRole('button', { name: t('bulk-arrival.choose-name', FOLDER) }).press('Enter');
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: t('bulk-arrival.do.none', { count }) }).press('Enter');
    await expectTold(page, t('bulk-arrival.told.none', { count }));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(host.state.items.filter(({ state }) => state.kind === 'aside')).toHaveLength(count);
    await page.keyboard.press('Control+z');
    await expectTold(page, t('told.undone'));
    expect(host.state.items.filter(({ state }) => state.kind === 'aside')).toHaveLength(0);
  });

  test(`all of a folder are seen in the list, which says so: ${language}`, async ({ page, openStory }) => {
    await openStory('purchase or sale', { language });
    await page.getByRole('button', { name: t('bulk-arrival.choose-name', FOLDER) }).click();
    await page.getByRole('link', { name: t('bulk-arrival.see-all', { count: 70 }) }).click();
    await expect(page.getByText(t('documents.count', { count: 70 }))).toBeVisible();
    await expect(page.getByRole('button', { name: t('list.chip.remove', { words: t('list.chip.arrival') }) })).toBeVisible();
    await page.getByRole('button', { name: t('list.clear') }).click();
    await expect(page.getByRole('button', { name: t('list.chip.remove', { words: t('list.chip.arrival') }) })).toBeHidden();
  });

  test(`“purchase or sale?” says what each answer does, and writes to the accountant about what is gone: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('purchase or sale', { language, place: TYPE });
    const purchases = page.getByRole('region', { name: t('type-question.folder', { type: t('import-type.folder.purchase-invoices') }) });
    await expect(purchases).toContainText(t('state.accepted'));
    await expect(purchases).toContainText(t('type-question.other.accepted'));
    const other = t('import-type.folder.purchase-invoices');
    await expect(page.getByText(t('type-question.this.accepted', { other }))).toBeVisible();
    await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).press('Enter');
    await expect(page.getByRole('heading', { name: t('type-question.remove') })).toBeFocused();
    const words = { right: t('type-question.is.sales-invoices'), wrong: t('type-question.is.purchase-invoices') };
    await expect(page.locator('pre')).toContainText(t('type-question.message', words).replaceAll(/[\u2066-\u2069]/g, ''));
    const kinds = [170, 171].map((id) => host.state.items.find((item) => item.id === storyId(id))?.state.kind);
    expect(kinds).toEqual(['waiting', 'accepted']);
  });

  test(`a purchase that is not sent yet is ignored with the answer “it is a sale”, and the next question follows: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('purchase or sale', { language, place: `#/question/type/${storyId(172)}` });
    await page.getByRole('button', { name: t('type-question.answer.sales-invoices') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('bulk-arrival.what', { count: 70 }));
    const kinds = [172, 173].map((id) => host.state.items.find((item) => item.id === storyId(id))?.state.kind);
    expect(kinds).toEqual(['waiting', 'aside']);
  });

  test(`“it is a purchase” is taken back by Undo: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('purchase or sale', { language, place: TYPE });
    await page.getByRole('button', { name: t('type-question.answer.purchase-invoices') }).click();
    await page.getByRole('button', { name: t('told.undo') }).click();
    await expectTold(page, t('told.undone'));
    expect(host.state.items.find(({ id }) => id === storyId(170))?.state.kind).toBe('held');
  });

  test(`previous, next and “decide later” go round all open questions: ${language}`, async ({ page, openStory }) => {
    await openStory('purchase or sale', { language, place: TYPE });
    await expect(page.getByText(t('questions.place', { at: '2', all: '3' }))).toBeVisible();
    await page.getByRole('button', { name: t('questions.next') }).press('Enter');
    await expect(page.getByText(t('questions.place', { at: '3', all: '3' }))).toBeVisible();
    await page.getByRole('button', { name: t('questions.later') }).press('Enter');
    await expect(page.getByText(t('questions.place', { at: '1', all: '3' }))).toBeVisible();
    await page.getByRole('button', { name: t('questions.previous') }).press('Enter');
    await expect(page.getByText(t('questions.place', { at: '3', all: '3' }))).toBeVisible();
    await page.getByRole('link', { name: t('questions.back'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('needs.title'), exact: true })).toBeVisible();
  });

  test(`a question that was answered elsewhere says so: ${language}`, async ({ page, openStory }) => {
    await openStory('all accepted', { language, place: `#/question/type/${storyId(100)}` });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('questions.gone'));
  });
}

const LOCKED = 'Relevé protégé.pdf';

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);

  test(`a locked file is sent all the same with the keyboard, after what that means was said: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('every state', { language, place: '#/documents' });
    await page.getByRole('row').filter({ hasText: LOCKED }).click();
    const panel = page.getByRole('complementary');
    const button = panel.getByRole('button', { name: t('document.send-anyway'), exact: true });
    await button.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: t('send-anyway.title', { name: LOCKED }) });
    await expect(dialog.getByText(t('send-anyway.text'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    for (const became of ['gone', 'changed', 'in-cloud', 'unreadable', 'not-fit', 'not-offered'] as const) {
      host.state.allTheSame = became;
      await button.press('Enter');
      await dialog.getByRole('button', { name: t('document.send-anyway') }).press('Enter');
      await expect(panel.getByText(t(`send-anyway.told.${became}`))).toBeVisible();
    }
    host.state.allTheSame = 'sent';
    await button.press('Enter');
    await dialog.getByRole('button', { name: t('document.send-anyway') }).press('Enter');
    await expect(panel.getByText(t('document.all-the-same'))).toBeVisible();
    await expect(button).toBeHidden();
    // The pressed button is gone, and the keyboard focus is still in the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
}

test('what the service does not take by its rules is not offered to be sent', async ({ page, openStory }) => {
  const t = translator('en');
  await openStory('every state', { place: '#/documents?show=unfit' });
  const panel = page.getByRole('complementary');
  for (const [name, count] of [
    ['IMG_2231.heic', 0],
    ['Page coupée.png', 1],
  ] as const) {
    await page.getByRole('row').filter({ hasText: name }).click();
    await expect(panel.getByText(t('document.found'))).toBeVisible();
    await expect(panel.getByRole('heading', { name })).toBeVisible();
    await expect(panel.getByRole('button', { name: t('document.send-anyway'), exact: true })).toHaveCount(count);
  }
});

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const NAMES = ['Ticket péage A6.jpg', 'فاتورة رقم ١٢ عن شهر نوفمبر 2026.pdf', 'Facture Point P 2026-118.pdf'];
  const field = (page: Page) => page.getByRole('textbox', { name: t('document.note.title') });
  const expectAsked = async (page: Page, name: string): Promise<void> => {
    await expect(page.getByText(t('questions.note.why', { name }))).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
  };

  test(`notes are written one after the other: type, Enter, the next; without one by Enter alone: ${language}`, async ({
    page,
    openStory,
  }) => {
    const host = await openStory('asked for notes', { language });
    const comments = () =>
      NAMES.map((name) => host.state.items.find((item) => item.name === name)).map((item) => [item?.state.kind, item?.comment]);
    await page.getByRole('button', { name: `${t('to-do.note')} – ${NAMES[0]}` }).press('Enter');
    await expectAsked(page, NAMES[0] ?? '');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('Payé par carte');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('2 personnes');
    await page.keyboard.press('Enter');
    await expectAsked(page, NAMES[1] ?? '');
    // A second press at once does not answer a question that nobody has read yet.
    await expect.poll(comments).toEqual([
      ['waiting', 'Payé par carte\n2 personnes'],
      ['held', undefined],
      ['held', undefined],
    ]);
    // One press alone, after the time in which it does not count: a second one could meet the question after this.
    await page.waitForTimeout(600);
    await field(page).press('Enter');
    await expectAsked(page, NAMES[2] ?? '');
    await page.keyboard.type('Chantier Lyon');
    await page.getByRole('button', { name: t('questions.note.with') }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/#\/overview$/);
    expect(comments()).toEqual([
      ['waiting', 'Payé par carte\n2 personnes'],
      ['waiting', undefined],
      ['waiting', 'Chantier Lyon'],
    ]);
  });

  test(`a note that was answered meanwhile says so, and nothing written is sent: ${language}`, async ({ page, openStory }) => {
    const host = await openStory('asked for notes', { language });
    await page.getByRole('button', { name: `${t('to-do.note')} – ${NAMES[0]}` }).press('Enter');
    await expectAsked(page, NAMES[0] ?? '');
    await page.keyboard.type('trop tard');
    host.state.items = host.state.items.map((item) =>
      item.name === NAMES[0] ? { ...item, state: { kind: 'waiting', dueAt: host.state.overview.now, last: null } } : item,
    );
    host.ring();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('questions.gone'));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(host.state.items.find(({ name }) => name === NAMES[0])?.comment).toBeUndefined();
  });
}
