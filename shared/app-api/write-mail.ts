import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { itemIdSchema } from '../domain/ids.ts';
import { reportKeptSchema } from './diagnostics.ts';
import { bytesPieceSchema } from './preview.ts';

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

const ofItem = z.object({ itemId: itemIdSchema });

/** What a user gives to others about one document. */
export const shareCalls = {
  /** Opens the computer's mail program with a message about it, to the company's contact if there is one; the user sends it. */
  writeMail: oc.input(writeMailSchema).output(z.object({ opened: mailOpenedSchema })),
  /** One zip file that shows what was sent, when, and what the service signed about it (docs/proof). `not-found`: nothing of it has left. */
  proof: oc.input(ofItem).output(eventIterator(bytesPieceSchema)),
  /** Asks the user where to save that file, and writes it there; without a dialog nothing is saved. A browser saves what `proof` returns. */
  saveProof: oc.input(ofItem).output(reportKeptSchema),
};
