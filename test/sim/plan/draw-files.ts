import { join } from 'node:path';
import { type Paper, type PaperKind, paper } from './papers.ts';
import type { Planned } from './action.ts';
import type { Dice } from './dice.ts';
import { PURCHASES, SALES } from './places.ts';

type FilesOf = { readonly seed: number; readonly stormMs: number; readonly smallService: boolean };

const SCANS_MIN = 2;
const SCANS_MORE = 5;
/** A scanner that writes in pieces is done within this time. */
const WRITING_MS = 20_000;
const BULK_ARRIVAL_FILES = 55;

/** What people and scanners do to the two folders. */
export function drawFiles(dice: Dice, of: FilesOf): Planned[] {
  const planned: Planned[] = [];
  const scans = SCANS_MIN + dice.below(SCANS_MORE);
  for (let scan = 0; scan < scans; scan += 1) planned.push(...drawScan(dice, of, scan));
  if (dice.chance(0.04)) planned.push(bulkArrival(dice, of));
  return planned;
}

function drawScan(dice: Dice, of: FilesOf, scan: number): Planned[] {
  const folder = dice.chance(0.3) ? SALES : PURCHASES;
  const path = join(folder, `scan-${scan}.pdf`);
  const atMs = dice.below(of.stormMs * 0.6);
  const kind = kindOf(dice, of);
  const sheet = paper(kind, `seed ${of.seed} scan ${scan}`);
  const planned = written(dice, { path, atMs, sheet, mark: `seed ${of.seed} scan ${scan}` });
  const later = (): number => atMs + WRITING_MS + dice.below(of.stormMs * 0.4);
  // The same scan under another name must still give one document. In the other folder it raises a question.
  if (dice.chance(0.2)) planned.push({ atMs: later(), doing: { kind: 'put', path: path.replace('.pdf', '-copy.pdf'), paper: sheet } });
  if (dice.chance(0.1)) {
    const other = join(folder === SALES ? PURCHASES : SALES, `scan-${scan}-other.pdf`);
    planned.push({ atMs: later(), doing: { kind: 'put', path: other, paper: sheet } });
  }
  // Names are reused, also for something that was sent; files are renamed and thrown away.
  const fate = dice.below(100);
  if (fate < 15) planned.push({ atMs: later(), doing: { kind: 'put', path, paper: paper('fit', `seed ${of.seed} again ${scan}`) } });
  else if (fate < 25) planned.push({ atMs: later(), doing: { kind: 'rename', from: path, to: path.replace('scan', 'renamed') } });
  else if (fate < 35) planned.push({ atMs: atMs + dice.below(of.stormMs * 0.4), doing: { kind: 'remove', path } });
  return planned;
}

function kindOf(dice: Dice, { smallService }: FilesOf): PaperKind {
  if (dice.chance(0.06)) return 'unfit';
  return smallService && dice.chance(0.3) ? 'too-large' : 'fit';
}

/** Written in one piece, in two or three, or under a temporary name. */
function written(dice: Dice, of: { path: string; atMs: number; sheet: Paper; mark: string }): Planned[] {
  const { path, atMs, sheet, mark } = of;
  const whole = (at: number, where = path): Planned => ({ atMs: at, doing: { kind: 'put', path: where, paper: sheet } });
  if (sheet.kind !== 'fit' || dice.chance(0.55)) return [whole(atMs)];
  const doneAtMs = atMs + dice.below(WRITING_MS);
  if (dice.chance(0.3)) {
    const temporary = `${path}.tmp`;
    return [whole(atMs, temporary), { atMs: doneAtMs, doing: { kind: 'rename', from: temporary, to: path } }];
  }
  const half: Planned = { atMs, doing: { kind: 'put', path, paper: paper('half', mark) } };
  return dice.chance(0.3) ? [half, { ...half, atMs: atMs + 1_000 }, whole(doneAtMs)] : [half, whole(doneAtMs)];
}

function bulkArrival(dice: Dice, { seed, stormMs }: FilesOf): Planned {
  const papers = Array.from({ length: BULK_ARRIVAL_FILES }, (_, at) => paper('fit', `seed ${seed} flood ${at}`));
  return { atMs: dice.below(stormMs * 0.5), doing: { kind: 'flood', folder: dice.one([PURCHASES, SALES]), papers } };
}
