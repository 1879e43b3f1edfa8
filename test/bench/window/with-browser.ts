import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

/** Why no window can be measured here, or null. */
export function windowMissing(): string | null {
  if (!existsSync(CHROMIUM)) return `there is no browser at ${CHROMIUM} (CHROMIUM_PATH)`;
  return existsSync('dist/window/index.html') ? null : 'the window is not built: npm run build';
}

/** A real browser, closed afterwards. */
export async function withBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

export const WINDOW_SIZE = { width: 1_280, height: 800 };
