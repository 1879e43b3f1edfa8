import type { IntegrationId, Reference } from '../../contract/ids.ts';
import type { InvoiceType } from '../../contract/import-types.ts';
import type { CompanyId } from '../ids.ts';

/** One import, ready to leave: the reference was computed from these very bytes, and the intent is on the disk. */
export type Outgoing = {
  readonly integrationId: IntegrationId;
  readonly companyId: CompanyId;
  readonly importType: InvoiceType;
  readonly reference: Reference;
  readonly sentName: string;
  /** To the accountant; the reference does not depend on it. */
  readonly comment?: string | undefined;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Asked right before the bytes leave: another computer's sending of them may have been told of since the intent was written. */
  readonly isWanted: () => boolean;
};
