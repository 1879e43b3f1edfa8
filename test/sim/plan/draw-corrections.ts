import { join } from 'node:path';
import type { FaultRule } from '#sandbox/faults/fault-rules.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Dice, Doing, Planned } from './action.ts';
import { paper, PURCHASES, SALES } from './places.ts';

type CorrectionsOf = { readonly seed: number; readonly stormMs: number };

/** Within this time a running computer has found a file and tried to send it. */
const TRIED_MS = 15 * SECOND_MS;
/** Two deeds of one user follow each other within this time. */
const TOGETHER_MS = 4 * SECOND_MS;

const LINE_FAULTS = ['unreachable', 'timed-out', 'certificate', 'proxy', 'broken'] as const;
const NO_TOKEN: readonly [FaultRule['effect'], ...FaultRule['effect'][]] = [
  { kind: 'status', status: 503, body: 'empty' },
  { kind: 'status', status: 401, body: 'problem' },
  { kind: 'lose-answer' },
];
/** After these a document has left. */
const CUT_SHORT: readonly [FaultRule['effect'], ...FaultRule['effect'][]] = [
  { kind: 'status', status: 503, body: 'empty', retryAfter: '7' },
  { kind: 'status', status: 429, body: 'problem', retryAfter: { dateAfterSeconds: 20 } },
  { kind: 'reset-request', afterBytes: 100 },
];

/**
 * Nothing can be sent for a while, or nothing is taken, and meanwhile people correct what they scanned: they move it to where the other type lies,
 * overwrite, delete or rename it. Computers are killed or switched off between.
 */
export function correctedUnsent(dice: Dice, { seed, stormMs }: CorrectionsOf): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.5);
  const lengthMs = TRIED_MS + (10 + dice.below(80)) * SECOND_MS;
  const scans = Array.from({ length: 2 + dice.below(4) }, (_, at) => at).flatMap((at) => {
    const foundMs = atMs + dice.below(lengthMs - TRIED_MS);
    const rightMs = atMs + lengthMs - foundMs;
    // Most are corrected after the first try; some at once, some when all is well again.
    const correctedMs = dice.chance(0.7) ? foundMs + dice.below(rightMs) : foundMs + dice.below(rightMs + TRIED_MS);
    return corrected(dice, { mark: `seed ${seed} corrected ${at}`, name: `corrected-${at}`, foundMs, correctedMs });
  });
  return [...hindered(dice, atMs, lengthMs), ...interrupted(dice, atMs, lengthMs), ...scans];
}

function hindered(dice: Dice, atMs: number, lengthMs: number): readonly Planned[] {
  const fault = (route: FaultRule['route'], effect: FaultRule['effect']): Doing => {
    return { kind: 'service-fault', rule: { route, probability: 1, effect }, lengthMs };
  };
  const kind = dice.below(100);
  if (kind < 25) return [{ atMs, doing: { kind: 'service-kill', lengthMs } }];
  if (kind < 65) return [{ atMs, doing: { kind: 'service-line', fault: dice.one(LINE_FAULTS), lengthMs } }];
  if (kind < 75) return [{ atMs, doing: fault('imports', dice.one(CUT_SHORT)) }];
  // Tokens that are at hand would do.
  const without: readonly Planned[] = [{ atMs, doing: { kind: 'expire-tokens' } }];
  if (kind < 85) return [...without, { atMs, doing: { kind: 'relay-down', lengthMs } }];
  return [...without, { atMs, doing: fault('token', dice.one(NO_TOKEN)) }];
}

function interrupted(dice: Dice, atMs: number, lengthMs: number): readonly Planned[] {
  const whenever = (): number => atMs + dice.below(lengthMs + TRIED_MS);
  const kills = Array.from(
    { length: dice.below(4) },
    (): Planned => ({ atMs: whenever(), doing: { kind: 'kill', computer: dice.below(2) } }),
  );
  const off: Planned = { atMs: whenever(), doing: { kind: 'off', computer: dice.below(2), lengthMs: dice.below(lengthMs) } };
  // A document that was found in the future was not found just now.
  const clock: Planned = {
    atMs: whenever(),
    doing: { kind: 'clock', computer: dice.below(2), byMs: dice.one([-HOUR_MS, -DAY_MS, HOUR_MS]), lengthMs },
  };
  return [...kills, ...(dice.chance(0.4) ? [off] : []), ...(dice.chance(0.2) ? [clock] : [])];
}

type Correction = { readonly mark: string; readonly name: string; readonly foundMs: number; readonly correctedMs: number };

function corrected(dice: Dice, { mark, name, foundMs, correctedMs }: Correction): readonly Planned[] {
  const [folder, other] = dice.chance(0.5) ? [SALES, PURCHASES] : [PURCHASES, SALES];
  const [path, elsewhere] = [join(folder, `${name}.pdf`), join(other, `${name}.pdf`)];
  const sheet = paper('fit', mark);
  const put: Planned = { atMs: foundMs, doing: { kind: 'put', path, paper: sheet } };
  const now = (doing: Doing): Planned => ({ atMs: correctedMs, doing });
  const then = (doing: Doing): Planned => ({ atMs: correctedMs + dice.below(TOGETHER_MS), doing });
  const fate = dice.below(100);
  const move: Doing = { kind: 'rename', from: path, to: elsewhere };
  if (fate < 30) return [put, now(move)];
  if (fate < 36) return [put, now(move), then({ kind: 'rename', from: elsewhere, to: path })];
  if (fate < 42) return [put, now(move), then({ kind: 'put', path: elsewhere, paper: paper('fit', `${mark} moved`) })];
  // As a program moves it that copies first.
  if (fate < 50) return [put, now({ kind: 'put', path: elsewhere, paper: sheet }), then({ kind: 'remove', path })];
  if (fate < 70) return [put, now({ kind: 'put', path, paper: paper('fit', `${mark} again`) })];
  if (fate < 82) return [put, now({ kind: 'remove', path })];
  if (fate < 87) return [put, now({ kind: 'remove', path }), then({ kind: 'put', path, paper: sheet })];
  return [put, now({ kind: 'rename', from: path, to: path.replace('corrected', 'renamed') })];
}
