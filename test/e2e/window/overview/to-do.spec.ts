import { expect, type Page } from 'playwright/test';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { translator } from '#shared/i18n/translate.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { tabTo } from '../../headless/tab-to.ts';
import { NOW, STORIES } from '../stories/stories.ts';
import { test } from '../stories/story-page.ts';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';

const QUESTION = 'Facture double.pdf';
const REFUSED = 'Facture Métro 8812.pdf';

const list = (page: Page, language: 'en' | 'fr' = 'en') => page.getByRole('region', { name: translator(language)('needs.title') });
const row = (page: Page, name: string, language: 'en' | 'fr' = 'en') =>
  list(page, language).getByRole('listitem').filter({ hasText: name });

/** From here on only the test moves the clock: on a busy machine ten seconds pass between two presses. The list appears by a timer, so it must be there. */
const stopClock = async (page: Page): Promise<void> => {
  await list(page).getByRole('button').first().waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
};

/** With a clock that stands still: the window asks anew a moment after a change, and shows the answer a moment later. */
const expectSoon = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(50);
    await check();
  }).toPass();
const AT_ONCE = { timeout: 100 };

for (const language of ['en', 'fr'] as const) {
  const t = translator(language);
  const undoOf = (page: Page, name: string) => page.getByRole('button', { name: `${t('told.undo')} – ${name}` });

  test(`a row that is ended is its own undo, with the focus on it, for as long as it has it: ${language}`, async ({ page, openStory }) => {
    await page.clock.install();
    const host = await openStory('every state', { language });
    const state = () => host.state.items.find(({ name }) => name === QUESTION)?.state.kind;
    await tabTo(page, page.getByRole('button', { name: t('document.ignore-name', { name: QUESTION }) }));
    await page.keyboard.press('Enter');
    await expect(undoOf(page, QUESTION)).toBeFocused();
    expect(state()).toBe('aside');
    await expect(page.getByRole('status').filter({ hasText: t('to-do.ended.ignore', { name: QUESTION }) })).toHaveCount(1);
    await expect(row(page, QUESTION, language)).toContainText(t('to-do.where', { where: t('documents.filter.aside') }));
    await page.clock.runFor(30_000);
    await expect(undoOf(page, QUESTION)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(list(page, language).getByRole('heading', { level: 3, name: QUESTION })).toBeFocused();
    expect(state()).toBe('held');
    await expect(page.getByRole('status').filter({ hasText: t('told.undone') })).toHaveCount(1);
  });

  test(`ended by the mouse, it leaves after ten seconds, but not under the pointer, and the focus goes on: ${language}`, async ({
    page,
    openStory,
  }) => {
    await page.clock.install();
    const host = await openStory('every state', { language });
    await page.getByRole('button', { name: t('document.settle-name', { name: REFUSED }) }).click();
    await undoOf(page, REFUSED).waitFor();
    await page.clock.runFor(30_000);
    await expect(undoOf(page, REFUSED)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.runFor(11_000);
    await expect(undoOf(page, REFUSED)).toBeHidden();
    expect(host.state.overview.counts.resolved).toBe(1);
    await expect(list(page, language).getByRole('heading', { level: 3 }).nth(1)).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.to-do', { count: 10 }));
  });
}

test('several stay at once, each in its place, and each can be taken back', async ({ page, openStory }) => {
  const t = translator('en');
  await page.clock.install();
  const host = await openStory('every state');
  await stopClock(page);
  const before = await list(page).getByRole('listitem').count();
  await page.getByRole('button', { name: t('document.settle-name', { name: REFUSED }) }).click();
  await page.getByRole('button', { name: t('document.asked-name', { name: 'Facture Gaz octobre.pdf' }) }).click();
  await page.getByRole('button', { name: t('document.ignore-name', { name: QUESTION }) }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${t('told.undo')} – `) })).toHaveCount(3);
  await expect(list(page).getByRole('listitem')).toHaveCount(before);
  for (const name of [REFUSED, 'Facture Gaz octobre.pdf', QUESTION]) {
    await page.getByRole('button', { name: `${t('told.undo')} – ${name}` }).click();
    await expectSoon(page, () => expect(list(page).getByRole('link', { name })).toBeVisible(AT_ONCE));
  }
  expect(host.state.overview.counts).toMatchObject({ resolved: 0, noAnswer: 1 });
  await expectSoon(page, () => expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.to-do', { count: 11 }), AT_ONCE));
});

test('the last one that is ended stays too, and then all is well', async ({ page, openState }) => {
  const t = translator('en');
  await page.clock.install();
  const state = STORIES['told elsewhere']();
  const items = state.items.filter(({ name }) => name === 'Vente 2026-120.pdf' || name === 'Facture EDF décembre.pdf');
  const counts = { ...state.overview.counts, held: 1, accepted: 1, refused: 0 };
  await openState({ ...state, items, overview: { ...state.overview, counts } });
  await stopClock(page);
  await page.getByRole('button', { name: t('document.ignore-name', { name: 'Vente 2026-120.pdf' }) }).click();
  await page.mouse.move(0, 0);
  await expectSoon(page, () => expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.good'), AT_ONCE));
  await expect(page.getByRole('button', { name: `${t('told.undo')} – Vente 2026-120.pdf` })).toBeVisible();
  // Each second is counted from the one that was shown before it.
  for (let second = 0; second <= 10; second += 1) await page.clock.runFor(1_000);
  await expectSoon(page, () => expect(page.getByText(t('needs.none'), { exact: true })).toBeVisible(AT_ONCE));
});

test('with less motion only the ring is gone, and the seconds still count', async ({ page, openStory }) => {
  const t = translator('en');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStory('every state');
  await page.getByRole('button', { name: t('document.settle-name', { name: REFUSED }) }).click();
  const ended = row(page, REFUSED);
  await expect(ended.getByText(t('to-do.seconds', { count: 10 }))).toBeVisible();
  await expect(ended.locator('[aria-hidden]').first()).toBeHidden();
});

test('what became otherwise meanwhile is not ended, and says so', async ({ page, openStory }) => {
  const t = translator('en');
  const host = await openStory('every state');
  const ignore = page.getByRole('button', { name: t('document.ignore-name', { name: QUESTION }) });
  await ignore.waitFor();
  // The window has not heard of it yet.
  host.state.items = host.state.items.filter(({ name }) => name !== QUESTION);
  await ignore.click();
  await expect(page.getByText(t('to-do.unchanged', { name: QUESTION }))).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^${t('told.undo')} – `) })).toHaveCount(0);
});

