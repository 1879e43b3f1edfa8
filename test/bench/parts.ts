import { bulkAgainstBare, bulkAgainstXargs, bulkSlowService } from './bulk.ts';
import { dropToRequest } from './drop-to-request.ts';
import { readingOfEntries } from './entries.ts';
import { idleAndStart, longestBlock } from './idle.ts';
import type { Line } from './line.ts';
import { hookToDesktop } from './relay/hook-to-desktop.ts';
import { idleDoorbells, streamReturn } from './relay/idle-doorbells.ts';
import { ingest, twoNodes } from './relay/ingest.ts';
import { shell } from './shell.ts';
import { sweepOfKnown } from './sweep-known.ts';
import { firstPaint } from './window/first-paint.ts';
import { listOfMany } from './window/list-of-many.ts';

/** What is measured, in this order; each part runs in a process of its own (`programs/part.ts`). */
export const PARTS: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  p1: async () => [await bulkAgainstBare()],
  p2: bulkSlowService,
  p3: bulkAgainstXargs,
  p4: sweepOfKnown,
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
  entries: readingOfEntries,
  paint: firstPaint,
  restart: streamReturn,
};
const SAME_AS: Readonly<Record<string, string>> = { p7: 'p6' };

/** The parts of these names, or all; a name that is none is returned apart. */
export function partsNamed(names: readonly string[]): { readonly parts: readonly string[]; readonly unknown: readonly string[] } {
  const asked = names.map((name) => SAME_AS[name.toLowerCase()] ?? name.toLowerCase());
  const parts = Object.keys(PARTS).filter((name) => asked.length === 0 || asked.includes(name));
  return { parts, unknown: asked.filter((name) => !(name in PARTS)) };
}
