import { type Call, type Effect, type FaultRule, isAbout } from '../faults/fault-rules.ts';
import { DEFAULT_SWITCHES, type Switches, type SwitchesPatch, switchesPatchSchema } from './switches-schema.ts';

export type Switchboard = {
  now(): Switches;
  /** Throws on values that the schema does not accept: callers parse first. */
  patch(patch: SwitchesPatch): Switches;
  /** Uses up one lost answer, if any is set. */
  takeLostAnswer(): boolean;
  /** The effects on this call, in the order of the table; decrements the counted rules. */
  takeFaults(call: Call): readonly Effect[];
  /** A fraction in [0, 1), from the switch `seed`. */
  fraction(): number;
};

export function switchboard(first: SwitchesPatch = {}): Switchboard {
  let current: Switches = { ...DEFAULT_SWITCHES, ...parsed(first) };
  let next = chance(current.seed);

  const strikes = (rule: FaultRule, call: Call): boolean => {
    if (rule.times === 0 || !isAbout(rule, call)) return false;
    return rule.probability === 1 || next() < rule.probability;
  };
  return {
    now: () => current,
    patch(patch) {
      const changed = parsed(patch);
      current = { ...current, ...changed };
      if (changed.seed !== undefined) next = chance(changed.seed);
      return current;
    },
    takeLostAnswer() {
      if (current.answerLost === 0) return false;
      current = { ...current, answerLost: current.answerLost - 1 };
      return true;
    },
    takeFaults(call) {
      const short = takeShort(call);
      const struck = current.faults.filter((rule) => strikes(rule, call));
      if (struck.some(({ times }) => times !== undefined)) {
        current = { ...current, faults: current.faults.map((rule) => (struck.includes(rule) ? oneLess(rule) : rule)) };
      }
      return [...short, ...struck.map(({ effect }) => effect)];
    },
    fraction: () => next(),
  };

  function takeShort(call: Call): readonly Effect[] {
    const { failNext } = current;
    if (failNext === null || failNext.times === 0 || !isAbout(failNext, call)) return [];
    current = { ...current, failNext: failNext.times === 1 ? null : { ...failNext, times: failNext.times - 1 } };
    const retryAfter = failNext.retryAfter === undefined ? {} : { retryAfter: failNext.retryAfter };
    return [{ kind: 'status', status: failNext.status, body: 'problem', ...retryAfter }];
  }
}

function oneLess(rule: FaultRule): FaultRule {
  return rule.times === undefined ? rule : { ...rule, times: rule.times - 1 };
}

function parsed(patch: SwitchesPatch): Partial<Switches> {
  return Object.fromEntries(Object.entries(switchesPatchSchema.parse(patch)).filter(([, value]) => value !== undefined));
}

/** Fractions in [0, 1) from a seed, so that the same calls meet the same faults again. Mulberry32, whose distribution is good enough. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
