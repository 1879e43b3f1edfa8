import { z } from 'zod';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * A refusal that nobody has to do anything about any more (ADR-21): the person says so, or the document that
 * corrects it was accepted. It is still refused.
 */
export const settledSchema = z.object({ at: wallMsSchema, by: z.enum(['person', 'correction']) });
export type Settled = Readonly<z.infer<typeof settledSchema>>;

export function isSettled({ state }: { readonly state: ItemState }): boolean {
  return state.kind === 'refused' && state.settled !== undefined;
}

export function maySettle({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'refused' && state.settled === undefined;
}
