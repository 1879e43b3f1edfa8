import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/** `unreachable`: the feed did not answer. `damaged`: other bytes came than were announced. `unsigned`: what is offered is not from us. `stale`: it is, and its date is over. */
export const updateFaultSchema = z.enum(['unreachable', 'damaged', 'unsigned', 'stale']);
export type UpdateFault = z.infer<typeof updateFaultSchema>;

const version = z.string();
const notes = z.object({ en: z.string(), fr: z.string() });

/** Where this installation stands with newer versions of itself. */
export const updatesViewSchema = z.discriminatedUnion('kind', [
  /** Whoever installed this host brings it up to date. */
  z.object({ kind: z.literal('not-here') }),
  /** This build was made without a feed, or lies where it cannot replace itself. */
  z.object({ kind: z.literal('off') }),
  /** Nothing newer, as far as is known; `fault` of the last try. */
  z.object({ kind: z.literal('current'), checkedAt: wallMsSchema.nullable(), fault: updateFaultSchema.nullable() }),
  z.object({ kind: z.literal('loading'), version, notes }),
  /** Fetched and checked. `asked`: a person wants it now, and what is being sent ends first. */
  z.object({ kind: z.literal('ready'), version, notes, asked: z.boolean() }),
]);
export type UpdatesView = Readonly<z.infer<typeof updatesViewSchema>>;
