import type { Locator, Page } from 'playwright/test';

/** More than any page of ours needs; what is not reached by then cannot be reached. */
const TABS_MAX = 60;

/** Moves the focus with the Tab key alone, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`not reached by ${TABS_MAX} tabs: ${target.toString()}`);
}
