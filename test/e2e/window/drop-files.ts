import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { scratchFolder } from '#test/support/folders.ts';

/** Drags real files, or folders, from outside the window to the middle of `over`, and drops them there. */
export async function dropFiles(page: Page, paths: readonly string[], over: (page: Page) => Locator): Promise<void> {
  const drag = await dragFiles(page, paths);
  await drag.to(over(page));
  await drag.drop();
}

export type Drag = { to(target: Locator): Promise<void>; drop(): Promise<void>; leave(): Promise<void> };

/** Drags to the middle of the window. Playwright's own drags carry no files, so this uses the browser's own protocol. */
export async function dragFiles(page: Page, paths: readonly string[]): Promise<Drag> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const size = page.viewportSize() ?? { width: 800, height: 600 };
  let at = { x: size.width / 2, y: size.height / 2 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') => session.send('Input.dispatchDragEvent', { type, ...at, data });
  await send('dragEnter');
  await send('dragOver');
  return {
    to: async (target) => {
      const box = await target.boundingBox();
      if (box === null) throw new Error('nothing to drop on');
      at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await send('dragOver');
    },
    drop: async () => {
      await send('drop');
    },
    leave: async () => {
      await send('dragCancel');
      // A browser without a screen does not do this by itself: the mouse is the user's again.
      await page.mouse.move(at.x, at.y);
    },
  };
}

/** Where a drag over the window can go: the folder of this name. */
export const folderTarget = (name: string) => (page: Page) => page.locator('[data-drop-veil] [data-folder]', { hasText: name });

/** Files of these names, in a folder of the test's own. */
export function filesToDrop(names: readonly string[]): readonly string[] {
  const folder = scratchFolder('dropped');
  return names.map((name) => {
    const path = join(folder, name);
    writeFileSync(path, aPdf(name));
    return path;
  });
}
