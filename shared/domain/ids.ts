import { z } from 'zod';
import type { IntegrationId } from '../contract/ids.ts';
import type { Branded } from '../lib/branded.ts';

/** Our own ids, generated on this computer. */
export type CompanyId = Branded<string, 'CompanyId'>;
export type FolderId = Branded<string, 'FolderId'>;
export type ItemId = Branded<string, 'ItemId'>;

/** What `z.guid()` accepts, for what is loaded without zod. */
export function isGuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

const own = z.guid();
export const companyIdSchema = own.transform((text) => text as CompanyId);
export const folderIdSchema = own.transform((text) => text as FolderId);
export const itemIdSchema = own.transform((text) => text as ItemId);

/** What a company's integration authenticates itself with. */
export type IntegrationCredentials = { readonly integrationId: IntegrationId; readonly integrationSecret: string };
