import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { paper, type Paper, type PaperKind, PURCHASES, SALES } from './places.ts';
import type { Dice, Doing, Planned } from './action.ts';
import { type Effect, type FaultRule, faultRuleSchema } from '#sandbox/faults/fault-rules.ts';

type HappeningsOf = { readonly seed: number; readonly stormMs: number };

const DOWN = { route: 'all', probability: 1, effect: { kind: 'status', status: 503, body: 'empty' } } as const;

/** The odds of each deed being part of a run. */
const ODDS: readonly (readonly [number, (dice: Dice, of: HappeningsOf) => Doing])[] = [
  [0.3, (dice) => ({ kind: 'kill', computer: dice.below(2) })],
  [0.2, (dice) => ({ kind: 'kill', computer: dice.below(2) })],
  [0.15, (dice) => ({ kind: 'sleep', computer: dice.below(2), lengthMs: shortly(dice) })],
  [0.12, (dice) => ({ kind: 'clock', computer: dice.below(2), byMs: clockJump(dice), lengthMs: shortly(dice) })],
  [0.06, (dice) => ({ kind: 'second-start', computer: dice.below(2) })],
  [0.12, (dice) => ({ kind: 'share-gone', folder: dice.one([PURCHASES, SALES]), lengthMs: shortly(dice) })],
  [0.06, (dice, { seed }) => otherDisk(dice, seed)],
  [0.15, () => ({ kind: 'relay-kill' })],
  [0.12, (dice) => ({ kind: 'relay-down', lengthMs: shortly(dice) })],
  [0.08, () => ({ kind: 'relay-backup' })],
  [0.08, () => ({ kind: 'relay-restore' })],
  [0.06, (dice) => ({ kind: 'relay-hostile', lengthMs: shortly(dice) })],
  [0.01, () => ({ kind: 'weekend' })],
  [0.15, () => ({ kind: 'forge' })],
  [0.1, () => ({ kind: 'odd-event' })],
  [0.02, (dice) => ({ kind: 'file-held', path: join(PURCHASES, `scan-${dice.below(3)}.pdf`), lengthMs: 20 * MINUTE_MS })],
  // Longer than anything may be silent.
  [0.02, () => ({ kind: 'service-fault', rule: DOWN, lengthMs: 20 * MINUTE_MS })],
  [0.15, () => ({ kind: 'replay' })],
  [0.15, () => ({ kind: 'stranger' })],
  [0.08, () => ({ kind: 'revoke' })],
  [0.05, (dice) => ({ kind: 'close', code: dice.one(['SMB_CLOSED', 'SMB_NOTFOUND', 'CPA_CLOSED']) })],
  [0.08, (dice) => ({ kind: 'reconnect', computer: dice.below(2), sameId: dice.chance(0.6) })],
  [0.08, (dice) => ({ kind: 'pause', computer: dice.below(2), lengthMs: shortly(dice) })],
  [0.1, (dice) => ({ kind: 'allow', computer: dice.below(2) })],
  [0.06, (dice) => ({ kind: 'parallel', computer: dice.below(2), uploads: 1 + dice.below(6) })],
  [0.12, () => ({ kind: 'expire-tokens' })],
  [0.08, () => ({ kind: 'rotate-keys' })],
  [0.3, (dice) => ({ kind: 'service-fault', rule: drawServiceFault(dice), lengthMs: shortly(dice) })],
  [0.15, (dice) => ({ kind: 'service-fault', rule: drawServiceFault(dice), lengthMs: shortly(dice) })],
];

/** What happens to computers, servers and connections. */
export function drawHappenings(dice: Dice, of: HappeningsOf): Planned[] {
  return ODDS.flatMap(([odds, draw]) => (dice.chance(odds) ? [{ atMs: dice.below(of.stormMs), doing: draw(dice, of) }] : []));
}

function shortly(dice: Dice): number {
  return (5 + dice.below(90)) * SECOND_MS;
}

function clockJump(dice: Dice): number {
  return dice.one([365 * DAY_MS, -365 * DAY_MS, 2 * HOUR_MS, -HOUR_MS, 3 * MINUTE_MS]);
}

function otherDisk(dice: Dice, seed: number): Doing {
  const papers = [paper('fit', `seed ${seed} other disk 1`), paper('fit', `seed ${seed} other disk 2`)];
  return { kind: 'other-disk', folder: dice.one([PURCHASES, SALES]), papers, lengthMs: shortly(dice) };
}

const EFFECTS: readonly [Effect, ...Effect[]] = [
  { kind: 'latency', ms: 30_000, when: 'before' },
  { kind: 'latency', ms: 120_000, when: 'after' },
  { kind: 'slow-answer', everyMs: 200 },
  { kind: 'reset-request', afterBytes: 100 },
  { kind: 'lose-answer' },
  { kind: 'truncate-answer', atByte: 10 },
  { kind: 'status', status: 500, body: 'problem' },
  { kind: 'status', status: 502, body: 'html' },
  { kind: 'status', status: 503, body: 'empty', retryAfter: '7' },
  { kind: 'status', status: 429, body: 'problem', retryAfter: { dateAfterSeconds: 20 } },
  { kind: 'status', status: 408, body: 'text' },
  { kind: 'status', status: 401, body: 'problem' },
  { kind: 'status', status: 403, body: 'html' },
  { kind: 'status', status: 404, body: 'html' },
  { kind: 'status', status: 200, body: 'html' },
  { kind: 'status', status: 302, body: 'empty' },
  { kind: 'status', status: 409, body: 'problem' },
  { kind: 'content-type', contentType: 'text/html' },
];
const ROUTES: readonly [FaultRule['route'], ...FaultRule['route'][]] = [
  'imports',
  'imports',
  'imports',
  'status',
  'health',
  'token',
  'jwks',
  'all',
];

/** One rule of the sandbox's fault table: for a few calls, or for all of them with some odds. */
function drawServiceFault(dice: Dice): FaultRule {
  const some = dice.chance(0.5) ? { times: 1 + dice.below(5) } : { probability: 0.5 };
  return faultRuleSchema.parse({ route: dice.one(ROUTES), ...some, effect: dice.one(EFFECTS) });
}

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
  return { atMs: dice.below(stormMs * 0.5), doing: { kind: 'bulk-arrival', folder: dice.one([PURCHASES, SALES]), papers } };
}
