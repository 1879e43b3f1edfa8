import { API_KEY_HEADER } from '#shared/contract/headers.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { HEALTH_PATH, importPath, integrationPath, joinUrl, TOKEN_PATH } from '#shared/contract/routes.ts';
import { JWKS_PATH } from '../webhooks/jwks-route.ts';
import { entriesSchemas } from './entries-schemas.ts';
import { eventSchemas, webhooks } from './events.ts';
import { entriesImport, health, invoiceImport, keys, status, token } from './operations.ts';
import { answerSchemas, responses } from './responses.ts';

export type Addresses = { readonly baseUrl: string; readonly authUrl: string };

/**
 * The document in OpenAPI 3.1, written by hand. What the document leaves open stays open here: members that it
 * does not show are allowed everywhere, and no switch of the sandbox changes anything in it.
 */
export function serviceDescription(addresses: Addresses, scope: string) {
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Accounting Import Service',
      version: '1',
      summary: 'Pushes invoices and accounting entries to an accountant’s accounting tool',
      description:
        'Every import is answered at once with a documentId. The final result, accepted or refused, comes later as an event to the partner’s webhook.',
    },
    servers: [serverOf('baseUrl', addresses.baseUrl, 'Base address of the API; it ends in the version prefix')],
    tags: [{ name: 'authentication' }, { name: 'imports' }, { name: 'integrations' }, { name: 'events' }],
    security: [{ partnerToken: [], integrationSecret: [] }],
    paths: paths(addresses),
    webhooks,
    components: {
      schemas: { ...answerSchemas, ...entriesSchemas, ...eventSchemas },
      responses,
      parameters: {
        integrationId: {
          name: 'integrationId',
          in: 'path',
          required: true,
          description: 'Issued together with the integration secret',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      securitySchemes: securitySchemes(addresses, scope),
    },
  };
}

function paths(addresses: Addresses) {
  const elsewhere = [serverOf('authUrl', addresses.authUrl, 'Address of the authorization server')];
  const imports = IMPORT_TYPES.map((importType) => [
    importPath('{integrationId}', importType),
    { parameters: [ofIntegration], post: importType === 'entries' ? entriesImport : invoiceImport(importType) },
  ]);
  return {
    [TOKEN_PATH]: { servers: elsewhere, post: token },
    [JWKS_PATH]: { servers: elsewhere, get: keys },
    [HEALTH_PATH]: { get: health },
    [integrationPath('{integrationId}')]: { parameters: [ofIntegration], get: status },
    ...(Object.fromEntries(imports) as Record<string, object>),
  };
}

const ofIntegration = { $ref: '#/components/parameters/integrationId' };

function securitySchemes(addresses: Addresses, scope: string) {
  return {
    partnerToken: {
      type: 'oauth2',
      description: 'OAuth 2.0 client credentials of the partner; the token lives for `expires_in` seconds',
      flows: {
        clientCredentials: {
          tokenUrl: joinUrl(addresses.authUrl, TOKEN_PATH),
          scopes: { [scope]: 'The scope that the operator provisions' },
        },
      },
    },
    integrationSecret: { type: 'apiKey', in: 'header', name: API_KEY_HEADER, description: 'Secret of one integration' },
  };
}

function serverOf(name: string, address: string, description: string) {
  return { url: `{${name}}`, description, variables: { [name]: { default: address, description } } };
}
