import type { IntegrationId, Reference } from '../../../contract/ids.ts';
import type { InvoiceType } from '../../../contract/import-types.ts';
import type { ByteSource } from '../../../lib/byte-source.ts';
import type { CompanyId } from '../../ids.ts';

/** One import, ready to be sent: the reference was computed from exactly these bytes, and the intent is on the disk. */
export type Outgoing = {
  readonly integrationId: IntegrationId;
  readonly companyId: CompanyId;
  readonly importType: InvoiceType;
  readonly reference: Reference;
  readonly sentName: string;
  /** Note to the accountant; the reference does not depend on it. */
  readonly comment?: string | undefined;
  readonly mediaType: string;
  readonly bytes: Uint8Array | ByteSource;
  /** Called right before the bytes leave: since the intent was written, an event may have said that another computer sent them. */
  readonly isWanted: () => boolean;
};
