import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startHost } from '../../../build/demo/start-host.ts';
import { type Line, median, spread } from '../line.ts';
import { type Browser, chromium } from 'playwright';
import { openJournal } from '#electron/journal/open-journal.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { seedFiles } from '../programs/seed-files.ts';
import { aKnownFile } from '#test/support/documents/sample-files.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const DOCUMENTS = 10_000;
const ROUNDS = 5;
const ASSETS = join('dist', 'window', 'assets');

/** From the host's start to a window that shows the standing, with 10,000 documents in the journal; and what a browser has to load for it. */
export async function firstPaint(): Promise<readonly Line[]> {
  const missing = windowMissing();
  if (missing !== null) {
    process.stdout.write(`The first paint is left out: ${missing}\n`);
    return [];
  }
  const rounds: Record<string, number>[] = [];
  let asked: ReadonlySet<string> = new Set();
  await withSeededProfile(DOCUMENTS, (profile) =>
    withBrowser(async (browser) => {
      for (let round = 0; round <= ROUNDS; round += 1) {
        const context = await browser.newContext({ viewport: WINDOW_SIZE });
        const page = await context.newPage();
        await page.addInitScript(noteWhenShown);
        const from = performance.now();
        const host = await startHost(profile);
        const readyMs = performance.now() - from;
        await page.goto(host.url, { waitUntil: 'commit' });
        await page.locator('main h1').waitFor();
        const wholeMs = performance.now() - from;
        const files = await page.evaluate(() => {
          // What is loaded ahead for the next pages belongs to them.
          const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
          const loaded = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shownAt);
          return loaded.map(({ name }) => new URL(name).pathname);
        });
        await host.program.stop();
        await context.close();
        asked = new Set(files.flatMap((path) => /^\/assets\/(.+)$/.exec(path)?.[1] ?? []));
        if (round > 0) rounds.push({ wholeMs, readyMs, windowMs: wholeMs - readyMs });
      }
    }),
  );
  return [paintLine(rounds), ...['js', 'css'].map((kind) => sizeLine(kind, asked))];
}

/** Runs in the page: marks the moment at which the heading of the overview stands. */
function noteWhenShown(): void {
  const look = (): void => {
    if (document.querySelector('main h1') === null) requestAnimationFrame(look);
    else performance.mark('shown');
  };
  look();
}

function paintLine(rounds: readonly Record<string, number>[]): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const figure = median(of('wholeMs'));
  const note =
    `${DOCUMENTS} items; the host was ready after ${median(of('readyMs')).toFixed(0)} ms, the window took ${median(of('windowMs')).toFixed(0)} ms; ` +
    `the browser ran before; spread ${Math.round(spread(of('wholeMs')) * 100)} %`;
  const what = 'start of the host to a window that says how things stand';
  return { id: 'paint', what, ours: figure, theirs: null, unit: 'ms', figure, target: { most: 1_000 }, rounds, note };
}

/** The size of the files that the first page loaded, and beside it that of all files. */
function sizeLine(kind: string, asked: ReadonlySet<string>): Line {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith(`.${kind}`));
  const bytes = (names: readonly string[], pack: (file: Buffer) => Buffer): number =>
    names.reduce((sum, name) => sum + pack(readFileSync(join(ASSETS, name))).byteLength, 0) / 1_000;
  const first = files.filter((name) => asked.has(name));
  const figure = bytes(first, same);
  const note = `${first.length} of ${files.length} files; packed ${bytes(first, gzipSync).toFixed(0)} KB; all of them ${bytes(files, same).toFixed(0)} KB`;
  return {
    id: 'paint',
    what: `${kind.toUpperCase()} of the first page`,
    ours: figure,
    theirs: null,
    unit: 'KB',
    figure,
    target: {},
    rounds: [],
    note,
  };
}

function same(file: Buffer): Buffer {
  return file;
}

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

/** A profile of one company whose journal knows this many documents, all held. Sandbox and relay run beside it. */
export async function withSeededProfile<T>(documents: number, bench: (profile: string) => Promise<T>): Promise<T> {
  const root = scratchFolder('window');
  const profile = join(root, 'profile');
  mkdirSync(profile);
  const parts = await startParts();
  try {
    await connected(profile, join(root, 'Purchases'), parts);
    await known(profile, documents);
    // A missing folder pauses, so the host is quiet, and only the window is measured.
    rmSync(join(root, 'Purchases'), { recursive: true });
    return await bench(profile);
  } finally {
    await parts.stop();
    removeFolder(root);
  }
}

async function connected(profile: string, path: string, parts: Parts): Promise<void> {
  const host = await startHost(profile);
  try {
    await host.client.installation.change(parts.installation);
    const company = await host.client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
    if (!company.ok) throw new Error(company.failure.kind);
    mkdirSync(path);
    const added = await host.client.folders.add({ companyId: company.value.id, importType: 'purchase-invoices', path });
    if (!added.ok) throw new Error(added.failure.kind);
    await firstSweep(host.client);
  } finally {
    await host.program.stop();
  }
}

async function known(profile: string, documents: number): Promise<void> {
  const opened = openJournal(join(profile, 'journal.sqlite'), { clock: nodeClock(), random: nodeRandom() });
  if (!opened.ok) throw new Error(opened.failure.kind);
  const [folder] = opened.value.folders.folders();
  if (folder === undefined) throw new Error('the folder is not in the journal');
  const files = Array.from({ length: documents }, (_, n) => ({
    place: `Supplier ${n % 500} invoice ${String(n).padStart(6, '0')}.pdf`,
    pair: aKnownFile(1_000 + n, 1_700_000_000_000 + n),
  }));
  await seedFiles(opened.value, folder, files);
  opened.value.close();
}
