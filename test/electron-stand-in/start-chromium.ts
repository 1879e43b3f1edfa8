import { spawn } from 'node:child_process';

/** Switches for a browser that shows nothing of its own and asks nobody anything. */
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
  '--password-store=basic',
];
const START_WITHIN_MS = 30_000;

/** Starts the Chromium that shows the pages; `address` is that of its DevTools. */
export function startChromium(profile: string): { readonly address: Promise<string>; kill(): void } {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const child = spawn(path, [...SWITCHES, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = new Promise<string>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`Chromium did not start\n${said}`)), START_WITHIN_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}\n${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  return { address, kill: () => child.kill('SIGKILL') };
}
