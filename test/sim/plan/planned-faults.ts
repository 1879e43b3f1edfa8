/** A fault that the plan of some seeds has, beside those that strike by chance (`FAULTS` in ../world/chance.ts). */
export type PlannedFault = {
  /** Whether every run has it; one that is off waits for the product to be mended, and `--faults` turns it on by its name. */
  readonly on: boolean;
  /** In how many of all seeds it is part of the plan. All together are part of about a third of them. */
  readonly odds: number;
};

/**
 * Drawn from a chance of their own, each: turning one on changes nothing of what else a seed does. `told` draws nothing: it is
 * invariant 17, checked in every seed while it is on.
 */
export const PLANNED_FAULTS = {
  told: { on: true, odds: 1 },
  'none-on-one': { on: true, odds: 0.025 },
  'same-size-and-time': { on: true, odds: 0.05 },
  'numbers-again': { on: true, odds: 0.03 },
  'room-full': { on: true, odds: 0.05 },
  'service-killed': { on: true, odds: 0.05 },
  'service-restored': { on: true, odds: 0.03 },
  'secrets-lost': { on: true, odds: 0.04 },
  'profile-restored': { on: true, odds: 0.03 },
  'profile-copied': { on: true, odds: 0.02 },
  'relay-restored-as-is': { on: true, odds: 0.03 },
  'rotated-unseen': { on: true, odds: 0.04 },
} as const satisfies Readonly<Record<string, PlannedFault>>;

export type PlannedFaultName = keyof typeof PLANNED_FAULTS;

const NAMES = Object.keys(PLANNED_FAULTS).filter((name): name is PlannedFaultName => name in PLANNED_FAULTS);

/** Those that are on, and those that are named; `all` names every one. Null where something is named that is none of them. */
export function plannedFaults(named: readonly string[] = []): ReadonlySet<PlannedFaultName> | null {
  const wanted = NAMES.filter((name) => PLANNED_FAULTS[name].on || named.includes(name) || named.includes('all'));
  const known: ReadonlySet<string> = new Set([...NAMES, 'all']);
  return named.every((name) => known.has(name)) ? new Set(wanted) : null;
}
