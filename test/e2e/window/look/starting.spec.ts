import { expect, type Page } from 'playwright/test';
import { windowHost } from '#test/support/window/window-host.ts';
import { changed } from '../stories/story-change.ts';
import { test } from '../stories/story-page.ts';

test('from the first paint until the first answer the shape of the window stands, then says what it waits for', async ({ page }) => {
  const host = await windowHost(changed('all accepted', {}));
  const answer = await held(page, '**/rpc/overview');
  await page.goto(host.address());
  const shape = page.locator('.skeleton');
  await expect(shape).toBeVisible();
  const before = await page.locator('.skeleton-rail').boundingBox();
  await expect(page.getByRole('status').filter({ hasText: 'Intray is starting…' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shape).toBeHidden();
  await expect(page.getByText('Intray is starting…')).toHaveCount(0);
  // Nothing jumps: the rail is where its shape was.
  expect(await page.getByRole('navigation').boundingBox()).toEqual(before);
  await page.goto('about:blank');
  await host.close();
});

test('rows that are still on their way have a shape too', async ({ page, openStory }) => {
  await openStory('all accepted');
  const answer = await held(page, '**/rpc/items/list');
  await page.getByRole('link', { name: 'Documents' }).click();
  const list = page.getByRole('grid');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list.getByRole('gridcell', { name: 'One moment…' })).toBeVisible();
  answer();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(list.getByRole('row')).toHaveCount(12);
});

/** Holds calls to this address until what it returns is called. */
async function held(page: Page, url: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => gate.resolve();
}
