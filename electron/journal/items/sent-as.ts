import type { IntegrationId, Reference } from '#shared/contract/ids.ts';

/** Under which number, integration and reference a document was sent, as its event says. */
export type SentAs = { readonly resubmission: number; readonly integrationId: IntegrationId; readonly reference: Reference };
