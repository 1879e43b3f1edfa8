// Without the schemas: the register's thread imports this, and does not need zod.
import type { ItemState } from '../item/item-state.ts';
import type { Taken, Unproven } from './unproven-schemas.ts';

/** The unproven answer that a user may accept, or null. */
export function unprovenOf({ state }: { readonly state: ItemState }): Unproven | null {
  return state.kind === 'awaiting' ? (state.unproven ?? null) : null;
}

/** Whether it may be accepted together with others. A refusal is accepted only singly, where its reason is visible. */
export function mayTakeUnread({ kind }: Pick<Unproven, 'kind'>): boolean {
  return kind === 'accepted';
}

/** How the user accepted its result, if the service has not proven it; otherwise null. */
export function takenOf({ state }: { readonly state: ItemState }): Taken | null {
  return state.kind === 'accepted' || state.kind === 'refused' ? (state.unproven ?? null) : null;
}

/** A refusal that only the user's word supports is sent again only after the user has asked for that. */
export function mayAskToSendAgain(item: { readonly state: ItemState }): boolean {
  return (
    item.state.kind === 'refused' && item.state.resolved === undefined && item.state.unproven !== undefined && !isLetGo(item.state.unproven)
  );
}

/** Whether only a refusal's own state decides if it may be sent again. */
export function isLetGo(taken: Taken | undefined): boolean {
  return taken === undefined || taken.sendAgain === true;
}
