import { z } from 'zod';
import { COMPANY_COLOURS, contactSchema, senderSchema } from '../../domain/company.ts';
import { companyIdSchema } from '../../domain/ids.ts';

/** What is not named stays; null takes an address away. */
export const companyChangeSchema = z.object({
  companyId: companyIdSchema,
  name: z.string().trim().min(1).max(100).optional(),
  colour: z.enum(COMPANY_COLOURS).optional(),
  contact: contactSchema.nullable().optional(),
  userEmail: senderSchema.nullable().optional(),
});
export type CompanyChange = Readonly<z.infer<typeof companyChangeSchema>>;
