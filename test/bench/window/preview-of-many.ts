import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { EngineClient } from '../../../build/demo/engine-client.ts';
import { firstSweep } from '../../../build/demo/first-sweep.ts';
import { pause } from '../../../build/demo/pause.ts';
import { startHost } from '../../../build/demo/start-host.ts';
import { type Parts, startParts } from '../../../build/demo/start-parts.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { type Line, median, spread } from '../line.ts';
import { windowMissing } from './first-paint.ts';
import { FRAME_MS_MOST, framesDuring, roundsInTabs } from './list-of-many.ts';

const LINES = 100_000;
const ROUNDS = 3;
const WHEEL = { turns: 240, px: 600 };
const PAGES = 200;
const WITHIN_MS = 120_000;

/** The lines of a file of entries before they are sent, in a real browser: frames of the table with 100,000 rows. */
export async function previewOfMany(): Promise<readonly Line[]> {
  const missing = windowMissing();
  if (missing !== null) {
    process.stdout.write(`The preview of entries is left out: ${missing}\n`);
    return [];
  }
  const root = scratchFolder('preview');
  const profile = join(root, 'profile');
  mkdirSync(profile);
  const parts = await startParts();
  let rounds: readonly Record<string, number>[] = [];
  try {
    const host = await startHost(profile);
    try {
      await askedAbout(host.client, join(root, 'Entries'), parts);
      rounds = await roundsInTabs(profile, ROUNDS, looked);
    } finally {
      await host.program.stop();
    }
  } finally {
    await parts.stop();
    removeFolder(root);
  }
  return [
    line(rounds, 'frames under the wheel, 99 of 100', 'wheel', `${WHEEL.turns} turns of ${WHEEL.px} px`),
    line(rounds, 'frames under PageDown, End, Home, 99 of 100', 'keys', `${PAGES} pages`),
  ];
}

/** A folder of entries with one file, read by a mapping of its columns: a user is to be asked about its lines. */
async function askedAbout(client: EngineClient, path: string, parts: Parts): Promise<void> {
  await client.installation.change(parts.installation);
  const company = await client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
  if (!company.ok) throw new Error(company.failure.kind);
  mkdirSync(path);
  const folder = await client.folders.add({ companyId: company.value.id, importType: 'entries', path });
  if (!folder.ok) throw new Error(folder.failure.kind);
  const folderId = folder.value.id;
  await firstSweep(client);
  writeFileSync(join(path, 'books.csv'), booksOf(LINES));
  await until(client, 'unfit');
  const sample = await client.folders.mappingSample({ folderId });
  if (!sample.ok) throw new Error(sample.failure);
  const stored = await client.folders.setMapping({ folderId, mapping: sample.value.proposed, ifVersion: null });
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure));
  await until(client, 'held');
}

/** Short lines, since a file has 5 MB at most. */
function booksOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const amount = `${1 + ((at >> 1) % 900)},00`;
    return `01/10/2026;VE;${at % 2 === 0 ? `411000;F;A;${amount};` : `707000;F;A;;${amount}`}`;
  });
  return ['Date;Journal;Compte;Pièce;Libellé;Débit;Crédit', ...rows, ''].join('\n');
}

async function until(client: EngineClient, kind: string): Promise<void> {
  for (const endAt = performance.now() + WITHIN_MS; performance.now() < endAt; await pause(100)) {
    const { items } = await client.items.list({ limit: 1 });
    if (items[0]?.state.kind === kind) return;
  }
  throw new Error(`the file never was ${kind}`);
}

async function looked(page: Page, address: string): Promise<Record<string, number>> {
  await page.goto(address);
  await page.getByRole('button', { name: /^Check and send/ }).click();
  await page.locator(`[role=grid][aria-rowcount="${LINES + 1}"]`).waitFor({ timeout: WITHIN_MS });
  const wheel = await framesDuring(page, () => turnWheel(page));
  const keys = await framesDuring(page, () => pressKeys(page));
  return { wheel: wheel.p99Ms, wheelLongest: wheel.longestMs, keys: keys.p99Ms, keysLongest: keys.longestMs };
}

async function turnWheel(page: Page): Promise<void> {
  await page.locator('[role=grid]').hover();
  for (let turn = 0; turn < WHEEL.turns; turn += 1) await page.mouse.wheel(0, WHEEL.px);
}

async function pressKeys(page: Page): Promise<void> {
  await page.locator('[role=grid] [role=row][tabindex="0"]').focus();
  for (let press = 0; press < PAGES; press += 1) await page.keyboard.press('PageDown');
  for (const key of ['End', 'Home', 'End']) await page.keyboard.press(key);
}

function line(rounds: readonly Record<string, number>[], what: string, act: string, how: string): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const figure = median(of(act));
  const note = `${how}; the longest ${median(of(`${act}Longest`)).toFixed(0)} ms; spread ${Math.round(spread(of(act)) * 100)} %`;
  return {
    id: 'P16',
    what: `${LINES} lines looked at: ${what}`,
    ours: figure,
    theirs: null,
    unit: 'ms',
    figure,
    target: { most: FRAME_MS_MOST },
    rounds,
    note,
  };
}
