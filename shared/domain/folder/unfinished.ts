import { z } from 'zod';
import { MINUTE_MS, plus, type WallMs } from '../../lib/duration.ts';
import { folderIdSchema } from '../ids.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** By then, a program that paused while writing a file has resumed. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/**
 * The progress of fetching a file whose content is in the cloud only. `waiting`: for another fetch, or for a moment of quiet ·
 * `failed`: with this code of the disk, or ours; it is tried again.
 */
const cloudFetchSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('fetching') }),
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);
export type CloudFetch = Readonly<z.infer<typeof cloudFetchSchema>>;

/** A file in a watched folder that is being written, is incomplete, or whose content is being fetched. */
export const unfinishedFileSchema = z.object({
  /** Relative to its folder, as the disk spells it. */
  path: z.string(),
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** When it was first seen. */
  since: wallMsSchema,
  /** It was read and is incomplete, but begins like a file that the service could take. */
  isSendable: z.boolean(),
  /** Present if its content is in the cloud only. */
  fetch: cloudFetchSchema.optional(),
});
export type UnfinishedFile = Readonly<z.infer<typeof unfinishedFileSchema>>;

/**
 * Files whose content is in the cloud only and that are not fetched automatically: `files` are fetched when a user says so; for `stubs` the
 * user has to use the sync program.
 */
const inCloudSchema = z.object({ files: z.number().int().nonnegative(), stubs: z.number().int().nonnegative() });
export type InCloudOnly = Readonly<z.infer<typeof inCloudSchema>>;

/** The unfinished files of one folder: the first few, and the number of the rest. None of it is in the journal. */
export const unfinishedSchema = z.object({
  folderId: folderIdSchema,
  files: z.array(unfinishedFileSchema),
  more: z.number().int().nonnegative(),
  /** Absent if there are none. */
  inCloud: inCloudSchema.optional(),
});
export type Unfinished = Readonly<z.infer<typeof unfinishedSchema>>;

/** The result of "Send as it is". `taken`: it is a document now. `known`: its content is already in the list. */
export const AS_IT_IS = ['taken', 'known', 'changed', 'unreadable', 'too-soon', 'not-fit'] as const;
export type AsItIs = (typeof AS_IT_IS)[number];

/** Whether a user may already have it sent as it is. */
export function maySendAsItIs({ isSendable, since }: Pick<UnfinishedFile, 'isSendable' | 'since'>, now: WallMs): boolean {
  return isSendable && now >= plus(since, WRITTEN_WITHIN_MS);
}
