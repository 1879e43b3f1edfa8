import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/**
 * `unreachable`: the feed did not answer. `damaged`: other bytes came than were announced. `unsigned`: what is offered is not from us. `stale`: it is, and its date is over.
 * `refused`: the system did not take it when it was handed over. `unfit`: what is offered could not open the journal of this version.
 */
export const updateFaultSchema = z.enum(['unreachable', 'damaged', 'unsigned', 'stale', 'refused', 'unfit']);
export type UpdateFault = z.infer<typeof updateFaultSchema>;

/**
 * Why this installation cannot replace itself where it lies. `gone`: what it was started from is not there any more. `no-right`: this account may not write there.
 * `read-only`: nobody may. `foreign-place`: another program makes that place, and it takes no files. `not-moved-in`: macOS runs it from a copy for this start alone.
 * `no-tools`: what installs packages is not on this computer.
 */
export const updateObstacleSchema = z.enum(['gone', 'no-right', 'read-only', 'foreign-place', 'not-moved-in', 'no-tools']);
export type UpdateObstacle = z.infer<typeof updateObstacleSchema>;

/**
 * Why a newer version was not put in place. `not-allowed`: the administrator's password was not given. `changed`: what was fetched was exchanged. `refused`: the system did not
 * let it happen. `no-room`: the disk is full. `late`: this version did not end in time. `silent`: it was begun, and nothing more was heard of it.
 */
export const installFaultSchema = z.enum(['not-allowed', 'changed', 'refused', 'no-room', 'late', 'silent']);
export type InstallFault = z.infer<typeof installFaultSchema>;

const version = z.string();
const notes = z.object({ en: z.string(), fr: z.string() });
/** The last try to put a newer version in place, where it failed. */
const failed = z.object({ version, why: installFaultSchema }).nullable();

/** Where this installation stands with newer versions of itself. */
export const updatesViewSchema = z.discriminatedUnion('kind', [
  /** Whoever installed this host brings it up to date. */
  z.object({ kind: z.literal('not-here') }),
  /** This build was made without a feed. */
  z.object({ kind: z.literal('off') }),
  /** It cannot replace itself here, so nothing is looked for or fetched. */
  z.object({ kind: z.literal('held'), obstacle: updateObstacleSchema }),
  /** Nothing newer, as far as is known; `fault` of the last try. */
  z.object({ kind: z.literal('current'), checkedAt: wallMsSchema.nullable(), fault: updateFaultSchema.nullable(), failed }),
  z.object({ kind: z.literal('loading'), version, notes }),
  /** Fetched and checked. `asked`: a person wants it now, and what is being sent ends first. */
  z.object({ kind: z.literal('ready'), version, notes, asked: z.boolean(), failed }),
]);
export type UpdatesView = Readonly<z.infer<typeof updatesViewSchema>>;
