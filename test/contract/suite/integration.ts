export type Integration = { readonly integrationId: string; readonly integrationSecret: string };
