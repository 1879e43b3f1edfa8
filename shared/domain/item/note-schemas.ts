import { z } from 'zod';
import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** Half of what goes with a document, so that half is left for the document's own note. */
export const FOLDER_NOTE_CHARACTERS_MAX = COMMENT_CHARACTERS_MAX / 2;

/** What a folder does about the notes to the accountant. */
export const folderNotesSchema = z.object({
  /** Goes with each of its documents, after their own note. */
  text: z.string().max(FOLDER_NOTE_CHARACTERS_MAX).nullable().default(null),
  /** Each document that was found since then waits until a user has written its note, or sends it without one. Null: none waits. */
  holdsSince: wallMsSchema.nullable().default(null),
  /** A text file beside a document, such as `scan.note.txt` beside `scan.pdf`, is its note, and no document. */
  beside: z.boolean().default(false),
  /** Where the names of its files have the number of their document, such as `FAC-*-{number}`. Null: they have none. */
  numberPattern: z.string().nullable().default(null),
});

export type FolderNotes = Readonly<z.infer<typeof folderNotesSchema>>;

/** Why a file beside a document is not its note. `used`: it went with an earlier document of the same name. */
export const NOTE_FILE_PROBLEMS = ['not-text', 'too-long', 'number-too-long', 'empty', 'unreadable', 'used'] as const;
export type NoteFileProblem = (typeof NOTE_FILE_PROBLEMS)[number];

/** `own`: the document has a note that a user wrote; `late`: it had left before. */
export const noteFileSchema = z.object({
  name: z.string(),
  modifiedAt: wallMsSchema,
  became: z.enum(['taken', 'own', 'late', ...NOTE_FILE_PROBLEMS]),
});
export type NoteFile = Readonly<z.infer<typeof noteFileSchema>>;

/** What a file beside a document says: its note, the number that its user gave the document, or both. */
export type NoteFileSaid = { readonly text: string | null; readonly ownNumber: string | null } | { readonly problem: NoteFileProblem };

/** A file that lies beside a document, as it was read. */
export type NoteBeside = Pick<NoteFile, 'name' | 'modifiedAt'> & NoteFileSaid;

export const OWN_NUMBER_CHARACTERS_MAX = 60;
export const storedOwnNumberSchema = z.string().max(OWN_NUMBER_CHARACTERS_MAX);

/** Who gave a document its number; of two, the one that is named first counts. `name`: it is a part of the name of the file. */
export const OWN_NUMBER_SOURCES = ['user', 'note-file', 'name'] as const;
export type OwnNumberSource = (typeof OWN_NUMBER_SOURCES)[number];
