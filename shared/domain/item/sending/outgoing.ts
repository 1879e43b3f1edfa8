import type { IntegrationId, Reference } from '../../../contract/ids.ts';
import type { InvoiceType } from '../../../contract/import-types.ts';
import type { ByteSource } from '../../../lib/byte-source.ts';
import type { CompanyId } from '../../ids.ts';

/** One import, ready to be sent: the reference was computed from exactly these bytes. */
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
  /**
   * Called right before the first byte leaves, and again before a second try. Writes that it leaves (C51); false if it is not to be sent after all: a
   * person corrected it meanwhile, or an event said that another computer sent it.
   */
  readonly leave: () => Promise<boolean>;
};
