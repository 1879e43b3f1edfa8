import { z } from 'zod';
import { itemIdSchema } from '../domain/ids.ts';

/** Many times what a message about one document has. */
const TEXT_MAX = 10_000;
const SUBJECT_MAX = 500;

/** A message about one document. To whom, the engine knows: the window names no address. */
export const writeMailSchema = z.object({
  itemId: itemIdSchema,
  subject: z.string().max(SUBJECT_MAX),
  body: z.string().max(TEXT_MAX),
});
export type WriteMail = Readonly<z.infer<typeof writeMailSchema>>;

/** `whole`: it opened with the text · `bare`: without it, which was too long for that · `unavailable`: nothing here opens it. */
export const mailOpenedSchema = z.enum(['whole', 'bare', 'unavailable']);
export type MailOpened = z.infer<typeof mailOpenedSchema>;
