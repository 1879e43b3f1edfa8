import { z } from 'zod';

/** A page of words is enough; what is longer is no note. */
const NOTES_CHARS_MAX = 4_000;
/** One system's packages for two processors, and some room. */
const FILES_MAX = 10;

/** The pair of a release is two; the list grows when one leaks, which nobody hopes to see twice. */
const WITHDRAWN_MAX = 10;
/** One bad release and the hasty mends of it. */
const TAKEN_BACK_MAX = 10;
const versionSchema = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

const notesSchema = z.object({ en: z.string().max(NOTES_CHARS_MAX), fr: z.string().max(NOTES_CHARS_MAX) });
/** What is new, for people, in plain text. */
export type ReleaseNotes = Readonly<z.infer<typeof notesSchema>>;

/** What our feed says of a newer version, beside what electron-updater reads of it. Anything else is not from us. */
export const updateSchema = z.object({
  version: versionSchema,
  files: z
    .array(z.object({ url: z.string().min(1).max(300), sha512: z.string().length(88), size: z.number().int().positive() }))
    .min(1)
    .max(FILES_MAX),
  /** Parts that are fetched on their own have hashes of their own, which we do not sign, so there are none. */
  packages: z.undefined().optional(),
  notes: notesSchema,
  /** The last day, in UTC, on which it is believed: an old feed cannot be shown for ever (ADR-49). */
  expires: z.iso.date(),
  /** Public keys that sign for us no more. Only the spare key can say so. */
  withdrawn: z.array(z.string().min(1).max(200)).max(WITHDRAWN_MAX),
  /** The newest form of the journal that this version reads: an installation takes none that could not open its own. */
  journal: z.number().int().positive(),
  /** Versions that are taken back: their installations go to this one, older or not, and nobody takes them any more (ADR-59). */
  takesBack: z.array(versionSchema).max(TAKEN_BACK_MAX),
  signature: z.string().max(200),
});
export type Update = Readonly<z.infer<typeof updateSchema>>;

/** The public keys that a version is built with: the one that signs, and the spare one. A build of one's own may have the first alone. */
export type UpdateKeys = readonly [current: string, spare?: string];
