import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { flawsAfter, toldIn } from './flaws-after.ts';
import { FollowedDisk, type Loss, LOSSES } from './lost-power.ts';
import { runUntil } from './run-until.ts';
import { type Call, readRecord, recorder } from './recorded-disk.ts';

export type Cuts = {
  /** Power cuts that were examined, by how much was lost of what was not flushed. */
  readonly examined: Readonly<Record<Loss, number>>;
  /** Cuts at which pages of the database itself were not flushed, and cuts at which the log had been emptied and that was not. */
  readonly amidMove: number;
  readonly told: number;
  readonly broken: readonly string[];
};

type Wish = { readonly cuts: number; readonly lines: number; readonly seed: number };

/** Lets the program run until it has told so many lines, and examines what it finds after power cuts at so many points of its record. */
export async function cutPower({ cuts, lines, seed }: Wish): Promise<Cuts> {
  const folder = scratchFolder('power-cut');
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  try {
    const record = recorder(folder, profile);
    const run = await runUntil(profile, record.env, lines);
    if (run.lines < lines) throw new Error(`the program ended after ${run.lines} of ${lines} lines`);
    return examine(readRecord(record.file), { profile, folder, cuts, seed });
  } finally {
    removeFolder(folder);
  }
}

type Examined = { readonly profile: string; readonly folder: string; readonly cuts: number; readonly seed: number };

function examine(calls: readonly Call[], { profile, folder, cuts, seed }: Examined): Cuts {
  const random = seededRandom(seed);
  const disk = new FollowedDisk();
  const points = pointsOf(calls, cuts, () => random.fraction());
  const examined = { nothing: 0, all: 0, some: 0, sectors: 0 };
  const broken: string[] = [];
  let amidMove = 0;
  for (const [at, call] of calls.entries()) {
    disk.follow(call);
    if (!points.has(at)) continue;
    const loss = LOSSES[Math.floor(random.fraction() * LOSSES.length)] ?? 'nothing';
    examined[loss] += 1;
    if (disk.isAhead('journal.sqlite') || call.kind === 'truncate') amidMove += 1;
    const place = join(folder, 'after');
    for (const [path, content] of disk.after(loss, random)) put(join(place, relative(profile, path)), content);
    for (const flaw of flawsAfter(place, disk.said.join('')))
      broken.push(`call ${at} (${call.kind}), ${loss} of the rest on the disk: ${flaw}`);
    rmSync(place, { recursive: true, force: true });
  }
  return { examined, amidMove, told: toldIn(disk.said.join('')).queued.length, broken };
}

/** A third of the points is anywhere, the rest where the log is being moved into the database, as far as there are such. */
function pointsOf(calls: readonly Call[], cuts: number, fraction: () => number): ReadonlySet<number> {
  const moves = calls.flatMap((call, at) => (isMove(call) || isMove(calls[at - 1]) || isMove(calls[at - 2]) ? [at] : []));
  const points = new Set<number>();
  for (let tries = 0; points.size < Math.min(cuts, calls.length) && tries < cuts * 20; tries += 1) {
    const among = moves.length > 0 && tries % 3 > 0 ? moves : null;
    points.add(among?.[Math.floor(fraction() * among.length)] ?? Math.floor(fraction() * calls.length));
  }
  return points;
}

function put(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function isMove(call: Call | undefined): boolean {
  return call !== undefined && 'path' in call && (call.kind === 'truncate' || call.path.endsWith('journal.sqlite'));
}
