import { z } from 'zod';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * A refusal that needs no more action (ADR-21): the person says so, or the document that
 * corrects it was accepted. It is still refused.
 */
export const resolvedSchema = z.object({ at: wallMsSchema, by: z.enum(['person', 'correction']) });
export type Resolved = Readonly<z.infer<typeof resolvedSchema>>;

export function isResolved({ state }: { readonly state: ItemState }): boolean {
  return state.kind === 'refused' && state.settled !== undefined;
}

export function mayResolve({ state }: Pick<Item, 'state'>): boolean {
  return state.kind === 'refused' && state.settled === undefined;
}
