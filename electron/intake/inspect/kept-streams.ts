import type { InspectBudget } from './inspect-budget.ts';

/** By what was packed: a view of the file's bytes that one inspection makes, so nothing of it lasts longer. */
const kept = new WeakMap<Uint8Array, Buffer>();

/** Keeps what a stream unpacked to, for whoever unpacks it next, as far as memory is counted for it. */
export function keepUnpacked(packed: Uint8Array, unpacked: Buffer, budget: InspectBudget): void {
  if (budget.spend('keptBytes', unpacked.byteLength)) kept.set(packed, unpacked);
}

export function keptOf(packed: Uint8Array): Buffer | null {
  return kept.get(packed) ?? null;
}
