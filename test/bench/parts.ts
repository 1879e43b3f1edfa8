import { bulkAgainstBare, bulkAgainstXargs, bulkSlowService } from './bulk.ts';
import { dropToRequest } from './drop-to-request.ts';
import { readingOfEntries } from './entries.ts';
import { idleAndStart, longestBlock, startAndMemory } from './idle.ts';
import type { Line } from './line.ts';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hookToDesktop } from './relay/hook-to-desktop.ts';
import { idleDoorbells, streamReturn } from './relay/idle-doorbells.ts';
import { ingest, twoNodes } from './relay/ingest.ts';
import { shell } from './shell.ts';
import { sweepOfKnown } from './sweep-known.ts';
import { firstPaint } from './window/first-paint.ts';
import { listOfMany } from './window/list-of-many.ts';
import { previewOfMany } from './window/preview-of-many.ts';

const FIRST_PAGE_KB_MAX = 450;

/** What is measured, in this order; each part runs in a process of its own (`programs/part.ts`). */
export const PARTS: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  p1: async () => [await bulkAgainstBare()],
  p2: bulkSlowService,
  p3: bulkAgainstXargs,
  p4: () => sweepOfKnown(),
  p5: dropToRequest,
  // One host is used for both: started, and then left alone.
  p6: idleAndStart,
  shell,
  p8: ingest,
  p9: hookToDesktop,
  p10: idleDoorbells,
  p11: twoNodes,
  p12: listOfMany,
  p15: longestBlock,
  entries: async () => [...(await readingOfEntries()), ...(await previewOfMany())],
  paint: firstPaint,
  restart: streamReturn,
  quick: quickLook,
};
/** Within three minutes, for a look after a change: measured only by its name, and its lines are those of the whole bench. */
export const QUICK = 'quick';
const SWEEPS_QUICK = 3;

async function quickLook(): Promise<readonly Line[]> {
  return [...scriptSizes(), ...(await startAndMemory()), ...(await sweepOfKnown(SWEEPS_QUICK))];
}

/** What the host and the window load before anything else, by the imports of what is built. */
function scriptSizes(): readonly Line[] {
  const [entry = ''] = /(?<=<script type="module"[^>]* src="\.\/)assets\/[^"]+/.exec(readFileSync('dist/window/index.html', 'utf8')) ?? [];
  return [
    sizeLine('script of the host’s start', 'dist/headless/main.js', {}),
    sizeLine('script of the first page', join('dist/window', entry), { most: FIRST_PAGE_KB_MAX }),
  ];
}

function sizeLine(what: string, program: string, target: Line['target']): Line {
  const scripts = [program];
  // The list grows during the loop.
  for (const path of scripts) scripts.push(...importedBy(path).filter((other) => !scripts.includes(other)));
  const figure = scripts.reduce((sum, path) => sum + statSync(path).size, 0) / 1_000;
  return { id: QUICK, what, ours: figure, theirs: null, unit: 'KB', figure, target, rounds: [], note: `${scripts.length} files` };
}

function importedBy(path: string): readonly string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g);
  return [...new Set(Array.from(imports, ([, other = '']) => join(dirname(path), other)))];
}

const SAME_AS: Readonly<Record<string, string>> = { p7: 'p6' };

/** The parts of these names, or all but the quick look; a name that is none is returned apart. */
export function partsNamed(names: readonly string[]): { readonly parts: readonly string[]; readonly unknown: readonly string[] } {
  const asked = names.map((name) => SAME_AS[name.toLowerCase()] ?? name.toLowerCase());
  const parts = Object.keys(PARTS).filter((name) => (asked.length === 0 ? name !== QUICK : asked.includes(name)));
  return { parts, unknown: asked.filter((name) => !(name in PARTS)) };
}
