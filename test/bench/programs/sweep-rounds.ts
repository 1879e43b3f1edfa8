import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadKnownFiles } from '#electron/intake/folder/recheck.ts';
import { sweep } from '#electron/intake/folder/sweep.ts';
import { type Journal, openJournal } from '#electron/journal/open-journal.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';

/**
 * The first sweep after a start, over files that the journal knows: reading what is known, walking, comparing. It is compared with readdir and
 * stat of the same tree, in turn, in this process. `--expose-gc sweep-rounds.ts FOLDER FILES ROUNDS`; prints one line of JSON.
 */
const [root = '', files, rounds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const path = join(root, 'Purchases');
const MIB = 1_048_576;

const opened = openJournal(join(root, 'journal.sqlite'), { clock: nodeClock(), random: nodeRandom() });
if (!opened.ok) throw new Error(opened.failure.kind);
const journal = opened.value;
// Memory is measured in the program's first sweep: later ones reuse what it allocated.
const memoryMib = await measurePeak(journal);
const all: Record<string, number>[] = [];
for (let round = 0; round < rounds; round += 1) all.push({ theirs: floor(), ...(await ours(journal)), memoryMib });
process.stdout.write(`${JSON.stringify(all)}\n`);
journal.close();

async function measurePeak(from: Journal): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  await ours(from);
  return (process.resourceUsage().maxRSS * 1_024 - before) / MIB;
}

function floor(): number {
  const from = performance.now();
  let bytes = 0;
  for (const folder of readdirSync(path)) {
    for (const name of readdirSync(join(path, folder))) bytes += statSync(`${path}/${folder}/${name}`).size;
  }
  if (bytes !== files) throw new Error('the floor did not see every file');
  return performance.now() - from;
}

async function ours({ folders, intake }: Journal): Promise<Record<string, number>> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  // From here on the monitor sees every block.
  await new Promise((resolve) => setTimeout(resolve, 20));
  const from = performance.now();
  const folder = folders.folders()[0];
  if (folder === undefined) throw new Error('there is no folder');
  const known = await loadKnownFiles(intake, folder.id, new Set());
  const knownMs = performance.now() - from;
  const swept = await sweep({ files: nodeFiles(), path, known, subfolders: true });
  const lasted = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delays.disable();
  if (swept.kind !== 'seen' || swept.unchanged !== files || swept.fresh.length > 0) throw new Error('the sweep did not know every file');
  return { ours: lasted, knownMs, longestBlockMs: delays.max / 1e6, known: known.size };
}
