/** A cause by one caller, or by all for whom there is no line of their own. */
export type MisuseCause = { readonly message: string; readonly code: string; readonly from: string };

/** Counts causes in bounded memory, and says which of them deserve a line. */
export type Tally = {
  /** `first`: it is new, and there is room for a line of its own. */
  note(cause: MisuseCause): 'first' | 'counted';
  /** Ten minutes are over: says what there was much of. */
  tick(): void;
  /** Says all that was counted and forgets everything. */
  end(): void;
};

/** Within ten minutes. What a sender repeats every five minutes for two days is fewer, and said when the day is over. */
const OFTEN = 10;
/** First lines within ten minutes, and callers that are remembered: a flood from everywhere is 300 lines then, and the rest is one number. */
const FIRSTS_MAX = 100;
const CALLERS_MAX = 200;
const OTHERS = 'others';

/** `untold`: not said yet; `before`: how much of that there was ten minutes ago. */
type Counted = { readonly cause: MisuseCause; untold: number; before: number };

export function tally(said: (cause: MisuseCause, times: number) => void): Tally {
  /** In the order of their last one. Those of callers without a line are beside them, as many as there are codes. */
  const [callers, others] = [new Map<string, Counted>(), new Map<string, Counted>()];
  let firsts = 0;
  const say = (one: Counted): void => {
    said(one.cause, one.untold);
    one.untold = 0;
  };
  /** Whether one more caller may be remembered; a quiet one is forgotten for it. */
  const hasRoom = (): boolean => {
    if (firsts >= FIRSTS_MAX) return false;
    if (callers.size < CALLERS_MAX) return true;
    for (const [key, one] of callers) if (one.untold === 0) return callers.delete(key);
    return false;
  };
  const count = (among: Map<string, Counted>, cause: MisuseCause, times: number): void => {
    const key = keyOf(cause);
    const one = among.get(key) ?? { cause, untold: 0, before: 0 };
    one.untold += times;
    // At the end, as the one that came last.
    among.delete(key);
    among.set(key, one);
  };
  return {
    note(cause) {
      const isKnown = callers.has(keyOf(cause));
      const isFirst = !isKnown && hasRoom();
      if (isFirst) firsts += 1;
      if (isKnown || isFirst) count(callers, cause, isFirst ? 0 : 1);
      else count(others, { ...cause, from: OTHERS }, 1);
      return isFirst ? 'first' : 'counted';
    },
    tick() {
      firsts = 0;
      for (const one of [...callers.values(), ...others.values()]) {
        if (one.untold - one.before >= OFTEN) say(one);
        one.before = one.untold;
      }
    },
    end() {
      for (const one of [...callers.values(), ...others.values()]) if (one.untold > 0) say(one);
      callers.clear();
      others.clear();
    },
  };
}

function keyOf({ message, code, from }: MisuseCause): string {
  return `${message} ${code} ${from}`;
}
