/** A cause with the caller behind it, or with all callers that have no line of their own. */
export type MisuseCause = { readonly message: string; readonly code: string; readonly from: string };

/** Counts causes in bounded memory, and decides which of them deserve a log line. */
export type Tally = {
  /** `first`: it is new, and there is room for a line of its own. */
  note(cause: MisuseCause): 'first' | 'counted';
  /** Call it every ten minutes: reports the causes that were frequent. */
  tick(): void;
  /** Reports everything counted, and forgets it. */
  end(): void;
};

/** Within ten minutes. What a sender repeats every five minutes for two days is rarer, and is reported at the end of the day. */
const OFTEN = 10;
/** First lines within ten minutes, and remembered callers: a flood from everywhere makes 300 lines, and the rest is one number. */
const FIRSTS_MAX = 100;
const CALLERS_MAX = 200;
const OTHERS = 'others';

/** `untold`: not reported yet; `before`: how many of those there were ten minutes ago. */
type Counted = { readonly cause: MisuseCause; untold: number; before: number };

export function tally(said: (cause: MisuseCause, times: number) => void): Tally {
  /** Ordered by last occurrence. Callers without a line of their own are counted in `others`, which has one entry per code. */
  const [callers, others] = [new Map<string, Counted>(), new Map<string, Counted>()];
  let firsts = 0;
  const say = (one: Counted): void => {
    said(one.cause, one.untold);
    one.untold = 0;
  };
  /** Whether one more caller can be remembered; a quiet one may be forgotten for it. */
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
    // Moves it to the end, as the latest.
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
