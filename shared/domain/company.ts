import { z } from 'zod';
import { type IntegrationId, integrationIdSchema } from '../contract/ids.ts';
import { connectionSchema } from './connection.ts';
import { contactSchema } from './contact.ts';
import { companyIdSchema } from './ids.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

export const COMPANY_COLOURS = ['blue', 'green', 'amber', 'rose', 'violet', 'slate'] as const;
export type CompanyColour = (typeof COMPANY_COLOURS)[number];

/** The local owner of folders and history. It has one current integration and may have former ones (C13). */
export const companySchema = z.object({
  id: companyIdSchema,
  name: z.string(),
  colour: z.enum(COMPANY_COLOURS),
  integrationId: integrationIdSchema,
  formerIntegrationIds: z.array(integrationIdSchema),
  connection: connectionSchema,
  /** When the current connection was made: older revocations are doubted (C29). */
  connectedAt: wallMsSchema,
  /** The accountant's e-mail address, as the person gave it; only for messages that the person writes. Absent while nobody gave one. */
  contact: contactSchema.optional(),
});

/** A removed company: nothing is sent or read for it, and its history stays. */
export const removedCompanySchema = companySchema.extend({ removedAt: wallMsSchema });
export type RemovedCompany = Readonly<z.infer<typeof removedCompanySchema>>;

export type Company = Readonly<z.infer<typeof companySchema>>;

/** Whether this is, or was, the company of an integration. */
export function ownsIntegration(company: Pick<Company, 'integrationId' | 'formerIntegrationIds'>, integrationId: IntegrationId): boolean {
  return company.integrationId === integrationId || company.formerIntegrationIds.includes(integrationId);
}
