import { join } from 'node:path';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Dice, Doing, Planned } from './action.ts';
import { answers, drawLines } from './draw-entries.ts';
import { besidePaper, faultyBeside, type Lines, PAIRED, paper, type Paper, PURCHASES } from './places.ts';

type PairsOf = { readonly seed: number; readonly stormMs: number };

/** Within this time a running computer has found a file and asks about it. */
const FOUND_MS = 15 * SECOND_MS;
/** What one person does to two files of one name follows each other within this time. */
const TOGETHER_MS = 6 * SECOND_MS;
/** Of sixteen scans, all go without entries. */
const ALL = 16;

/**
 * In a folder where every scan has its entries, programs and people put both in any order, correct, rename and delete one of them or both; at both
 * computers people agree to the lines, or have a scan sent without any, while programs are killed, disks fill up and the service refuses.
 */
export function pairsArrive(dice: Dice, of: PairsOf): readonly Planned[] {
  const pairs = Array.from({ length: 1 + dice.below(3) }, (_, at) => at).flatMap((at) => pairOf(dice, of, at));
  return [...pairs, ...answers(dice, of), ...withoutEntries(dice, of), ...troubles(dice, of)];
}

type Drawn = {
  readonly mark: string;
  readonly scan: string;
  readonly file: string;
  readonly sheet: Paper;
  readonly lines: Lines;
  readonly putScan: Planned;
  readonly putFile: Planned;
  /** Some time after both have come. */
  readonly later: () => number;
};

function pairOf(dice: Dice, { seed, stormMs }: PairsOf, at: number): readonly Planned[] {
  const mark = `seed ${seed} pair ${at}`;
  const [scan, file] = [join(PAIRED, `facture-${at}.pdf`), join(PAIRED, `facture-${at}.json`)];
  const [sheet, lines] = [paper('fit', mark), drawLines(dice, mark)];
  const atMs = dice.below(stormMs * 0.4);
  const gapMs = dice.chance(0.3) ? 0 : dice.chance(0.6) ? dice.below(FOUND_MS) : dice.below(stormMs * 0.5);
  const [scanMs, fileMs] = dice.chance(0.5) ? [atMs, atMs + gapMs] : [atMs + gapMs, atMs];
  const putScan: Planned = { atMs: scanMs, doing: { kind: 'put', path: scan, paper: sheet } };
  const putFile: Planned = { atMs: fileMs, doing: { kind: 'put', path: file, paper: besidePaper(lines) } };
  const later = (): number => atMs + gapMs + dice.below(stormMs * 0.5);
  const drawn = { mark, scan, file, sheet, lines, putScan, putFile, later };
  const fate = dice.below(100);
  if (fate < 24) return corrected(dice, drawn, fate);
  if (fate < 60) return moved(dice, drawn, fate);
  return [putScan, putFile, ...besides(dice, drawn, fate)];
}

/** One of the two is not what it should be at first, or never comes. */
function corrected(dice: Dice, { mark, scan, file, lines, putScan, putFile, later }: Drawn, fate: number): readonly Planned[] {
  const wrong = faultyBeside(lines, fate < 4 ? 'half' : dice.one(['no-account', 'comma', 'decimals']));
  if (fate < 11) return [putScan, { ...putFile, doing: { kind: 'put', path: file, paper: wrong } }, { ...putFile, atMs: later() }];
  if (fate < 13) return [putScan, { ...putFile, doing: { kind: 'put', path: file, paper: wrong } }];
  if (fate < 18) return [putScan];
  if (fate < 21) return [putFile];
  // The name is used again for another invoice.
  return [putScan, putFile, { atMs: later(), doing: { kind: 'put', path: scan, paper: paper('fit', `${mark} again`) } }];
}

