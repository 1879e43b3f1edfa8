import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { STORIES, type StoryName } from './stories.ts';
import { test } from './story-page.ts';

const NAMES = Object.keys(STORIES) as StoryName[];

for (const name of NAMES) {
  for (const theme of ['light', 'dark'] as const) {
    // One language a theme covers both: the colours do not depend on words.
    const language = theme === 'light' ? 'fr' : 'en';
    test(`“${name}” is accessible, complete and uncut in ${theme} and ${language}`, async ({ page, openStory, complaints }) => {
      await openStory(name, { theme, language });
      expect((await new AxeBuilder({ page }).analyze()).violations.map(told)).toEqual([]);
      for (const size of [
        [1280, 800],
        [900, 600],
        [450, 300],
      ] as const) {
        await page.setViewportSize({ width: size[0], height: size[1] });
        // The list lays its rows out anew after the window has its size.
        await expect.poll(() => cutOff(page), { message: `at ${size.join('×')}` }).toEqual([]);
      }
      expect(await page.locator('body').innerText()).not.toMatch(/\{\{|_(one|other|many)\b|\b(state|head|problem|connection)\.[a-z]/);
      expect(complaints).toEqual([]);
    });
  }
}

test('the details, the dialogs and the settings are accessible in both themes', async ({ page, openStory }) => {
  for (const theme of ['light', 'dark'] as const) {
    await openStory('every state', { theme });
    await page.getByText('Facture Métro 8812.pdf').click();
    await page.getByRole('complementary', { name: 'Document' }).getByText('History').waitFor();
    await expectAccessible(page, 'details');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a folder' }).first().click();
    await expectAccessible(page, 'add a folder');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a company' }).click();
    await page.getByRole('button', { name: 'Check and connect' }).click();
    await expectAccessible(page, 'connect with faults');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Change the configuration' }).click();
    await expectAccessible(page, 'settings');
  }
});

async function expectAccessible(page: Page, what: string): Promise<void> {
  expect((await new AxeBuilder({ page }).analyze()).violations.map(told), what).toEqual([]);
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
