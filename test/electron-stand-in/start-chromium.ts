import { spawn } from 'node:child_process';

/** Switches for a browser that shows nothing of its own, and calls nobody. */
const SWITCHES = [
  '--headless=new',
  '--no-sandbox',
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // A container may have little shared memory, and a page that finds none left hangs.
  '--disable-dev-shm-usage',
  '--password-store=basic',
];
const START_WITHIN_MS = 30_000;
/** It closes its profile in a tenth of this time. Killed at once, it would leave files behind while we remove them. */
const END_WITHIN_MS = 2_000;

export type Chromium = {
  /** The address of its DevTools. */
  readonly address: Promise<string>;
  /** Ends it and waits. */
  readonly end: () => Promise<void>;
  readonly kill: () => void;
};

/** Starts the Chromium that shows the pages. */
export function startChromium(profile: string): Chromium {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const child = spawn(path, [...SWITCHES, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  let ending = false;
  const address = new Promise<string>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Chromium did not start\n${said}`)), START_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', (code) => ending || reject(new Error(`Chromium ended with ${code}\n${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (): void => void child.kill('SIGKILL');
  const end = async (): Promise<void> => {
    ending = true;
    child.kill('SIGTERM');
    const timer = setTimeout(kill, END_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  };
  return { address, end, kill };
}
