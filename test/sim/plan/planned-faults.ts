/** A fault that is part of the plan of some seeds, besides those that strike by chance (`FAULTS` in ../world/chance.ts). */
export type PlannedFault = {
  /** Whether every run may draw it. One that is off waits for a fix in the product; `--faults` turns it on by name. */
  readonly on: boolean;
  /** The share of all seeds that have it. All together are part of more than half of the seeds. */
  readonly odds: number;
};

/**
 * Each is drawn from its own random stream, so turning one on changes nothing else in a seed. `told` draws nothing: it is invariants 17 and 19,
 * checked in every seed while it is on.
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
  'rotated-twice': { on: true, odds: 0.04 },
  'copies-changed': { on: true, odds: 0.04 },
  'refused-unjustly': { on: true, odds: 0.04 },
  converted: { on: true, odds: 0.08 },
  'corrected-unsent': { on: true, odds: 0.2 },
} as const satisfies Readonly<Record<string, PlannedFault>>;

export type PlannedFaultName = keyof typeof PLANNED_FAULTS;

const NAMES = Object.keys(PLANNED_FAULTS).filter((name): name is PlannedFaultName => name in PLANNED_FAULTS);

/** All faults that are on, and those in `named`; `all` names every one. Null if a name is unknown. */
export function plannedFaults(named: readonly string[] = []): ReadonlySet<PlannedFaultName> | null {
  const wanted = NAMES.filter((name) => PLANNED_FAULTS[name].on || named.includes(name) || named.includes('all'));
  const known: ReadonlySet<string> = new Set([...NAMES, 'all']);
  return named.every((name) => known.has(name)) ? new Set(wanted) : null;
}
