import { expect, type Page } from 'playwright/test';
import type { Item } from '#shared/domain/item/item.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { test } from '../stories/story-page.ts';

/** Which rows were ever moved, and how, from now on. */
async function watchMotion(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    // oxlint-disable-next-line typescript/unbound-method -- called on its element below
    const { animate } = Element.prototype;
    Element.prototype.animate = function told(this: Element, frames, options) {
      const [first] = Array.isArray(frames) ? frames : [];
      const how = Object.keys(first ?? {}).filter((name) => name !== 'offset');
      const delay = typeof options === 'object' ? (options.delay ?? 0) : 0;
      if (this.matches('[role=row]')) seen.push(`${how.join('+')}${delay > 0 ? ' held' : ''}: ${this.querySelector('bdi')?.textContent}`);
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

function another([first]: readonly Item[], name: string): Item {
  if (first === undefined) throw new Error('the story has no document');
  return { ...first, id: itemIdSchema.parse(storyId(777)), name };
}

test('a new row slides in, and the others move to where they are now', async ({ page, openStory }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const host = await openStory('all accepted', { place: '#/documents' });
  await expect(page.getByRole('row')).toHaveCount(12);
  const moved = await watchMotion(page);
  host.state.items = [another(host.state.items, 'Nouveau.pdf'), ...host.state.items];
  host.ring();
  await expect(page.getByRole('row')).toHaveCount(13);
  await expect.poll(moved).toContain('opacity+translate: Nouveau.pdf');
  expect((await moved()).filter((row) => row.startsWith('translate: '))).toHaveLength(12);
});

test('a row in another state fades over where it is', async ({ page, openStory }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const host = await openStory('every state', { place: '#/documents' });
  await expect(page.getByText('Scan_0042.pdf')).toBeVisible();
  const moved = await watchMotion(page);
  const now = host.state.overview.now;
  host.state.items = host.state.items.map((item) =>
    item.name === 'Scan_0042.pdf' ? { ...item, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now } : item,
  );
  host.ring();
  await expect.poll(moved).toContain('opacity: Scan_0042.pdf');
  expect(await moved()).toHaveLength(1);
});

test('right after a press nothing moves yet, so that a second one hits the same row', async ({ page, openStory }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openStory('every state', { place: '#/documents?show=held' });
  await expect(page.getByRole('row')).toHaveCount(5);
  const moved = await watchMotion(page);
  // However long the answer takes here, the page counts it as immediate.
  await page.evaluate(() => {
    performance.now = () => 1_000;
  });
  await page.getByRole('grid').getByRole('button', { name: /Send/ }).first().click();
  await expect.poll(async () => (await moved()).length).toBeGreaterThan(0);
  expect((await moved()).filter((row) => !row.includes(' held: '))).toEqual([]);
});

test('nothing moves where less motion is asked for', async ({ page, openStory }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const host = await openStory('all accepted', { place: '#/documents' });
  await expect(page.getByRole('row')).toHaveCount(12);
  const moved = await watchMotion(page);
  host.state.items = [another(host.state.items, 'Nouveau.pdf'), ...host.state.items];
  host.ring();
  await expect(page.getByRole('row')).toHaveCount(13);
  expect(await moved()).toEqual([]);
});
