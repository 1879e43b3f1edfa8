import { z } from 'zod';

/** A page of words is enough; what is longer is no note. */
const NOTES_CHARS_MAX = 4_000;
/** One system's packages for two processors, and some room. */
const FILES_MAX = 10;

const notesSchema = z.object({ en: z.string().max(NOTES_CHARS_MAX), fr: z.string().max(NOTES_CHARS_MAX) });
/** What is new, for people, in plain text. */
export type ReleaseNotes = Readonly<z.infer<typeof notesSchema>>;

/** What our feed says of a newer version, beside what electron-updater reads of it. Anything else is not from us. */
export const updateSchema = z.object({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  files: z
    .array(z.object({ url: z.string().min(1).max(300), sha512: z.string().length(88), size: z.number().int().positive() }))
    .min(1)
    .max(FILES_MAX),
  /** Parts that are fetched on their own have hashes of their own, which we do not sign, so there are none. */
  packages: z.undefined().optional(),
  notes: notesSchema,
  signature: z.string().max(200),
});
export type Update = Readonly<z.infer<typeof updateSchema>>;

/**
 * The text whose signature makes an update ours: which version, which bytes, and what is said of it. Not the part of
 * installations that already get it, which is turned up by hand while a release goes out.
 */
export function updateText({ version, files, notes }: Pick<Update, 'version' | 'files' | 'notes'>): string {
  const listed = files.map(({ url, sha512, size }) => [url, sha512, size]);
  return JSON.stringify(['intray update 1', version, listed, notes.en, notes.fr]);
}
