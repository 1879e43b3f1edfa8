import { z } from 'zod';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '../../contract/ids.ts';
import { importTypeSchema } from '../../contract/import-types.ts';
import { COMMENT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { companyIdSchema, itemIdSchema } from '../ids.ts';
import { entriesSchema } from './entries-schemas.ts';
import { conversionSchema, CONVERTED_KINDS } from './conversion/conversion.ts';
import { noteFileSchema, OWN_NUMBER_SOURCES, storedOwnNumberSchema } from './note-schemas.ts';
import { partSchema } from './joining/parts.ts';
import { problemSchema } from './problem.ts';
import { itemStateSchema } from './item-state.ts';
import { sentBeforeSchema } from './sent-before/sent-before.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';
import { takenSchema } from '../results/unproven-schemas.ts';

/**
 * What a document has to do with a pair. `file`: it is a file of entries among scans, and what it was read as. `with`: a scan, and the document of the
 * file whose entries go with it. `without`: a user had the scan sent without entries, when these files lay beside it.
 */
export const pairSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), as: z.union([z.object({ problem: problemSchema }), entriesSchema]) }),
  z.object({ kind: z.literal('with'), itemId: itemIdSchema, name: z.string() }),
  z.object({ kind: z.literal('without'), at: wallMsSchema, seen: z.array(itemIdSchema) }),
]);
export type Pair = Readonly<z.infer<typeof pairSchema>>;

/** Our row for one content, company and import type. */
export const itemSchema = z.object({
  id: itemIdSchema,
  companyId: companyIdSchema,
  /** Null for a document of another computer whose file was never seen here (`unseen.ts`). */
  importType: importTypeSchema.nullable(),
  /** Hexadecimal SHA-256 of the bytes; null for a file that was never read whole because it is too large, or never seen. */
  sha256: z.string().nullable(),
  bytes: z.number(),
  mediaType: z.string().nullable(),
  /** The file's name when it was found, foreign text; the document's number where the file was never seen. */
  name: z.string(),
  /** The name it is sent under (C15), which no other document of the company has (ADR-37). */
  sentName: z.string(),
  /** The integration and the reference with which it is or was sent; null until the first intent is written. */
  integrationId: integrationIdSchema.nullable(),
  reference: referenceSchema.nullable(),
  /**
   * When the body of a request with it was first begun, under any number: from then on the service may have it (C51). Nothing else says so: the journal
   * writes this before the first byte.
   */
  leftAt: wallMsSchema.nullable().default(null),
  /** How many times a user pressed "Send again" (C12). */
  resubmission: z.number(),
  /** Uploads begun under this reference. */
  attempts: z.number(),
  /** The service had it before our journal did (409): another computer or an earlier installation sent it. */
  sentElsewhere: z.boolean(),
  /** The item whose place this content took: the same file, before somebody changed it. */
  replaces: itemIdSchema.nullable().default(null),
  /** The user's note to the accountant; sent with the bytes, and fixed from then on. */
  comment: z.string().max(COMMENT_CHARACTERS_MAX).optional(),
  /** The note of its folder when it was first sent under this number: it goes with each try, whatever the folder's note is by then. */
  folderNote: z.string().max(COMMENT_CHARACTERS_MAX).optional(),
  /** The user's or their program's own number of the document: a line of the note. The reference is ours (C10). Fixed with the reference. */
  ownNumber: storedOwnNumberSchema.optional(),
  ownNumberFrom: z.enum(OWN_NUMBER_SOURCES).optional(),
  /** The address of the user who gave its file, in the window or by a command (C52). Absent from all others. */
  givenBy: z.string().optional(),
  /** The address that its current sending names, null for none; fixed with the reference, so that every further try names the same. */
  sentBy: z.string().nullable().optional(),
  /** What became of the note file beside it. */
  noteFile: noteFileSchema.optional(),
  /** When a user answered the question about its note: it is asked once. */
  noteAnsweredAt: wallMsSchema.optional(),
  /** When a user had it sent although something is wrong with its content (C40); absent from all others. */
  allTheSameAt: wallMsSchema.optional(),
  /**
   * What is sent in place of the file, because a user agreed to it, or to all of its kind in the folder (C44). Absent where the file itself is sent,
   * and where another computer's sending came first: nobody here knows what that one sent.
   */
  conversion: conversionSchema.optional(),
  /** The document that it is like and that was sent before it; a user, or the folder's setting, had it sent all the same (C51). Absent from all others. */
  sentBefore: sentBeforeSchema.optional(),
  /** A version is to be made of this kind of file, by the folder's setting, before anything is sent. Absent once there is one. */
  toConvert: z.enum(CONVERTED_KINDS).optional(),
  /** In order: the documents whose files it is made of (C42), in place of a file of its own. */
  parts: z.array(partSchema).optional(),
  /** What it has to do with a scan and the entries beside it (C43). */
  pair: pairSchema.optional(),
  /** Of a file of entries that can be read, and of a scan with such a file: what its lines come to (C45). Absent from all others. */
  entries: entriesSchema.optional(),
  foundAt: wallMsSchema,
  /** When the service received it, as far as we know. */
  receivedAt: wallMsSchema.nullable(),
  state: itemStateSchema,
  stateSince: wallMsSchema,
});

export type Item = Readonly<z.infer<typeof itemSchema>>;

/** Of a document that was found just now: nothing was sent of it, and nothing is known of it. */
export const NOTHING_SENT = {
  integrationId: null,
  reference: null,
  resubmission: 0,
  attempts: 0,
  leftAt: null,
  sentElsewhere: false,
  receivedAt: null,
} as const satisfies Partial<Item>;

/** An earlier sending of an item, kept when the item was sent again, so that its history is not lost and a late event finds its document. */
export const submissionSchema = z.object({
  /** How often "Send again" had been pressed before it. */
  resubmission: z.number(),
  integrationId: integrationIdSchema.nullable(),
  reference: referenceSchema.nullable(),
  sentElsewhere: z.boolean(),
  receivedAt: wallMsSchema.nullable(),
  /** As the service reported it; `awaiting`: the result of the next sending came first. */
  kind: z.enum(['awaiting', 'accepted', 'refused']),
  documentId: documentIdSchema,
  /** Time of the event; if the result is still awaited, since when. */
  at: wallMsSchema,
  rejectedAt: wallMsSchema.optional(),
  reason: z.string().nullable(),
  contradicted: z.boolean(),
  /** A user accepted the result, and the service has not proven it. */
  unproven: takenSchema.optional(),
  /** What was sent in place of the file (C44). */
  conversion: conversionSchema.optional(),
});

export type Submission = Readonly<z.infer<typeof submissionSchema>>;
