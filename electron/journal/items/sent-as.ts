import type { IntegrationId, Reference } from '#shared/contract/ids.ts';

/** The number, integration and reference that a document was sent under, as its event says. */
export type SentAs = { readonly resubmission: number; readonly integrationId: IntegrationId; readonly reference: Reference };
