import { z } from 'zod';
import { MINUTE_MS, plus, type WallMs } from '../../lib/duration.ts';
import { folderIdSchema } from '../ids.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** A program that paused while it wrote a file has gone on by then. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/**
 * How it goes with a file whose content is in the cloud only, and is to be fetched. `waiting`: for another one, or for a moment of quiet ·
 * `failed`: by this code of the disk, or ours; it is tried again.
 */
const cloudFetchSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('fetching') }),
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);
export type CloudFetch = Readonly<z.infer<typeof cloudFetchSchema>>;

/** A file in a watched folder that is being written, whose end is missing, or whose content is being fetched. */
export const unfinishedFileSchema = z.object({
  /** Below its folder, as the disk spells it. */
  path: z.string(),
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** When it was first seen. */
  since: wallMsSchema,
  /** It was read, its end is missing, and it begins as a file that the service could take. */
  isSendable: z.boolean(),
  /** Its content is in the cloud only; absent where it is on this computer. */
  fetch: cloudFetchSchema.optional(),
});
export type UnfinishedFile = Readonly<z.infer<typeof unfinishedFileSchema>>;

/**
 * Files whose content is in the cloud only and which are not fetched by themselves: `files` are when a person says so, and for `stubs` the
 * person has to ask the program that syncs.
 */
const inCloudSchema = z.object({ files: z.number().int().nonnegative(), stubs: z.number().int().nonnegative() });
export type InCloudOnly = Readonly<z.infer<typeof inCloudSchema>>;

/** Those of one folder: the first few, and how many more there are. Nothing of it is in the journal. */
export const unfinishedSchema = z.object({
  folderId: folderIdSchema,
  files: z.array(unfinishedFileSchema),
  more: z.number().int().nonnegative(),
  /** Absent where there are none. */
  inCloud: inCloudSchema.optional(),
});
export type Unfinished = Readonly<z.infer<typeof unfinishedSchema>>;

/** What came of "Send as it is". `taken`: it is a document now. `known`: its content is in the list already. */
export const AS_IT_IS = ['taken', 'known', 'changed', 'unreadable', 'too-soon', 'not-fit'] as const;
export type AsItIs = (typeof AS_IT_IS)[number];

/** Whether a person may have it sent as it is by now. */
export function maySendAsItIs({ isSendable, since }: Pick<UnfinishedFile, 'isSendable' | 'since'>, now: WallMs): boolean {
  return isSendable && now >= plus(since, WRITTEN_WITHIN_MS);
}
