import type { IntegrationId, Reference } from '#shared/contract/ids.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Outcome } from '#shared/domain/outcome.ts';
import type { Stop } from '#shared/ports/stop.ts';

/**
 * Sends one import to the service and says what came of it; never throws for what the network or the service does.
 * A 401 is met inside with a fresh token and one more try; what comes back is the last word of this call. `stop` ends the
 * wait early: the outcome is then a `failed` one, as the service may have received the bytes all the same.
 */
export type Upload = (what: Outgoing, stop: Stop) => Promise<Outcome>;

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
