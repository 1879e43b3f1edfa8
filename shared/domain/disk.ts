import { z } from 'zod';
import { wallMsSchema } from './wall-ms-schema.ts';

/**
 * `held`: another program has our own files open, so that Windows lets nobody write to them · `broken`: it gives errors · `gone`: our own files
 * were deleted, moved or replaced while they were in use. For all of them nothing is sent, because nothing could be written down first.
 */
export const DISK_FAULTS = ['full', 'read-only', 'held', 'broken', 'gone'] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];

/** Whether Intray can write its own files, as the last write found it. */
export const diskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('good') }),
  z.object({ kind: z.literal('bad'), since: wallMsSchema, fault: z.enum(DISK_FAULTS) }),
]);
export type Disk = Readonly<z.infer<typeof diskSchema>>;
