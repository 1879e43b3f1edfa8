import { implement } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import { standingOf } from '#shared/app-api/needs-of.ts';
import { advance, type Happening } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import type { Counts } from '#shared/domain/standing.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import type { WindowState } from './window-state.ts';

type Story = { readonly state: WindowState; readonly ring: () => void };

/** What the person decides about an answer: a refusal is dealt with, an unproven answer is accepted. */
export function settledAnswers({ state, ring }: Story) {
  const api = implement(appContract).items;
  const happen = (itemIds: readonly string[], happening: Happening): number => {
    const before = state.items;
    state.items = before.map((item) => (itemIds.includes(item.id) ? advance(item, happening, state.overview.now).item : item));
    const counts = {
      ...state.overview.counts,
      settled: state.items.filter(isResolved).length,
      unproven: state.items.filter(isOffered).length,
      ...takenOf(state.items),
    };
    const overview = { ...state.overview, counts };
    state.overview = { ...overview, standing: standingOf(overview) };
    ring();
    return state.items.filter((item, at) => item !== before[at]).length;
  };
  return {
    resolve: api.resolve.handler(({ input }) => ({ resolved: happen(input.itemIds, { kind: 'settled', by: 'person' }) })),
    takeUnproven: api.takeUnproven.handler(({ input }) => ({ taken: happen(input.itemIds, { kind: 'unproven-taken' }) })),
    wantSendAgain: api.wantSendAgain.handler(({ input }) => ({ wanted: happen(input.itemIds, { kind: 'send-again-wanted' }) })),
    sendAllTheSame: api.sendAllTheSame.handler(({ input }) => {
      const { allTheSame: became = 'sent' } = state;
      const named = state.items.find(({ id }) => id === input.itemId)?.name ?? '';
      const as = { mediaType: 'application/pdf', sentName: named } as const;
      const sent = became === 'sent' ? happen([input.itemId], { kind: 'sent-all-the-same', as, twin: null }) : 0;
      return { became: became === 'sent' && sent === 0 ? ('not-offered' as const) : became };
    }),
    unresolve: api.unresolve.handler(({ input }) => ({ unresolved: happen(input.itemIds, { kind: 'unsettled' }) })),
  };
}

function isOffered(item: Item): boolean {
  return unprovenOf(item) !== null;
}

/** The counts that accepting an unproven answer may change. */
function takenOf(items: readonly Item[]): Pick<Counts, 'awaiting' | 'accepted' | 'refused'> {
  const of = (kind: Item['state']['kind']): number => items.filter(({ state }) => state.kind === kind).length;
  return { awaiting: of('awaiting'), accepted: of('accepted'), refused: of('refused') };
}
