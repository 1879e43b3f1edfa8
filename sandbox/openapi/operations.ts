import { FORM_TYPE, JSON_TYPE } from '#shared/contract/headers.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { FILENAME_MAX, METADATA_BYTES_MAX, REFERENCE_CHARACTERS_MAX } from '#shared/contract/limits.ts';
import { FILENAME_ENDINGS, MEDIA_TYPES } from '#shared/contract/media-types.ts';
import { refTo, responseRef } from './refs.ts';

const tokenAlone = [{ partnerToken: [] }];

const everyImport = {
  '200': responseRef('Received'),
  '400': responseRef('Invalid'),
  '401': responseRef('Unauthorized'),
  '409': responseRef('Duplicate'),
  '413': responseRef('TooLarge'),
  default: responseRef('Other'),
};

/** § Partner token. */
export const token = {
  operationId: 'obtainToken',
  tags: ['authentication'],
  summary: 'Obtain a token',
  security: [],
  requestBody: {
    required: true,
    content: {
      [FORM_TYPE]: {
        schema: {
          type: 'object',
          required: ['grant_type', 'client_id', 'client_secret'],
          properties: {
            grant_type: { const: 'client_credentials' },
            client_id: { type: 'string', format: 'uuid' },
            client_secret: { type: 'string' },
            scope: { type: 'string' },
          },
        },
      },
    },
  },
  responses: {
    '200': responseRef('Token'),
    '400': responseRef('TokenRefused'),
    '401': responseRef('TokenRefused'),
    default: responseRef('Other'),
  },
};

/** § Health check. */
export const health = {
  operationId: 'checkHealth',
  tags: ['authentication'],
  summary: 'Health check: verifies the token alone',
  security: tokenAlone,
  responses: { '204': { description: 'The token is good' }, '401': responseRef('Unauthorized'), default: responseRef('Other') },
};

/** § Integration status. The contract does not show whether it needs the secret, so both ways are described. */
export const status = {
  operationId: 'checkIntegration',
  tags: ['integrations'],
  summary: 'Verify whether an integration is still valid',
  security: [{ partnerToken: [], integrationSecret: [] }, ...tokenAlone],
  responses: { '200': responseRef('Valid'), '401': responseRef('Unauthorized'), default: responseRef('Other') },
};

/** § Public keys. */
export const keys = {
  operationId: 'listKeys',
  tags: ['events'],
  summary: 'Public keys for webhook verification, selected by kid',
  security: [],
  responses: { '200': responseRef('Keys'), default: responseRef('Other') },
};

/** § External reference. The contract's character class is not valid; this is how we read it (C9). */
const reference = { type: 'string', pattern: '^[A-Za-z0-9_:\\-]+$', minLength: 1, maxLength: REFERENCE_CHARACTERS_MAX };
const email = { type: 'string', description: 'Email of the user performing the import' };

const NAMES: Readonly<Record<InvoiceType, readonly [string, string]>> = {
  'purchase-invoices': ['importPurchaseInvoice', 'Import a purchase invoice'],
  'sales-invoices': ['importSalesInvoice', 'Import a sales invoice'],
};

/** § Import routes. */
export function invoiceImport(type: InvoiceType) {
  const [operationId, summary] = NAMES[type];
  const schema = {
    type: 'object',
    required: ['file', 'filename'],
    properties: {
      file: { description: '5 MB maximum' },
      filename: { type: 'string', maxLength: FILENAME_MAX, pattern: endingPattern() },
      userEmail: email,
      comment: { type: 'string', description: 'Free-form note for the accounting firm' },
      externalReference: reference,
      entries: { ...refTo('Entries'), description: '5 MB maximum, UTF-8; a JSON string or a JSON part' },
      organization: refTo('Organization'),
    },
  };
  const encoding = {
    file: { contentType: Object.keys(MEDIA_TYPES).join(', ') },
    entries: { contentType: JSON_TYPE },
    organization: { contentType: JSON_TYPE },
  };
  return {
    operationId,
    tags: ['imports'],
    summary,
    requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } },
    responses: everyImport,
  };
}

/** § Entries route. */
export const entriesImport = {
  operationId: 'importEntries',
  tags: ['imports'],
  summary: 'Import accounting entries, without a file',
  requestBody: {
    required: true,
    content: {
      [JSON_TYPE]: {
        schema: {
          type: 'object',
          required: ['entries'],
          properties: {
            entries: refTo('Entries'),
            userEmail: email,
            externalReference: reference,
            metadata: { type: ['object', 'null'], description: `${METADATA_BYTES_MAX} bytes maximum, serialised; comes back unchanged` },
          },
        },
      },
    },
  },
  responses: everyImport,
};

/** Matches either case: patterns in JSON Schema have no flag for that. */
function endingPattern(): string {
  const endings = FILENAME_ENDINGS.map((ending) => Array.from(ending.slice(1), (letter) => `[${letter}${letter.toUpperCase()}]`).join(''));
  return `\\.(${endings.join('|')})$`;
}
