import process from 'node:process';
import { chromium, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { en } from '#shared/i18n/en.ts';
import { REASON, REFUSED } from './all-names.ts';

const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
/** Even a busy machine needs only a tenth of it. */
const WITHIN_MS = 120_000;
/** Far more screens than a list of a few hundred rows has. */
const SCREENS_MAX = 500;

export type Looked = {
  /** Everything the page logged as an error. */
  readonly complaints: readonly string[];
  /** Number of documents that the list reports. */
  readonly shown: number;
  /** Names of all rows, from the first to the last. */
  readonly names: readonly string[];
};

/** Looks at the window of a host in a real browser. INTRAY_PICTURES names a folder for pictures of the pages. */
export async function lookAtWindow(address: string): Promise<Looked> {
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  try {
    const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 860 } })).newPage();
    page.setDefaultTimeout(WITHIN_MS);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await picture(page, 'overview');
    await page.getByRole('link', { name: en['frame.documents'] }).click();
    await page.getByRole('grid').and(page.locator('[aria-busy=false]')).waitFor();
    const shown = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
    await picture(page, 'documents');
    const names = await namesInList(page);
    await lookAtRefused(page);
    await page.getByRole('link', { name: en['frame.settings'] }).click();
    await page.getByRole('heading', { level: 1, name: en['settings.title'] }).waitFor();
    await picture(page, 'settings');
    return { complaints, shown, names };
  } finally {
    await browser.close();
  }
}

/** Only visible rows exist, so this walks the list screen by screen and waits for each screen to appear. */
async function namesInList(page: Page): Promise<readonly string[]> {
  const grid = page.getByRole('grid');
  const names = new Map<string, string>();
  for (let screen = 0; screen < SCREENS_MAX; screen += 1) {
    await expect(grid.getByRole('gridcell', { name: en['common.loading'], exact: true })).toHaveCount(0, { timeout: WITHIN_MS });
    const inSight = await grid
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.map((row) => [row.getAttribute('aria-rowindex') ?? '', row.querySelector('bdi')?.textContent ?? ''] as const),
      );
    for (const [row, name] of inSight) names.set(row, name);
    const isEnd = await grid.evaluate((list) => {
      const before = list.scrollTop;
      list.scrollTop += list.clientHeight / 2;
      return list.scrollTop === before;
    });
    if (isEnd) return [...names.values()];
  }
  throw new Error('the list has no end');
}

async function lookAtRefused(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill(`${REFUSED} 3`);
  const row = page.getByRole('row', { name: new RegExp(`${REFUSED} 3`) });
  await row.click();
  const panel = page.getByRole('complementary');
  await panel.getByText(REASON).first().waitFor();
  await panel.locator('[data-drawn=true]').waitFor();
  await picture(page, 'refused');
  await expect(panel.getByRole('heading', { level: 2 })).toContainText(REFUSED);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['INTRAY_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
