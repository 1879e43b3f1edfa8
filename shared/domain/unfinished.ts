import { z } from 'zod';
import { MINUTE_MS, plus, type WallMs } from '../lib/duration.ts';
import { folderIdSchema } from './ids.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

/** A program that paused while it wrote a file has gone on by then. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/** A file in a watched folder that is being written, or whose end is missing. */
export const unfinishedFileSchema = z.object({
  /** Below its folder, as the disk spells it. */
  path: z.string(),
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  /** When it was first seen. */
  since: wallMsSchema,
  /** It was read, its end is missing, and it begins as a file that the service could take. */
  isSendable: z.boolean(),
});
export type UnfinishedFile = Readonly<z.infer<typeof unfinishedFileSchema>>;

/** Those of one folder: the first few, and how many more there are. Nothing of it is in the journal. */
export const unfinishedSchema = z.object({
  folderId: folderIdSchema,
  files: z.array(unfinishedFileSchema),
  more: z.number().int().nonnegative(),
});
export type Unfinished = Readonly<z.infer<typeof unfinishedSchema>>;

/** What came of "Send as it is". `taken`: it is a document now. `known`: its content is in the list already. */
export const AS_IT_IS = ['taken', 'known', 'changed', 'unreadable', 'too-soon', 'not-fit'] as const;
export type AsItIs = (typeof AS_IT_IS)[number];

/** Whether a person may have it sent as it is by now. */
export function maySendAsItIs({ isSendable, since }: Pick<UnfinishedFile, 'isSendable' | 'since'>, now: WallMs): boolean {
  return isSendable && now >= plus(since, WRITTEN_WITHIN_MS);
}
