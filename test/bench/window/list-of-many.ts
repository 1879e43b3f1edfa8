import type { Page } from 'playwright';
import { freshAddress } from '../../../build/demo/engine-client.ts';
import { startHost } from '../../../build/demo/start-host.ts';
import { type Line, median, spread } from '../line.ts';
import { WINDOW_SIZE, windowMissing, withBrowser, withSeededProfile } from './first-paint.ts';

const DOCUMENTS = 100_000;
const ROUNDS = 5;
/** Far down the list, so that an index or a scroll of all rows would show. */
const SOUGHT = '054321';
const WHEEL = { turns: 60, px: 600 };
const PAGES = 30;

/** P12: the list with 100,000 documents in the journal, in a real browser: its first row, its frames, its search. */
export async function listOfMany(): Promise<readonly Line[]> {
  const missing = windowMissing();
  if (missing !== null) {
    process.stdout.write(`P12 is left out: ${missing}\n`);
    return [];
  }
  return withSeededProfile(DOCUMENTS, async (profile) => {
    const host = await startHost(profile);
    try {
      return linesOf(await roundsInTabs(profile, ROUNDS, looked));
    } finally {
      await host.program.stop();
    }
  });
}

/** What is measured in rounds, each in a tab of its own which signs in with an address of its own: a session lies in its tab. */
export async function roundsInTabs(
  profile: string,
  count: number,
  measure: (page: Page, address: string) => Promise<Record<string, number>>,
): Promise<readonly Record<string, number>[]> {
  const rounds: Record<string, number>[] = [];
  await withBrowser(async (browser) => {
    const context = await browser.newContext({ viewport: WINDOW_SIZE });
    // The first round does not count: it fills the caches of host and browser.
    for (let round = 0; round <= count; round += 1) {
      const page = await context.newPage();
      try {
        const figures = await measure(page, await freshAddress(profile));
        if (round > 0) rounds.push(figures);
      } finally {
        await page.close();
      }
    }
  });
  return rounds;
}

async function looked(page: Page, address: string): Promise<Record<string, number>> {
  await page.goto(address);
  await page.locator('main h1').waitFor();
  const firstRowMs = await firstRow(page);
  const workedMs = await mainThread(page);
  const before = await workedMs();
  const wheel = await framesDuring(page, () => turnWheel(page));
  const keys = await framesDuring(page, () => pressKeys(page));
  const busyMs = (await workedMs()) - before;
  const searchMs = await search(page);
  const longest = { wheelLongestMs: wheel.longestMs, keysLongestMs: keys.longestMs, wheelTaskMs: wheel.taskMs, keysTaskMs: keys.taskMs };
  return { firstRowMs, wheelMs: wheel.p99Ms, keysMs: keys.p99Ms, ...longest, busyMs, searchMs };
}

/** From the click that leads to the list to the frame that shows a row with a document in it. */
function firstRow(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const from = performance.now();
        document.querySelector<HTMLElement>('nav a[href^="#/documents"]')?.click();
        const look = (): void => {
          // A minute, far above all measured times.
          if (performance.now() - from > 60_000) reject(new Error('it did not come'));
          if (document.querySelector('[role=row][data-key]') === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - from));
        };
        look();
      }),
  );
}

async function turnWheel(page: Page): Promise<void> {
  await page.locator('[role=grid]').hover();
  for (let turn = 0; turn < WHEEL.turns; turn += 1) await page.mouse.wheel(0, WHEEL.px);
  await wholeList(page);
}

async function pressKeys(page: Page): Promise<void> {
  await page.locator('[role=row]').first().focus();
  for (let press = 0; press < PAGES; press += 1) await page.keyboard.press('PageDown');
  for (const key of ['End', 'Home', 'End']) {
    await page.keyboard.press(key);
    await wholeList(page);
  }
}

/** From the last letter to the frame in which only the one document is listed, including the pause after typing. */
async function search(page: Page): Promise<number> {
  await page.locator('input[type=search]').focus();
  return page.evaluate(
    (sought) =>
      new Promise<number>((resolve, reject) => {
        const from = performance.now();
        // As if typed, but as one event.
        document.execCommand('insertText', false, sought);
        const look = (): void => {
          // A minute, far above all measured times.
          if (performance.now() - from > 60_000) reject(new Error('it did not come'));
          if (document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') !== '1') requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now() - from));
        };
        look();
      }),
    SOUGHT,
  );
}

function linesOf(rounds: readonly Record<string, number>[]): readonly Line[] {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const line = (what: string, name: string, most: number, how: string): Line => {
    const figure = median(of(name));
    const note = `${how}; spread ${Math.round(spread(of(name)) * 100)} %`;
    return {
      id: 'P12',
      what,
      ours: figure,
      theirs: null,
      unit: 'ms',
      figure,
      target: { most },
      rounds: name === 'firstRowMs' ? rounds : [],
      note,
    };
  };
  const longest = (act: string): string =>
    `the longest ${median(of(`${act}LongestMs`)).toFixed(0)} ms; longest task of the page ${median(of(`${act}TaskMs`)).toFixed(0)} ms`;
  return [
    line('first row of 100,000 documents', 'firstRowMs', 300, 'from the click on Documents to the frame that shows it'),
    line('frames under the wheel, 99 of 100', 'wheelMs', FRAME_MS_MOST, `${WHEEL.turns} turns of ${WHEEL.px} px; ${longest('wheel')}`),
    line(
      'frames under PageDown, End, Home, 99 of 100',
      'keysMs',
      FRAME_MS_MOST,
      `${PAGES} pages; ${longest('keys')}; ${median(of('busyMs')).toFixed(0)} ms of the page for both`,
    ),
    line('search among them', 'searchMs', 400, 'from the last letter to the one row, 150 ms of pause in it'),
  ];
}

export const FRAME_MS_MOST = 33;

/** Times between two frames of the page, and its longest task. */
type Frames = { readonly p99Ms: number; readonly longestMs: number; readonly taskMs: number };

/** What the page shows during `act`. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { framesMs: [] as number[], taskMs: 0, stop: (): void => undefined };
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration);
    });
    tasks.observe({ type: 'longtask' });
    let [running, last] = [true, performance.now()];
    const frame = (): void => {
      const now = performance.now();
      seen.framesMs.push(now - last);
      last = now;
      if (running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    seen.stop = () => {
      running = false;
      tasks.disconnect();
    };
    Object.assign(window, { seenFrames: seen });
  });
  await act();
  return page.evaluate(() => {
    const { framesMs, taskMs, stop } = (window as unknown as { seenFrames: { framesMs: number[]; taskMs: number; stop: () => void } })
      .seenFrames;
    stop();
    const sorted = framesMs.toSorted((a, b) => a - b);
    const p99Ms = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
    return { p99Ms, longestMs: sorted.at(-1) ?? Number.NaN, taskMs };
  });
}

/** Returns a function that tells how many milliseconds the page's main thread has worked since this call. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  // Counted from here on.
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}

/** Resolves when each visible row has its document. */
async function wholeList(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const list = document.querySelector('[role=grid]')?.getBoundingClientRect();
    if (list === undefined) return false;
    const inSight = [...document.querySelectorAll('[role=row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > list.top && top < list.bottom;
    });
    return inSight.length > 0 && inSight.every((row) => row.hasAttribute('data-key'));
  });
}
