import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../stories/story-page.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

/** The frame around it in pixels, by border or outline, in a colour that differs from the ground. */
function frame(of: Locator): Promise<number> {
  return of.evaluate((element) => {
    const style = getComputedStyle(element);
    const ground = getComputedStyle(document.body).backgroundColor;
    const width = (line: string, colour: string, size: string) => (line === 'none' || colour === ground ? 0 : Number.parseFloat(size));
    return Math.max(
      width(style.borderTopStyle, style.borderTopColor, style.borderTopWidth),
      width(style.outlineStyle, style.outlineColor, style.outlineWidth),
    );
  });
}

test('without colours of ours, the current page has a frame, and no other one has', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents' });
  const rail = page.getByRole('navigation', { name: 'Places' });
  for (const link of await rail.getByRole('link').all()) {
    const isCurrent = (await link.getAttribute('aria-current')) === 'page';
    expect([await link.textContent(), (await frame(link)) >= 2]).toEqual([await link.textContent(), isCurrent]);
  }
});

test('without colours of ours, the chosen filter has a frame, and no other one has', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents?show=refused' });
  const options = page.getByRole('radiogroup', { name: 'Show' }).locator('label');
  const framed: string[] = [];
  for (const option of await options.all()) if ((await frame(option)) >= 2) framed.push((await option.innerText()).split('\n')[0] ?? '');
  expect(framed).toEqual(['Refused']);
});

test('without colours of ours, companies and states are told by letter and shape', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents' });
  const tiles = page.getByRole('grid').locator('[data-company-tile]');
  await expect(tiles.first()).toBeVisible();
  expect(await frame(tiles.first())).toBeGreaterThanOrEqual(1);
  expect(new Set(await tiles.allTextContents())).toEqual(new Set(['B', 'G']));
  const marks = page.getByRole('grid').locator('[data-mark]');
  for (const mark of await marks.all()) expect(await frame(mark)).toBeGreaterThanOrEqual(1);
  const shapes = await marks.evaluateAll((all) => [...new Set(all.map((mark) => `${mark.getAttribute('data-mark')} ${mark.innerHTML}`))]);
  const shapeOf = (kind: string) => shapes.find((shape) => shape.startsWith(`${kind} `))?.slice(kind.length + 1);
  const told = ['held', 'unfit', 'refused', 'awaiting', 'accepted'].map(shapeOf);
  expect(new Set(told).size).toBe(told.length);
  expect(told).not.toContain(undefined);
});

test('no landmark is empty', async ({ page, openStory }) => {
  await openStory('all accepted');
  for (const name of ['Overview', 'Documents', 'Companies', 'Settings']) {
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click();
    await expect(page).toHaveTitle(new RegExp(name));
    expect([name, await emptyLandmarks(page)]).toEqual([name, []]);
  }
});

function emptyLandmarks(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main, nav, aside, body header, footer, section[aria-label], [role=region], search, form[aria-label]',
      ),
    ]
      .filter(
        (element) => element.checkVisibility() && element.innerText.trim() === '' && element.querySelector('input, img, svg') === null,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test('what changed is said once', async ({ page, openStory }) => {
  await openStory('every state', { place: '#/documents' });
  await page.evaluate(() => {
    const said: string[] = [];
    const regions = '[role=status], [role=alert], output, [aria-live]';
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      const told = new Set<Element>();
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement;
          const region = element?.closest(regions);
          if (region !== null && region !== undefined) told.add(region);
        }
      for (const region of told) if (region.textContent !== '') said.push(region.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('button', { name: /^More for .Facture double\.pdf/ }).click();
  await page.getByRole('menuitem', { name: 'Ignore' }).click();
  const told = '1 document is ignored.';
  await expect(page.getByText(told)).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.filter((text) => text.includes(told))).toEqual([told]);
});
