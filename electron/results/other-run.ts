import { Emitter } from '#shared/async/emitter.ts';
import type { Log } from '#shared/ports/log.ts';

export type OtherRun = {
  /** Whether the relay sees another program with this profile's identity. */
  isThere(): boolean;
  /** Called with what each answer of the relay says about it. */
  heard(isThere: boolean): void;
  /** Rings when that changes. Returns the unsubscribe function. */
  readonly onChange: (ring: () => void) => () => void;
};

/** A copy of this profile that runs at the same time: both have the same identity at the relay, so only the relay can notice. */
export function otherRun(log: Log): OtherRun {
  const changed = new Emitter();
  let now = false;
  return {
    isThere: () => now,
    heard: (isThere) => {
      if (isThere === now) return;
      now = isThere;
      if (isThere) log.warn('a copy of this profile runs at the same time');
      else log.info('no copy of this profile runs any more');
      changed.emit();
    },
    onChange: changed.subscribe,
  };
}
