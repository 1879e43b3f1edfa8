import type { IntegrationId } from '../contract/ids.ts';

/** What a company's integration authenticates itself with. */
export type IntegrationCredentials = { readonly integrationId: IntegrationId; readonly integrationSecret: string };
