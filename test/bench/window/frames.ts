import type { Page } from 'playwright';

export type Frames = { readonly frameMs: number; readonly taskMs: number };

/** The longest time between two frames of the page during `act`, and its longest task. */
export async function longestFrame(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const seen = { frameMs: 0, taskMs: 0, stop: (): void => undefined };
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration);
    });
    tasks.observe({ type: 'longtask' });
    let [running, last] = [true, performance.now()];
    const frame = (): void => {
      const now = performance.now();
      seen.frameMs = Math.max(seen.frameMs, now - last);
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
    const { frameMs, taskMs, stop } = (window as unknown as { seenFrames: { frameMs: number; taskMs: number; stop: () => void } })
      .seenFrames;
    stop();
    return { frameMs, taskMs };
  });
}

/** Returns a function that tells how many milliseconds the page's main thread has worked since this call. */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  // Counted from here on.
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
}

/** Resolves when each visible row has its document. */
export async function wholeList(page: Page): Promise<void> {
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
