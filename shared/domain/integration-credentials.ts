import type { IntegrationId } from '../contract/ids.ts';

/** By which a company's integration shows the service that it is itself. */
export type IntegrationCredentials = { readonly integrationId: IntegrationId; readonly integrationSecret: string };
