import { z } from 'zod';

/** What a decoder found in an uploaded file. */
export const decodedSchema = z.union([
  z.object({
    /** One for a picture. */
    pages: z.number(),
    /** Of a picture in dots, of the first page of a PDF in points. */
    width: z.number(),
    height: z.number(),
  }),
  /** English, for people. */
  z.object({ fault: z.string() }),
]);
export type Decoded = Readonly<z.infer<typeof decodedSchema>>;
