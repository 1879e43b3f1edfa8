// Without the schemas: the register's thread reads this, and has no use for zod.
import type { ItemState } from '../item/item-state.ts';
import type { Taken, Unproven } from './unproven-schemas.ts';

/** What a person may take, or null. */
export function unprovenOf({ state }: { readonly state: ItemState }): Unproven | null {
  return state.kind === 'awaiting' ? (state.unproven ?? null) : null;
}

/** A refusal is taken where its reason is seen, one at a time; what says Accepted may be taken with others. */
export function mayTakeUnread({ kind }: Pick<Unproven, 'kind'>): boolean {
  return kind === 'accepted';
}

/** How the person came by its result, where the service has not proven it; else null. */
export function takenOf({ state }: { readonly state: ItemState }): Taken | null {
  return state.kind === 'accepted' || state.kind === 'refused' ? (state.unproven ?? null) : null;
}

/** A refusal that stands by the person's word is sent again only after the person has asked for that. */
export function mayAskToSendAgain(item: { readonly state: ItemState }): boolean {
  return (
    item.state.kind === 'refused' && item.state.settled === undefined && item.state.unproven !== undefined && !isLetGo(item.state.unproven)
  );
}

/** Whether nothing but a refusal's own state decides if it may be sent again. */
export function isLetGo(taken: Taken | undefined): boolean {
  return taken === undefined || taken.sendAgain === true;
}
