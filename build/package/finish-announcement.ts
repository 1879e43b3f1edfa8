import { z } from 'zod';
import { type Update, updateSchema, updateText } from '#shared/domain/update.ts';

export type Finishing = {
  /** Of installations that get it already. */
  readonly percentage: number;
  readonly notesOf: (version: string, language: 'en' | 'fr') => string;
  /** The last day on which it is believed, and the public keys that sign for us no more. */
  readonly expires: string;
  readonly withdrawn: readonly string[];
  readonly sign: (text: string) => string;
};

const builtSchema = z.looseObject({ version: z.string(), files: updateSchema.shape.files });
const percentageSchema = z.number().int().min(1).max(100);

/** What electron-builder announces, with notes, a part of installations and a signature; throws where the app would not take it. */
export function finishAnnouncement(built: unknown, { percentage, notesOf, expires, withdrawn, sign }: Finishing): Update {
  const { version, files, ...rest } = builtSchema.parse(built);
  const notes = { en: notesOf(version, 'en'), fr: notesOf(version, 'fr') };
  // Block maps and the like are not signed, and a download in parts is compared as a whole.
  const said = { version, files, notes, expires, withdrawn: [...withdrawn] };
  const finished = {
    ...rest,
    ...said,
    signature: sign(updateText(said)),
    stagingPercentage: percentageSchema.parse(percentage),
  };
  updateSchema.parse(finished);
  return finished;
}
