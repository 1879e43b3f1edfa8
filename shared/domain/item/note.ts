import { z } from 'zod';
import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { maySendAllTheSame } from './all-the-same.ts';
import { isConvertible } from './conversion/conversion-offer.ts';
import type { WallMs } from '../../lib/duration.ts';
import type { Item } from './item.ts';
import {
  FOLDER_NOTE_CHARACTERS_MAX,
  type FolderNotes,
  NOTE_FILE_PROBLEMS,
  type NoteBeside,
  type NoteFile,
  type NoteFileProblem,
} from './note-schemas.ts';

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

/** The item with this note in place of its own; an empty text removes it. A user's word counts for more than a note file. */
export function withNote(item: Item, text: string): Item {
  const { comment: before, noteFile, ...rest } = item;
  const comment = cleanNote(text);
  if (comment !== null && comment === before) return item;
  return {
    ...rest,
    ...(noteFile === undefined ? {} : { noteFile: { ...noteFile, became: 'own' } }),
    ...(comment === null ? {} : { comment }),
  };
}

/** What a joined document says if the user says nothing else: the notes of its parts in their order, each once. It may be too long to be sent. */
export function joinedNote(parts: readonly Pick<Item, 'comment'>[]): string {
  const notes = new Set(parts.flatMap(({ comment }) => comment ?? []));
  return [...notes].join('\n');
}

export const NO_FOLDER_NOTES: FolderNotes = { text: null, holdsSince: null, beside: false };

/** What a user can set; what is not named stays. An empty text deletes the note. */
export const folderNotesChangeSchema = z
  .object({
    holds: z.boolean(),
    beside: z.boolean(),
    text: z.string().refine(isFolderNote, `a note of at most ${FOLDER_NOTE_CHARACTERS_MAX} characters is expected`),
  })
  .partial();

export type FolderNotesChange = {
  readonly text?: string | undefined;
  readonly holds?: boolean | undefined;
  readonly beside?: boolean | undefined;
};

/** Whether it is short enough, as it would be stored. */
export function isFolderNote(text: string): boolean {
  return (cleanNote(text) ?? '').length <= FOLDER_NOTE_CHARACTERS_MAX;
}

/** What holds its documents already does so since the same time. */
export function changedNotes(before: FolderNotes, { text, holds, beside }: FolderNotesChange, now: WallMs): FolderNotes {
  return {
    ...before,
    ...(beside === undefined ? {} : { beside }),
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

const NOTE_FILE = /\.note\.txt$/i;

/** The path of a note file without what makes it one, which it shares with its documents; null for another file. */
export function noteBaseOf(path: string): string | null {
  return NOTE_FILE.test(path) ? path.replace(NOTE_FILE, '') : null;
}

/** What hinders its note file from being its note, if a user has to decide. */
export function noteFileProblem({ noteFile }: Pick<Item, 'noteFile'>): NoteFileProblem | null {
  return NOTE_FILE_PROBLEMS.find((problem) => problem === noteFile?.became) ?? null;
}

/** The document with the note that lies beside it, as far as it can still have it. One that was looked at already changes nothing. */
export function withNoteFile(item: Item, { name, modifiedAt, ...file }: NoteBeside): Item {
  const { comment, noteFile: before, ...rest } = item;
  const isKnown = before?.name === name && before.modifiedAt === modifiedAt;
  if (isKnown && (before.became !== 'unreadable' || 'problem' in file)) return item;
  const became = becameOf(item, file);
  if (became === null) return item;
  const noted = { ...rest, noteFile: { name, modifiedAt, became } };
  if (became === 'taken' && 'text' in file) return { ...noted, comment: file.text };
  // What an earlier content of the file said no longer holds.
  const isTakenBack = before?.became === 'taken' && became !== 'late';
  return comment === undefined || isTakenBack ? noted : { ...noted, comment };
}

type Read = { readonly text: string } | { readonly problem: NoteFileProblem };

/** Null if it is no news: another computer sent the document, and may have sent the note. */
function becameOf(item: Item, file: Read): NoteFile['became'] | null {
  const { state, reference, comment, noteFile, sentElsewhere, leftAt } = item;
  const isOpen = state.kind === 'held' || state.kind === 'waiting' || state.kind === 'unfit' || state.kind === 'aside';
  if (!isOpen || reference !== null) return sentElsewhere && leftAt === null ? null : 'late';
  if (comment !== undefined && noteFile?.became !== 'taken') return 'own';
  return 'problem' in file ? file.problem : 'taken';
}
