import { z } from 'zod';
import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { maySendAllTheSame } from './all-the-same.ts';
import { isConvertible } from './conversion/conversion-offer.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';
import type { WallMs } from '../../lib/duration.ts';
import type { Item } from './item.ts';

export const NOTE_CHARACTERS_MAX = COMMENT_CHARACTERS_MAX;

/** A note as a user types it, for every call that takes one; `cleanNote` makes of it what is stored and sent. */
export const noteSchema = z.string().refine((text) => noteExcess(text) === 0, {
  error: ({ input }) => `the note is ${noteExcess(String(input))} characters too long: at most ${NOTE_CHARACTERS_MAX} go with a document`,
});

/** The note for the accountant may be edited until the first intent of a sending: bytes and note leave together. */
export function mayNote(item: Item): boolean {
  const { state, reference } = item;
  if (reference !== null) return false;
  if (state.kind === 'held' || state.kind === 'waiting') return true;
  if (state.kind === 'unfit') return isConvertible(item) || maySendAllTheSame(item);
  return state.kind === 'aside' && state.why === 'user' && state.unfit === undefined;
}

/**
 * What goes with the document: its own note, then that of its folder on a line of its own. Neither is ever cut: if both together are too long, the folder's
 * is left out, because the user has written the other one about this very document.
 */
export function noteToSend(own: string | undefined, ofFolder: string | undefined): NoteToSend {
  if (ofFolder === undefined) return { text: own, isFolderLeftOut: false };
  if (own === undefined) return { text: ofFolder, isFolderLeftOut: false };
  const both = `${own}\n${ofFolder}`;
  return both.length > NOTE_CHARACTERS_MAX ? { text: own, isFolderLeftOut: true } : { text: both, isFolderLeftOut: false };
}

type NoteToSend = { readonly text: string | undefined; readonly isFolderLeftOut: boolean };

/** The note as it is stored and sent; null if it is empty. Without control characters except line ends, and without bidirectional marks. */
export function cleanNote(text: string): string | null {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
    .trim();
  return plain === '' ? null : plain;
}

/** How many characters it has too many, as it would be sent; 0 for one that can be sent. */
export function noteExcess(text: string): number {
  return Math.max(0, (cleanNote(text)?.length ?? 0) - NOTE_CHARACTERS_MAX);
}

/** The item with this note in place of its own; an empty text removes it. */
export function withNote(item: Item, text: string): Item {
  const { comment: _, ...rest } = item;
  const comment = cleanNote(text);
  return comment === null ? rest : { ...rest, comment };
}

/** What a joined document says if the user says nothing else: the notes of its parts in their order, each once. It may be too long to be sent. */
export function joinedNote(parts: readonly Pick<Item, 'comment'>[]): string {
  const notes = new Set(parts.flatMap(({ comment }) => comment ?? []));
  return [...notes].join('\n');
}

/** Half of what goes with a document, so that half is left for the document's own note. */
export const FOLDER_NOTE_CHARACTERS_MAX = NOTE_CHARACTERS_MAX / 2;

/** What a folder does about the notes to the accountant. */
export const folderNotesSchema = z.object({
  /** Goes with each of its documents, after their own note. */
  text: z.string().max(FOLDER_NOTE_CHARACTERS_MAX).nullable().default(null),
  /** Each document that was found since then waits until a user has written its note, or sends it without one. Null: none waits. */
  holdsSince: wallMsSchema.nullable().default(null),
});

export type FolderNotes = Readonly<z.infer<typeof folderNotesSchema>>;

export const NO_FOLDER_NOTES: FolderNotes = { text: null, holdsSince: null };

/** What a user can set; what is not named stays. An empty text deletes the note. */
export const folderNotesChangeSchema = z
  .object({
    holds: z.boolean(),
    text: z.string().refine(isFolderNote, `a note of at most ${FOLDER_NOTE_CHARACTERS_MAX} characters is expected`),
  })
  .partial();

export type FolderNotesChange = { readonly text?: string | undefined; readonly holds?: boolean | undefined };

/** Whether it is short enough, as it would be stored. */
export function isFolderNote(text: string): boolean {
  return (cleanNote(text) ?? '').length <= FOLDER_NOTE_CHARACTERS_MAX;
}

/** What holds its documents already does so since the same time. */
export function changedNotes(before: FolderNotes, { text, holds }: FolderNotesChange, now: WallMs): FolderNotes {
  return {
    ...before,
    ...(text === undefined ? {} : { text: cleanNote(text) }),
    ...(holds === undefined ? {} : { holdsSince: holds ? (before.holdsSince ?? now) : null }),
  };
}

/** Whether its folder has a user asked for its note: nobody has written or refused one yet, and nothing of it has left. */
export function mayWaitForNote({ state, comment, noteAnsweredAt, leftAt, resubmission, reference }: Item): boolean {
  const isNew = leftAt === null && resubmission === 0 && reference === null;
  return state.kind === 'waiting' && isNew && comment === undefined && noteAnsweredAt === undefined;
}

/** A user who releases it while it is asked for its note, or while that is ignored, has answered. */
export function noteAnswered({ state }: Item, now: WallMs): Pick<Item, 'noteAnsweredAt'> {
  const question = state.kind === 'held' || state.kind === 'aside' ? state.question : undefined;
  return question?.kind === 'note' ? { noteAnsweredAt: now } : {};
}
