import { z } from 'zod';
import { wallMsSchema } from './wall-ms-schema.ts';

/**
 * `held`: another program has our own files open, so Windows lets nobody write to them · `broken`: the disk reports errors · `gone`: our own files
 * were deleted, moved or replaced while in use. With any of these nothing is sent, because the intent could not be written first.
 */
export const DISK_FAULTS = ['full', 'read-only', 'held', 'broken', 'gone'] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

/** Whether Intray can write its own files, according to the last write. */
export const diskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('good') }),
  z.object({ kind: z.literal('bad'), since: wallMsSchema, fault: z.enum(DISK_FAULTS) }),
]);
export type Disk = Readonly<z.infer<typeof diskSchema>>;
