import { Hono } from 'hono';
import type { Core } from '../core.ts';
import {
  API_KEY_HEADER,
  CLOUD_EVENTS_TYPE,
  HEALTH_PATH,
  importPath,
  integrationPath,
  joinUrl,
  JSON_TYPE,
  SIGNATURE_HEADER,
  TOKEN_PATH,
} from '#shared/contract/routes.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { JWKS_PATH } from '../webhooks/jwks-route.ts';
import { answerSchemas, entriesImport, health, invoiceImport, keys, refTo, responses, status, token } from './operations.ts';
import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';

/** Where the sandbox serves its description; the document has no such route. */
export const DESCRIPTION_PATH = '/openapi.json';

/** The service in OpenAPI 3.1, for everybody, with the addresses of this sandbox filled in. */
export function descriptionRoute(core: Core, versionPath: string): Hono {
  const addresses = { authUrl: core.issuer, baseUrl: `${core.issuer}${versionPath}` };
  return new Hono().get(DESCRIPTION_PATH, (context) => context.json(serviceDescription(addresses, core.credentials.scope)));
}

type Addresses = { readonly baseUrl: string; readonly authUrl: string };

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

const text = { type: 'string' };
const number = { type: 'number' };
const party = { type: 'string', description: 'Treated as an empty string when omitted' };

/** § Lines of entries. Balance and allocation are not checked, so no rule about them is here. */
const entriesSchemas = {
  Entries: {
    type: 'object',
    required: ['data'],
    properties: {
      data: { type: 'object', required: ['lines'], properties: { lines: { type: 'array', minItems: 1, items: refTo('EntryLine') } } },
    },
  },
  EntryLine: {
    type: 'object',
    required: ['date', 'debit', 'credit', 'journal', 'account', 'reference'],
    properties: {
      date: { type: 'string', description: 'ISO 8601' },
      debit: refTo('Amount'),
      credit: refTo('Amount'),
      journal: text,
      account: text,
      reference: text,
      dueDate: { type: 'string', description: 'ISO 8601' },
      journalLabel: text,
      thirdParty: party,
      thirdPartySiren: party,
      thirdPartyLabel: party,
      label: text,
      documentReference: text,
      analyticalAxes: { type: 'array', items: refTo('Axis'), description: 'axisCode is unique within one line' },
    },
  },
  Amount: {
    type: 'object',
    required: ['amount', 'currency', 'currencyAmount', 'currencyRate'],
    properties: { amount: number, currency: text, currencyAmount: number, currencyRate: number },
  },
  Axis: {
    type: 'object',
    required: ['axisCode', 'sections'],
    properties: { axisCode: text, axisLabel: text, sections: { type: 'array', minItems: 1, items: refTo('Section') } },
  },
  Section: {
    type: 'object',
    required: ['debit', 'credit', 'section'],
    properties: { debit: refTo('Amount'), credit: refTo('Amount'), section: text, sectionLabel: text },
  },
  Organization: {
    type: 'object',
    description: 'Types of the members are not shown',
    properties: { name: {}, siren: {}, legalForm: {}, naf: {}, address: {}, phoneNumber: {}, contactEmail: {} },
  },
};

const uuid = { type: 'string', format: 'uuid' };
const moment = { type: 'string', format: 'date-time' };

/** § Envelope. */
function envelope(type: string, data: object) {
  return {
    type: 'object',
    required: ['specversion', 'id', 'source', 'type', 'datacontenttype', 'time', 'data'],
    properties: {
      specversion: { const: '1.0' },
      id: { ...uuid, description: 'Unique per event, unchanged across retries' },
      source: { type: 'string', format: 'uri-reference', description: 'Public URL of the service' },
      type: { const: type },
      datacontenttype: { const: JSON_TYPE },
      time: moment,
      data,
    },
  };
}

const documentStatus = {
  type: 'object',
  required: ['integrationId', 'documentId', 'documentState'],
  properties: {
    integrationId: { ...uuid, type: ['string', 'null'] },
    documentId: uuid,
    externalReference: { type: ['string', 'null'] },
    documentState: { enum: Object.values(DOCUMENT_STATES) },
    rejectedDatetime: { ...moment, type: ['string', 'null'] },
    rejectionReason: { type: ['string', 'null'] },
    metadata: { type: ['object', 'null'], description: 'As given at import; entries alone' },
  },
  // Only a refusal has a date and a reason.
  if: { properties: { documentState: { const: DOCUMENT_STATES.accepted } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, and never awaited
  then: { properties: { rejectedDatetime: { type: 'null' }, rejectionReason: { type: 'null' } } },
};

const eventSchemas = {
  DocumentStatusEvent: envelope(EVENT_TYPES.documentStatus, documentStatus),
  RevocationEvent: envelope(EVENT_TYPES.revocation, { type: 'object', required: ['integrationId'], properties: { integrationId: uuid } }),
};

/** What the partner's endpoint receives (§ Webhook receiver): at least once, in any order, retried for 48 hours. */
const webhooks = {
  [EVENT_TYPES.documentStatus]: { post: received('receiveDocumentStatus', 'A document was accepted or refused', 'DocumentStatusEvent') },
  [EVENT_TYPES.revocation]: { post: received('receiveRevocation', 'An integration was revoked', 'RevocationEvent') },
};

function received(operationId: string, summary: string, schema: string) {
  return {
    operationId,
    tags: ['events'],
    summary,
    security: [],
    parameters: [
      {
        name: SIGNATURE_HEADER,
        in: 'header',
        required: true,
        description: 'Compact JWT, RS512, with iss, jti, body_sha256, ce_type, iat and exp',
        schema: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' },
      },
    ],
    requestBody: { required: true, content: { [CLOUD_EVENTS_TYPE]: { schema: refTo(schema) } } },
    responses: {
      '2XX': { description: 'Acknowledged' },
      default: { description: 'Not acknowledged, a redirect too: it is sent again' },
    },
  };
}
