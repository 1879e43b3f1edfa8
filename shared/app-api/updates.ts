import { z } from 'zod';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/**
 * `unreachable`: the feed did not answer. `damaged`: the bytes are not those announced. `unsigned`: the offer is not from us. `stale`: it is
 * from us, but expired. `refused`: the system rejected the update. `unfit`: the offered version could not open this version's journal.
 */
export const updateFaultSchema = z.enum(['unreachable', 'damaged', 'unsigned', 'stale', 'refused', 'unfit']);
export type UpdateFault = z.infer<typeof updateFaultSchema>;

/**
 * Why this installation cannot update itself where it is. `gone`: the file it was started from no longer exists. `no-right`: this account may
 * not write there. `read-only`: nobody may. `foreign-place`: another program provides that place, and it accepts no files. `not-moved-in`:
 * macOS runs it from a temporary copy. `no-tools`: the program that installs packages is not on this computer.
 */
export const updateObstacleSchema = z.enum(['gone', 'no-right', 'read-only', 'foreign-place', 'not-moved-in', 'no-tools']);
export type UpdateObstacle = z.infer<typeof updateObstacleSchema>;

/**
 * Why an update was not installed. `not-allowed`: the administrator's password was not given. `changed`: the fetched file was replaced.
 * `refused`: the system prevented it. `no-room`: the disk is full. `late`: this version did not end in time. `silent`: the installation was
 * started, and nothing more was heard of it.
 */
export const installFaultSchema = z.enum(['not-allowed', 'changed', 'refused', 'no-room', 'late', 'silent']);
export type InstallFault = z.infer<typeof installFaultSchema>;

const version = z.string();
const notes = z.object({ en: z.string(), fr: z.string() });
/** The last installation of an update, if it failed. */
const failed = z.object({ version, why: installFaultSchema }).nullable();

/** The state of updates. */
export const updatesViewSchema = z.discriminatedUnion('kind', [
  /** Whoever installed this host updates it. */
  z.object({ kind: z.literal('not-here') }),
  /** This build has no update feed. */
  z.object({ kind: z.literal('off') }),
  /** It cannot update itself here, so it does not look for updates. */
  z.object({ kind: z.literal('held'), obstacle: updateObstacleSchema }),
  /** Nothing newer is known; `fault` is that of the last check. */
  z.object({ kind: z.literal('current'), checkedAt: wallMsSchema.nullable(), fault: updateFaultSchema.nullable(), failed }),
  z.object({ kind: z.literal('loading'), version, notes }),
  /** Fetched and checked. `asked`: the user wants it now, and uploads in progress end first. */
  z.object({ kind: z.literal('ready'), version, notes, asked: z.boolean(), failed }),
]);
export type UpdatesView = Readonly<z.infer<typeof updatesViewSchema>>;
