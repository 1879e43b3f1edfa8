import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { openIt, OPENINGS, type OpeningName } from './openings.ts';
import { STORIES, type StoryName } from './stories.ts';
import { test } from './story-page.ts';

const NAMES = Object.keys(STORIES) as StoryName[];
const OPENED = Object.keys(OPENINGS) as OpeningName[];

// One language a theme covers both: the colours do not depend on words.
for (const [theme, language] of [
  ['light', 'fr'],
  ['dark', 'en'],
] as const) {
  for (const name of NAMES) {
    test(`“${name}” is accessible, complete and uncut in ${theme} and ${language}`, async ({ page, openStory, complaints }) => {
      await openStory(name, { theme, language });
      await expectWell(page, complaints);
    });
  }

  for (const name of OPENED) {
    test(`“${name}” opens, and is accessible, complete and uncut in ${theme} and ${language}`, async ({ page, openStory, complaints }) => {
      await openStory(OPENINGS[name].story, { theme, language });
      await openIt(page, name, language);
      await expectWell(page, complaints);
    });
  }
}

/** Accessible, uncut at every size, in words, and without a complaint of the browser. */
async function expectWell(page: Page, complaints: readonly string[]): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(told)).toEqual([]);
  for (const size of [
    [1280, 800],
    [900, 600],
    [450, 300],
  ] as const) {
    await page.setViewportSize({ width: size[0], height: size[1] });
    // The list lays its rows out anew after the window has its size.
    await expect.poll(() => cutOff(page), { message: `at ${size.join('×')}` }).toEqual([]);
    // The frame scrolls what is in it; a page that scrolls behind it would show its end cut off.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)).toBe(0);
  }
  expect(await page.locator('body').innerText()).not.toMatch(/\{\{|_(one|other|many)\b|\b(state|head|problem|connection)\.[a-z]/);
  expect(complaints).toEqual([]);
}

function told({
  id,
  nodes,
}: {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}) {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`).join(' | ')}`;
}

/** Elements with words that reach beyond the window to the side, where nobody can scroll. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('p, h1, h2, h3, button, label, dd, dt, input')]
      .filter((element) => element.checkVisibility() && !element.closest('.off-screen'))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > document.documentElement.clientWidth + 1;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
