import type { Configuration } from '#shared/app-api/installation.ts';

/** What a build may bring along, with every member that its schema would add. */
export const CONFIGURATION: Configuration = {
  relayUrl: 'https://relay.example/',
  service: {
    baseUrl: 'https://api.example/v1',
    authUrl: 'https://auth.example/token',
    jwksUrl: 'https://api.example/jwks',
    issuer: 'https://api.example',
    scope: '',
    apiKeyHeader: 'x-api-key',
    signatureHeader: 'x-signature',
  },
};
