import { z } from 'zod';

/** Enough for a page of text; anything longer is not a note. */
const NOTES_CHARS_MAX = 4_000;
/** One system's packages for two processors, and some spare. */
const FILES_MAX = 10;

/** A release has two keys; the list grows when one leaks, which should hardly happen twice. */
const WITHDRAWN_MAX = 10;
/** One bad release and its hasty fixes. */
const TAKEN_BACK_MAX = 10;
const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

const notesSchema = z.object({ en: z.string().max(NOTES_CHARS_MAX), fr: z.string().max(NOTES_CHARS_MAX) });
/** What is new, for people, as plain text. */
export type ReleaseNotes = Readonly<z.infer<typeof notesSchema>>;

/** What our feed says about a newer version, beside what electron-updater reads in it. A feed of any other shape is not ours. */
export const updateSchema = z.object({
  version: versionSchema,
  files: z
    .array(z.object({ url: z.string().min(1).max(300), sha512: z.string().length(88), size: z.number().int().positive() }))
    .min(1)
    .max(FILES_MAX),
  /** Separately downloaded parts would have their own hashes, which we do not sign, so there are none. */
  packages: z.undefined().optional(),
  notes: notesSchema,
  /** The last day, in UTC, on which it is trusted: an old feed cannot be replayed for ever (ADR-49). */
  expires: z.iso.date(),
  /** Public keys that no longer sign for us. Only the spare key can say so. */
  withdrawn: z.array(z.string().min(1).max(200)).max(WITHDRAWN_MAX),
  /** The newest journal schema that this version reads: an installation accepts no version that could not open its own. */
  journal: z.number().int().positive(),
  /** Versions that are taken back: their installations move to this one, older or not, and nobody installs them again (ADR-49). */
  takesBack: z.array(versionSchema).max(TAKEN_BACK_MAX),
  signature: z.string().max(200),
});
export type Update = Readonly<z.infer<typeof updateSchema>>;

/** The public keys built into a version: the signing one and the spare one. A private build may have only the first. */
export type UpdateKeys = readonly [current: string, spare?: string];
