import { z } from 'zod';
import { companySchema } from './company.ts';
import { itemSchema } from './item/item.ts';

/** What is worth interrupting a person for, grouped: five refusals are one notice. */
export const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('unfit'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('question'), items: z.array(itemSchema).min(1) }),
  /** Documents that got no answer. */
  z.object({ kind: z.literal('no-answer'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('disconnected'), company: companySchema }),
]);

export type Notice = Readonly<z.infer<typeof noticeSchema>>;
