import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import { RUN_CHARACTERS_MAX } from '#shared/relay-protocol/run-headers.ts';
import { keepNewest } from '../keep-newest.ts';

export type SharedDevices = {
  /** Notes the caller, and says whether another program uses the same device at the same time. */
  isShared(deviceId: string, run: string | undefined): boolean;
};

/** A request of a program that has ended may be late by this much; a later one comes from a program that still runs. */
const LATE_MS = MINUTE_MS;
/** Desktops ask every minute: if nothing was heard of a program for this long, it has ended. */
const TOLD_MS = 10 * MINUTE_MS;
/** Programs remembered per device: enough to remember, as long as a request may be late, a device whose program restarts every minute. */
const RUNS_MAX = 8;
/** A few hundred bytes each. The device that asked longest ago is forgotten first, and noticed again a little later. */
const DEVICES_MAX = 20_000;

type Known = {
  /** The program that appeared last, and when. */
  current: string;
  sinceMs: number;
  /** When each program was last heard, the oldest first. */
  readonly heard: Map<string, number>;
};

/**
 * Notices that two programs use one device at the same time, as a profile and its copy do. After a restart, a move or a restore the
 * earlier program is never heard again; if both run, the earlier one asks again. Kept in memory only: after a restart of the
 * relay, and by each node separately, it is noticed anew.
 */
export function sharedDevices(clock: Pick<Clock, 'monotonicMs'>): SharedDevices {
  const devices = new Map<string, Known>();
  return {
    isShared(deviceId, run) {
      if (run === undefined || run.length > RUN_CHARACTERS_MAX) return false;
      const now = clock.monotonicMs();
      const known = devices.get(deviceId) ?? { current: run, sinceMs: now, heard: new Map() };
      keepNewest(devices, deviceId, known, DEVICES_MAX);
      if (!known.heard.has(run)) [known.current, known.sinceMs] = [run, now];
      keepNewest(known.heard, run, now, RUNS_MAX);
      return areTwo(known, now);
    },
  };
}

/** Whether the program that appeared last still runs, and so does an earlier one. */
function areTwo({ current, sinceMs, heard }: Known, now: number): boolean {
  const lives = (atMs: number): boolean => now - atMs < TOLD_MS;
  return (
    lives(heard.get(current) ?? Number.NEGATIVE_INFINITY) &&
    Array.from(heard).some(([run, atMs]) => run !== current && atMs - sinceMs > LATE_MS && lives(atMs))
  );
}
