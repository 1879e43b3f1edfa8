import { expect } from 'playwright/test';
import { translator } from '#shared/i18n/translate.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { NOW, STORIES, type StoryName } from '../stories/stories.ts';
import { test } from '../stories/story-page.ts';

const t = translator('en');

test('whatever needs the person, or should be known, has something to press in every story', async ({ page, openStory }) => {
  test.setTimeout(400_000);
  let seen = 0;
  for (const story of Object.keys(STORIES) as StoryName[]) {
    if (STORIES[story]().overview.companies.length === 0) continue;
    await openStory(story);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const title of [t('needs.title'), t('needs.know')]) {
      for (const entry of await page.getByRole('region', { name: title }).locator('> ul > li').all()) {
        seen += 1;
        await expect(entry.getByRole('button').first(), `${story}: ${await entry.innerText()}`).toBeVisible();
      }
    }
  }
  expect(seen).toBeGreaterThan(20);
});

for (const language of ['en', 'fr'] as const) {
  test(`scans beside the folders are moved by one press, into the folder that is named on it: ${language}`, async ({ page, openStory }) => {
    const say = translator(language);
    await openStory('strays', { language });
    await page.getByRole('button', { name: say('strays.move', { name: 'Achats' }) }).click();
    await expect(page.getByText(say('strays.title', { count: 5 }))).toBeHidden();
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

test('a question is asked on the overview, however many files of a flood are newer', async ({ page, openState }) => {
  const state = STORIES['every state']();
  const old = state.items.filter(({ name }) => name.startsWith('Ancienne facture')).slice(0, 1);
  const bulkArrival = Array.from({ length: 150 }, (_, at) =>
    old.map((item) => ({ ...item, id: itemIdSchema.parse(storyId(900 + at)) })),
  ).flat();
  const { counts } = state.overview;
  const overview = { ...state.overview, counts: { ...counts, held: counts.held + bulkArrival.length } };
  await openState({ ...state, items: [...bulkArrival, ...state.items], overview });
  await expect(page.getByRole('link', { name: 'Facture double.pdf' })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('to-do.together', { count: 153 }) })).toBeVisible();
});
