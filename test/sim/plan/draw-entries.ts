import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Dice, Doing, Planned } from './action.ts';
import { ENTRIES, entriesPaper, faultyEntries, type Lines, paper, type Paper, PURCHASES } from './places.ts';

type EntriesOf = { readonly seed: number; readonly stormMs: number };

/** Within this time a running computer has found a file and asks about it. */
const FOUND_MS = 15 * SECOND_MS;
/** Two people at two computers answer within this time of each other. */
const TOGETHER_MS = 2 * SECOND_MS;
/** Of sixteen files, all are sent. */
const ALL = 16;

/**
 * Programs export files of entries, people correct them, and at both computers people answer for each file whether its lines are sent: at once,
 * late, after a restart, after an update of Intray that reads them differently, or never.
 */
export function entriesArrive(dice: Dice, of: EntriesOf): readonly Planned[] {
  const files = Array.from({ length: 1 + dice.below(4) }, (_, at) => at).flatMap((at) => fileOfEntries(dice, of, at));
  return [...files, ...answers(dice, of), ...troubles(dice, of)];
}

function fileOfEntries(dice: Dice, { seed, stormMs }: EntriesOf, at: number): readonly Planned[] {
  const path = join(ENTRIES, `lines-${at}.json`);
  const lines = drawLines(dice, `seed ${seed} lines ${at}`);
  const sheet = entriesPaper(lines);
  const atMs = dice.below(stormMs * 0.5);
  const later = (): number => atMs + dice.below(stormMs * 0.5);
  const put: Planned = { atMs, doing: { kind: 'put', path, paper: sheet } };
  const also = (doing: Doing): readonly Planned[] => [put, { atMs: later(), doing }];
  const first = (doing: Doing): readonly Planned[] => [
    { atMs, doing },
    { ...put, atMs: later() },
  ];
  const other = path.replace('lines-', 'other-');
  const fate = dice.below(100);
  const faulty: Doing = { kind: 'put', path, paper: faultyEntries(lines, dice.one(['no-account', 'comma', 'decimals'])) };
  if (fate < 5) return [{ atMs, doing: faulty }];
  if (fate < 13) return first(faulty);
  if (fate < 20) return first({ kind: 'put', path, paper: faultyEntries(lines, 'half') });
  if (fate < 30) return also({ kind: 'put', path: other, paper: entriesPaper({ ...lines, spelling: dice.one(['spread', 'turned']) }) });
  if (fate < 40) return also({ kind: 'put', path: other, paper: sheet });
  if (fate < 50) return also({ kind: 'rename', from: path, to: other });
  if (fate < 58) return also({ kind: 'remove', path });
  if (fate < 72) return also({ kind: 'put', path, paper: entriesPaper({ ...lines, cents: [...lines.cents, 4_205] }) });
  if (fate < 78) {
    const renamed = later();
    const anew = entriesPaper(drawLines(dice, `seed ${seed} anew ${at}`));
    return [
      put,
      { atMs: renamed, doing: { kind: 'rename', from: path, to: other } },
      { atMs: renamed + dice.below(FOUND_MS), doing: { kind: 'put', path, paper: anew } },
    ];
  }
  // Both lie where nothing like it is sent from.
  if (fate < 84)
    return also({
      kind: 'put',
      path: join(PURCHASES, `lines-${at}.json`),
      paper: { kind: 'unfit', bytes: sheet.bytes, sha256: sheet.sha256 },
    });
  if (fate < 92) return [put, { atMs: dice.chance(0.5) ? atMs : later(), doing: { kind: 'put', path: other, paper: grown(dice, lines) } }];
  if (fate < 94)
    return also({
      kind: 'put',
      path: join(ENTRIES, `scan-${at}.pdf`),
      paper: { ...paper('fit', `seed ${seed} stray ${at}`), kind: 'unfit' },
    });
  return [put];
}

/** The month is exported again, or twice at once, with a new line. */
function grown(dice: Dice, lines: Lines): Paper {
  return entriesPaper({ ...lines, cents: [...lines.cents, 1 + dice.below(250_000)], spelling: dice.one(['plain', 'turned']) });
}

export function drawLines(dice: Dice, mark: string): Lines {
  const one = 1 + dice.below(250_000);
  // Twins are usual: equal amounts, under the same account.
  return { mark, cents: Array.from({ length: 1 + dice.below(6) }, () => (dice.chance(0.5) ? one : 1 + dice.below(250_000))) };
}

/** `send`: of sixteen files, those of which the lines are sent; the others are ignored. */
export function answers(dice: Dice, { stormMs }: EntriesOf): readonly Planned[] {
  const answer = (computer: number): Doing => {
    return { kind: 'answer-entries', computer, send: dice.chance(0.6) ? ALL : dice.below(ALL) };
  };
  const some = Array.from({ length: 2 + dice.below(4) }, (): Planned => {
    return { atMs: FOUND_MS + dice.below(stormMs - FOUND_MS), doing: answer(dice.below(2)) };
  });
  const atMs = stormMs * 0.3 + dice.below(stormMs * 0.6);
  const both = [0, 1].map((computer): Planned => ({ atMs: atMs + dice.below(TOGETHER_MS), doing: answer(computer) }));
  const killed = dice.below(2);
  const restarted: readonly Planned[] = [
    { atMs, doing: { kind: 'kill', computer: killed } },
    { atMs: atMs + dice.below(FOUND_MS * 2), doing: answer(killed) },
  ];
  const late: Planned = { atMs, doing: { kind: 'answer-late', computer: dice.below(2), lengthMs: (16 + dice.below(10)) * MINUTE_MS } };
  return [...some, ...(dice.chance(0.5) ? both : []), ...(dice.chance(0.4) ? restarted : []), ...(dice.chance(0.12) ? [late] : [])];
}

function troubles(dice: Dice, { stormMs }: EntriesOf): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.7);
  const lengthMs = (10 + dice.below(60)) * SECOND_MS;
  const older: Planned = { atMs: dice.below(stormMs * 0.2), doing: { kind: 'older-version', computer: dice.below(2), lengthMs } };
  const away: Planned = { atMs, doing: { kind: 'share-gone', folder: ENTRIES, lengthMs } };
  const refused: readonly Planned[] = [
    { atMs, doing: { kind: 'service-refuses', lengthMs: stormMs * 0.3 + lengthMs } },
    { atMs: stormMs - dice.below(stormMs * 0.2), doing: { kind: 'send-again', computer: dice.below(2), accepts: dice.chance(0.6) } },
  ];
  const restamp: Planned = { atMs, doing: { kind: 'restamp', folder: ENTRIES } };
  return [
    ...(dice.chance(0.35) ? [older] : []),
    ...(dice.chance(0.15) ? [away] : []),
    ...(dice.chance(0.4) ? refused : []),
    ...(dice.chance(0.1) ? [restamp] : []),
  ];
}
