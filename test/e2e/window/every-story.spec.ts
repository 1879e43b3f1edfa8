/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs, and some need nothing. */
import { expect, type Page } from 'playwright/test';
import { windowDoor } from '#test/support/window/window-invitations.ts';
import { translator } from '#shared/i18n/translate.ts';
import { findViolations } from '../axe.ts';
import { openIt, OPENINGS, type OpeningName } from './stories/openings.ts';
import { SENTENCES } from './stories/sentences.ts';
import { STORIES, type StoryName } from './stories/stories.ts';
import { test as base } from './stories/story-page.ts';

/** One page and one address for all tests of a worker: a new page, or new scripts, for each test would take longer than the checks. */
const test = base.extend<object, { readonly onePage: Page }>({
  door: [
    async ({}, give) => {
      const door = await windowDoor();
      await give(door);
      await door.close();
    },
    { scope: 'worker' },
  ],
  onePage: [
    async ({ browser }, give) => {
      const context = await browser.newContext();
      await give(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ onePage }, give) => {
    const before = onePage.viewportSize();
    await give(onePage);
    onePage.removeAllListeners();
    if (before !== null) await onePage.setViewportSize(before);
    await onePage.mouse.move(0, 0);
  },
});

// The screenshot shows what went wrong; a trace of each of these pages takes as long as the page.
test.use({ trace: 'off', screenshot: 'only-on-failure' });
// A single file with half of all specs would keep one worker busy long after the other has ended.
test.describe.configure({ mode: 'parallel' });

const NAMES = Object.keys(STORIES) as StoryName[];
const OPENED = Object.keys(OPENINGS) as OpeningName[];

/** What depends on the colours: all that differs between the themes for axe. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

// One language per theme covers both: the colours do not depend on the words.
for (const [theme, language, rules] of [
  ['light', 'fr', undefined],
  ['dark', 'en', OF_COLOURS],
] as const) {
  for (const name of NAMES) {
    test(`“${name}” is accessible, complete and uncut, and says what there is to do, in ${theme} and ${language}`, async ({
      page,
      openStory,
      complaints,
    }) => {
      const { state } = await openStory(name, { theme, language });
      // A first run asks for a company instead.
      const isSetUp = state.overview.companies.length > 0;
      if (isSetUp) await expectButtons(page, name, language);
      await expectWell(page, complaints, rules);
      if (isSetUp) await expectSentence(page, SENTENCES[name][language === 'en' ? 0 : 1]);
    });
  }

  for (const name of OPENED) {
    test(`“${name}” opens, and is accessible, complete and uncut in ${theme} and ${language}`, async ({ page, openStory, complaints }) => {
      await openStory(OPENINGS[name].story, { theme, language });
      await openIt(page, name, language);
      await expectWell(page, complaints, rules);
    });
  }
}

/** Whatever needs the person, or should be known, has something to press. */
async function expectButtons(page: Page, name: StoryName, language: 'en' | 'fr'): Promise<void> {
  const t = translator(language);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const entriesOf = (title: string) => page.getByRole('region', { name: title }).locator('> ul > li');
  const needs = entriesOf(t('needs.title'));
  // Else there would be nothing to look at where there has to be something.
  if (/^\d+ things to do/.test(SENTENCES[name][0])) await expect(needs.first()).toBeVisible();
  const pressed = page.getByRole('button').filter({ visible: true });
  for (const entries of [needs, entriesOf(t('needs.know'))]) expect(await entries.filter({ hasNot: pressed }).allInnerTexts()).toEqual([]);
}

/** The sentence is the heading, on two lines at most. */
async function expectSentence(page: Page, sentence: string): Promise<void> {
  await page.setViewportSize({ width: 900, height: 600 });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(async () => (await heading.innerText()).replaceAll(/[\u2068\u2069]/g, '')).toBe(sentence);
  const lines = await heading.evaluate((one) => one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight));
  expect(lines).toBeLessThan(2.5);
}

/** Accessible, uncut at every size, fully translated, and without a complaint of the browser. */
async function expectWell(page: Page, complaints: readonly string[], rules: readonly string[] | undefined): Promise<void> {
  expect(await findViolations(page, rules)).toEqual([]);
  for (const size of [
    [1280, 800],
    [900, 600],
    // Both at twice the size of everything.
    [640, 400],
    [450, 300],
  ] as const) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    // The list lays out its rows again after the window has its size.
    await expect.poll(() => cutOff(page), { message: `at ${size.join('×')}` }).toEqual([]);
    // The frame scrolls its content; a page that scrolls behind it would show its end cut off.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)).toBe(0);
  }
  // Floating elements find their place after the window has its size.
  await expect.poll(() => page.evaluate(unreachable), { message: 'in the smallest window' }).toEqual([]);
  expect(await page.locator('body').innerText()).not.toMatch(/\{\{|_(one|other|many)\b|\b(state|head|problem|connection)\.[a-z]/);
  expect(complaints).toEqual([]);
}

/** Elements with text that extends beyond the window sideways, where nobody can scroll. A table of a file's columns scrolls by itself. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('p, h1, h2, h3, a, button, label, dd, dt, input, select, summary, [role=menuitem]')]
      .filter((element) => element.checkVisibility() && !element.closest('.off-screen, section[tabindex] table'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > document.documentElement.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Controls that cannot be scrolled to, or are covered by something else. */
function unreachable(): readonly string[] {
  // Elements above everything else; in a small window this includes an open document, and floating elements.
  const over = [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], aside[aria-label], section[aria-label]'),
  ].filter((element) => {
    if (element.matches('[role]')) return true;
    return element.clientWidth > 0.8 * window.innerWidth && (element.matches('aside') || getComputedStyle(element).position === 'fixed');
  });
  const top = over.at(-1) ?? document.body;
  return [...top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=menuitem]')]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.closest('.off-screen, [inert], [aria-hidden=true]'),
    )
    .filter((element) => {
      // A box that a label draws is pressed through the label.
      const seen = element.closest('label') ?? element;
      seen.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top: above, width, height } = seen.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, above + height / 2);
      return hit === null || !(seen.contains(hit) || hit.contains(seen));
    })
    .map((element) => element.outerHTML.slice(0, 160));
}
