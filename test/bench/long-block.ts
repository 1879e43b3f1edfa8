import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pause } from '../../build/demo/pause.ts';
import { failingDiskMissing } from '../faults/disk/failing-disk.ts';
import { preloadLibrary } from '#test/support/disks/preload-library.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';
import { FILE_BYTES, withBulk } from './bulk-host.ts';
import { type Line, median, spread } from './line.ts';
import type { LoopFigures } from './programs/measure-loop.ts';

const ROUNDS = 3;
const FILES = 300;
const FLUSH_MS = 20;
const PROGRAM = pathToFileURL(resolve('test/bench/programs/measure-loop.ts')).href;

/** P15: how long the host's event loop is held up while it sends scans from a disk whose every flush takes 20 ms. */
export async function longestBlock(): Promise<readonly Line[]> {
  const missing = failingDiskMissing();
  if (missing !== null) {
    process.stdout.write(`P15 is left out: ${missing}\n`);
    return [];
  }
  const folder = scratchFolder('slow-disk');
  try {
    const library = preloadLibrary(folder, 'test/faults/power-cut/slow-flush.c');
    const figures = join(folder, 'figures.json');
    const env = { LD_PRELOAD: library, SLOW_FLUSH_MS: `${FLUSH_MS}`, NODE_OPTIONS: `--import=${PROGRAM}`, LOOP_FIGURES: figures };
    return linesOf(await measured(env, figures));
  } finally {
    removeFolder(folder);
  }
}

type Round = LoopFigures & { readonly perSecond: number };

async function measured(env: Readonly<Record<string, string>>, figures: string): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  await withBulk(async (bulk) => {
    await bulk.parallel(4);
    // The first round does not count: it loads what a host loads when it first sends.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const scans = await bulk.scans(FILES);
      const { lastedMs } = await bulk.timed(FILES, 0, async () => {
        await bulk.engineSends(scans);
        // From when the folder is known: what a person does is durable when its call returns.
        process.kill(bulk.pid, 'SIGUSR2');
      });
      process.kill(bulk.pid, 'SIGUSR2');
      while (!existsSync(figures)) await pause(20);
      const one = { ...(JSON.parse(readFileSync(figures, 'utf8')) as LoopFigures), perSecond: (FILES * 1_000) / lastedMs };
      rmSync(figures);
      process.stderr.write(`  ${JSON.stringify(one)}\n`);
      if (round > 0) rounds.push(one);
    }
  }, env);
  return rounds;
}

function linesOf(rounds: readonly Round[]): readonly Line[] {
  const blocks = rounds.map(({ longestBlockMs }) => longestBlockMs);
  const rates = rounds.map(({ perSecond }) => perSecond);
  const busy = rounds.map(({ utilization }) => utilization);
  const what = `longest block of the event loop, ${FILES} scans of ${FILE_BYTES / 1_000} KB, flushes of ${FLUSH_MS} ms`;
  const note = `${median(rates).toFixed(0)} files/s, loop busy ${Math.round(median(busy) * 100)} % of the time; spread ${Math.round(spread(blocks) * 100)} %`;
  return [
    {
      id: 'P15',
      what,
      ours: median(blocks),
      theirs: null,
      unit: 'ms',
      figure: median(blocks),
      target: { most: 10 },
      rounds: [...rounds],
      note,
    },
  ];
}
