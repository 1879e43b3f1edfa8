import { z } from 'zod';
import { CHOSEN_MAX, itemFilterSchema } from './item-filter.ts';
import { sortSchema } from './item-order.ts';

/** Rows of one page of the list, and documents that most calls take at once. */
export const ITEMS_MAX = 500;
const CURSOR_MAX = 20;
/** Longer than every name of a time zone. */
const ZONE_MAX = 60;

/** `upTo`: the `top` of a page, so that documents which came after it move nothing. `sort`: newest first, if none is given. */
const listed = { upTo: z.string().max(CURSOR_MAX).optional(), sort: sortSchema.optional() };

/** A page of the list, by the cursor of the page before or by its place. */
export const listQuerySchema = itemFilterSchema.extend({
  ...listed,
  after: z.string().max(CURSOR_MAX).optional(),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(ITEMS_MAX),
});

/** `timeZone`: by whose days the list is shown. */
export const groupsQuerySchema = z.object({ ...listed, filter: itemFilterSchema, timeZone: z.string().max(ZONE_MAX) });

export const stretchSchema = z.object({
  ...listed,
  filter: itemFilterSchema,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(CHOSEN_MAX),
});
