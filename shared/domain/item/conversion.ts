import { z } from 'zod';

/** Formats that are made into one that the service takes. */
export const CONVERTED_KINDS = ['tiff', 'heic', 'webp'] as const;
export type ConvertedKind = (typeof CONVERTED_KINDS)[number];

/** What was made from a file, because the service does not take it as it is (C44). The file itself stays as it is. */
export const conversionSchema = z.object({
  /** Of what was made, hexadecimal; the item's own hash stays that of the file. */
  sha256: z.string(),
  bytes: z.number(),
  mediaType: z.enum(['application/pdf', 'image/jpeg']),
  pages: z.number(),
  from: z.enum(CONVERTED_KINDS),
  /** Name and version of the programs that made it: another version may make other bytes. */
  tools: z.string(),
});

export type Conversion = Readonly<z.infer<typeof conversionSchema>>;