/** Lines are changed; one of the two, or both, are renamed, moved or thrown away, and perhaps come back. */
function moved(dice: Dice, { mark, scan, file, sheet, lines, putScan, putFile, later }: Drawn, fate: number): readonly Planned[] {
  const atMs = later();
  const thereupon = (doing: Doing): readonly Planned[] => [putScan, putFile, { atMs, doing }];
  const then = (doing: Doing): Planned => ({ atMs: atMs + dice.below(TOGETHER_MS), doing });
  const changed = besidePaper({ ...lines, cents: [...lines.cents, 4_205] });
  if (fate < 33) return thereupon({ kind: 'put', path: file, paper: changed });
  if (fate < 36) return [...thereupon({ kind: 'put', path: file, paper: changed }), { ...putFile, atMs: atMs + dice.below(FOUND_MS * 2) }];
  if (fate < 41) return thereupon({ kind: 'remove', path: file });
  if (fate < 44) return [...thereupon({ kind: 'remove', path: file }), { ...putFile, atMs: atMs + dice.below(FOUND_MS * 2) }];
  if (fate < 47) return thereupon({ kind: 'remove', path: scan });
  if (fate < 50) return thereupon({ kind: 'rename', from: scan, to: named('other', scan) });
  if (fate < 53) return thereupon({ kind: 'rename', from: file, to: named('other', file) });
  if (fate < 56)
    return [
      ...thereupon({ kind: 'rename', from: scan, to: named('other', scan) }),
      then({ kind: 'rename', from: file, to: named('other', file) }),
    ];
  if (fate < 58) return thereupon({ kind: 'rename', from: scan, to: join(PURCHASES, `moved-${mark.at(-1)}.pdf`) });
  return thereupon({ kind: 'put', path: join(PURCHASES, `copy-${mark.at(-1)}.pdf`), paper: sheet });
}

function named(name: string, path: string): string {
  return path.replace('facture', name);
}

/** A second file beside the scan, or the same lines beside another one. */
function besides(dice: Dice, { mark, scan, file, lines, later }: Drawn, fate: number): readonly Planned[] {
  const atMs = later();
  const text = file.replace('.json', '.txt');
  const second: Planned = { atMs, doing: { kind: 'put', path: text, paper: besidePaper({ ...lines, mark: `${mark} second` }) } };
  const again = fate < 72 ? besidePaper({ ...lines, spelling: dice.one(['spread', 'turned']) }) : besidePaper(lines);
  if (fate < 64) return [second];
  if (fate < 68) return [second, { atMs: atMs + dice.below(FOUND_MS * 3), doing: { kind: 'remove', path: dice.one([text, file]) } }];
  if (fate >= 75) return [];
  return [
    { atMs, doing: { kind: 'put', path: named('twin', scan), paper: paper('fit', `${mark} twin`) } },
    { atMs: atMs + dice.below(FOUND_MS), doing: { kind: 'put', path: named('twin', file), paper: again } },
  ];
}

function withoutEntries(dice: Dice, { stormMs }: PairsOf): readonly Planned[] {
  return Array.from({ length: dice.below(3) }, (): Planned => {
    const send = dice.chance(0.4) ? ALL : dice.below(ALL);
    return { atMs: FOUND_MS + dice.below(stormMs - FOUND_MS), doing: { kind: 'without-entries', computer: dice.below(2), send } };
  });
}

function troubles(dice: Dice, { stormMs }: PairsOf): readonly Planned[] {
  const whenever = (): number => dice.below(stormMs);
  const [atMs, lengthMs] = [dice.below(stormMs * 0.7), (10 + dice.below(60)) * SECOND_MS];
  const kills = Array.from(
    { length: dice.below(3) },
    (): Planned => ({ atMs: whenever(), doing: { kind: 'kill', computer: dice.below(2) } }),
  );
  const refused: readonly Planned[] = [
    { atMs, doing: { kind: 'service-refuses', lengthMs: stormMs * 0.3 + lengthMs } },
    { atMs: stormMs - dice.below(stormMs * 0.2), doing: { kind: 'send-again', computer: dice.below(2), accepts: dice.chance(0.6) } },
  ];
  const revoked: readonly Planned[] = [
    { atMs, doing: { kind: 'revoke' } },
    { atMs: atMs + dice.below(stormMs * 0.3), doing: { kind: 'reconnect', computer: dice.below(2), sameId: dice.chance(0.6) } },
  ];
  const some: readonly (readonly [number, readonly Planned[]])[] = [
    [0.35, refused],
    [0.15, revoked],
    [0.2, [{ atMs, doing: { kind: 'service-kill', lengthMs } }]],
    [0.15, [{ atMs, doing: { kind: 'share-gone', folder: PAIRED, lengthMs } }]],
    [0.1, [{ atMs, doing: { kind: 'room-full', computer: dice.below(2), freeBytes: dice.below(20_000), lengthMs } }]],
    [0.15, [{ atMs: dice.below(stormMs * 0.2), doing: { kind: 'older-version', computer: dice.below(2), lengthMs } }]],
    [0.1, [{ atMs, doing: { kind: 'restamp', folder: PAIRED } }]],
  ];
  return [...kills, ...some.flatMap(([odds, planned]) => (dice.chance(odds) ? planned : []))];
}
