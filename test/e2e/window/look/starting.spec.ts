import { expect } from 'playwright/test';
import { windowHost } from '#test/support/window/window-host.ts';
import { changed } from '../stories/story-change.ts';
import { test } from '../stories/story-page.ts';

test('from the first paint until the first answer the shape of the window stands, then says what it waits for', async ({ page }) => {
  const host = await windowHost(changed('all accepted', {}));
  const waiting: (() => void)[] = [];
  await page.route('**/rpc/overview', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto(host.address());
  const shape = page.locator('.skeleton');
  await expect(shape).toBeVisible();
  const before = await page.locator('.skeleton-rail').boundingBox();
  await expect(page.getByRole('status').filter({ hasText: 'Intray is starting…' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(0);
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await page.unroute('**/rpc/overview');
  waiting.forEach((go) => go());
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
  const waiting: (() => void)[] = [];
  await page.route('**/rpc/items/list', async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.getByRole('link', { name: 'Documents' }).click();
  const list = page.getByRole('grid');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list.getByRole('gridcell', { name: 'One moment…' })).toBeVisible();
  await page.unroute('**/rpc/items/list');
  waiting.forEach((go) => go());
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(list.getByRole('row')).toHaveCount(12);
});