test('of very many only the newest are rows, and the rest is one press away', async ({ page, openState }) => {
  const t = translator('en');
  const state = STORIES['every state']();
  const [refused] = state.items.filter(({ name }) => name === REFUSED);
  if (refused === undefined) throw new Error('the story has no refusal');
  const items = Array.from({ length: 87 }, (_, at) => ({ ...refused, id: itemIdSchema.parse(storyId(900 + at)), name: `R${at}.pdf` }));
  const overview = { ...state.overview, counts: { ...state.overview.counts, held: 0, unfit: 0, noAnswer: 0, refused: 87 } };
  await openState({ ...state, items, overview });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('status.to-do', { count: 87 }));
  await expect(list(page).getByRole('heading', { level: 3 })).toHaveCount(25);
  await page.getByRole('button', { name: t('needs.look', { count: 87 }) }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('frame.documents') })).toBeFocused();
  expect(page.url()).toContain('?show=needs-you');
});

for (const language of ['en', 'fr'] as const) {
  test(`scans beside the folders are moved by one press, into the folder that is named on it: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    await openStory('misplaced', { language });
    await page.getByRole('button', { name: say('misplaced.move', { name: 'Achats' }) }).click();
    await expect(page.getByText(say('misplaced.title', { count: 5 }))).toBeHidden();
    await expect(page.getByText(say('needs.none'), { exact: true })).toBeVisible();
  });

  test(`a full disk can be tried again, and the window says that it was: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    const host = await openStory('disk full', { language });
    const disk = page.getByRole('listitem').filter({ hasText: say('disk.full.title') });
    await disk.getByRole('button', { name: say('needs.try-again') }).press('Enter');
    await expect(disk.getByText(say('needs.tried'))).toBeVisible();
    expect(host.state.looks).toBe(1);
    await disk.getByRole('button', { name: say('needs.details') }).click();
    await expect(page.getByRole('heading', { name: say('diagnostics.connection') })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: say('disk.full.title') })).toBeVisible();
  });

  test(`that results may not be coming is looked at again, and its details say when the relay last heard: ${language}`, async ({
    page,
    openStory,
  }) => {
    const say = translator(language);
    const host = await openStory('relay quiet', { language });
    const entry = page.getByRole('region', { name: say('needs.know') }).getByRole('listitem');
    await expect(entry.getByRole('heading')).toHaveText(say('needs.quiet'));
    await entry.getByRole('button', { name: say('needs.try-again') }).press('Enter');
    await expect(entry.getByText(say('needs.tried'))).toBeVisible();
    expect(host.state.looks).toBe(1);
    await entry.getByRole('button', { name: say('needs.details') }).press('Enter');
    const heard = page.getByRole('term').filter({ hasText: say('diagnostics.heard') });
    await expect(heard.locator('..').getByRole('definition')).toContainText(/17\snov/i);
  });
}

for (const language of ['en', 'fr'] as const) {
  test(`a profile that is used twice becomes a computer of its own by one press, which says when nothing came of it: ${language}`, async ({
    page,
    openStory,
  }) => {
    const say = translator(language);
    const host = await openStory('profile used twice', { language });
    const entry = page.getByRole('listitem').filter({ hasText: say('needs.copied') });
    host.state.connectFault = { kind: 'relay-unreachable' };
    await entry.getByRole('button', { name: say('needs.copied.press') }).click();
    await expect(entry.getByText(say('needs.copied.failed'))).toBeVisible();
    // The message beside the button leaves the text enough room.
    expect((await entry.getByText(say('needs.copied.text')).boundingBox())?.width).toBeGreaterThan(400);
    host.state.connectFault = { kind: 'relay-limited', againAt: plus(NOW, 40 * MINUTE_MS) };
    await entry.getByRole('button', { name: say('needs.copied.press') }).click();
    await expect(entry.getByRole('status')).toContainText(say('needs.copied.limited'));
    await expect(entry.getByRole('status')).toContainText(/20\snov/i);
    host.state.connectFault = null;
    await entry.getByRole('button', { name: say('needs.copied.press') }).click();
    await expect(entry).toBeHidden();
  });
}

test('a question is asked on the overview, however many files of a bulk arrival are newer', async ({ page, openState }) => {
  const state = STORIES['every state']();
  const old = state.items.filter(({ name }) => name.startsWith('Ancienne facture')).slice(0, 1);
  const bulkArrival = Array.from({ length: 150 }, (_, at) =>
    old.map((item) => ({ ...item, id: itemIdSchema.parse(storyId(900 + at)) })),
  ).flat();
  const { counts } = state.overview;
  const overview = { ...state.overview, counts: { ...counts, held: counts.held + bulkArrival.length } };
  await openState({ ...state, items: [...bulkArrival, ...state.items], overview });
  await expect(page.getByRole('link', { name: 'Facture double.pdf' })).toBeVisible();
  await expect(page.getByRole('heading', { name: translator('en')('to-do.together', { count: 153 }) })).toBeVisible();
});
