import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { standingOf } from '#shared/app-api/needs-of.ts';
import { advance, type Happening } from '#shared/domain/advance.ts';
import { isSettled } from '#shared/domain/settled.ts';
import type { WindowState } from './window-host.ts';

type Story = { readonly state: WindowState; readonly ring: () => void };

/** Refusals that the person marks as dealt with, and back. */
export function settledAnswers({ state, ring }: Story) {
  const api = implement(appContract).items;
  const happen = (itemIds: readonly string[], happening: Happening): number => {
    const before = state.items;
    state.items = before.map((item) => (itemIds.includes(item.id) ? advance(item, happening, state.overview.now).item : item));
    const counts = { ...state.overview.counts, settled: state.items.filter(isSettled).length };
    const overview = { ...state.overview, counts };
    state.overview = { ...overview, standing: standingOf(overview) };
    ring();
    return state.items.filter((item, at) => item !== before[at]).length;
  };
  return {
    settle: api.settle.handler(({ input }) => ({ settled: happen(input.itemIds, { kind: 'settled', by: 'person' }) })),
    unsettle: api.unsettle.handler(({ input }) => ({ unsettled: happen(input.itemIds, { kind: 'unsettled' }) })),
  };
}
