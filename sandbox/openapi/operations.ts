import { FORM_TYPE, JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { FILENAME_ENDINGS, MEDIA_TYPES } from '#shared/contract/media-types.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { FILENAME_MAX, METADATA_BYTES_MAX, REFERENCE_CHARACTERS_MAX } from '#shared/contract/limits.ts';
import { ERROR_CODES, REVOKED_REASONS, REVOKING_CODES } from '#shared/contract/answers.ts';

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

/** A schema of the components, by name. */
export function refTo(schema: string) {
  return { $ref: `#/components/schemas/${schema}` };
}

/** A response of the components, by name. */
function responseRef(response: string) {
  return { $ref: `#/components/responses/${response}` };
}

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };

/** Errors follow RFC 9457. The contract does not show which other members there are, so all are allowed. */
const problem = {
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: text,
    instance: { type: 'string', format: 'uri-reference' },
    errorCode: { type: 'string', description: 'Business errors alone; the set is open' },
  },
};

/** Bodies of the answers. */
export const answerSchemas = {
  Token: {
    type: 'object',
    required: ['token_type', 'expires_in', 'access_token'],
    properties: {
      token_type: { const: 'Bearer' },
      expires_in: { type: 'number', exclusiveMinimum: 0, description: 'Seconds' },
      access_token: { type: 'string', minLength: 1 },
    },
  },
  TokenError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        enum: ['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope'],
      },
      error_description: text,
      error_uri: text,
    },
  },
  Received: { type: 'object', required: ['documentId'], properties: { documentId: uuid } },
  Integration: { type: 'object', description: 'Its members are not shown: whoever asks relies on the status of the answer' },
  KeySet: {
    type: 'object',
    required: ['keys'],
    properties: {
      keys: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['kty', 'kid', 'n', 'e'],
          properties: { kty: { const: 'RSA' }, kid: { type: 'string', minLength: 1 }, n: text, e: text, alg: text, use: text },
          // A private key must never get in here; its exponent has this name.
          not: { required: ['d'] },
        },
      },
    },
  },
  Problem: problem,
  InvalidProblem: {
    ...problem,
    required: ['errorCode'],
    properties: { ...problem.properties, status: { const: 400 }, errorCode: { enum: [ERROR_CODES.validation, ...REVOKING_CODES] } },
  },
  DuplicateProblem: {
    ...problem,
    required: ['errorCode', 'documentId', 'depositDate'],
    properties: {
      ...problem.properties,
      status: { const: 409 },
      errorCode: { const: ERROR_CODES.duplicateReference },
      documentId: uuid,
      depositDate: { type: 'string', format: 'date-time' },
    },
  },
  UnauthorizedProblem: { ...problem, properties: { ...problem.properties, status: { const: 401 } } },
};

/** Answers, by name. */
export const responses = {
  Token: {
    description: 'An access token',
    headers: { 'Cache-Control': { schema: { const: 'no-store' } } },
    content: { [JSON_TYPE]: { schema: refTo('Token') } },
  },
  TokenRefused: answer('No token, in the way of RFC 6749, 5.2', JSON_TYPE, 'TokenError'),
  Received: answer('Received: the final result comes as an event', JSON_TYPE, 'Received'),
  Valid: answer('The integration is valid', JSON_TYPE, 'Integration'),
  Keys: answer('The public key set', JSON_TYPE, 'KeySet'),
  Invalid: answer(
    'Invalid data, or a company or firm that is closed or not found: the integration is revoked then',
    PROBLEM_TYPE,
    'InvalidProblem',
  ),
  Unauthorized: {
    ...answer(
      `An invalid or expired token, a wrong secret, or a revoked integration; revoked automatically, with the reason: ${Object.values(REVOKED_REASONS).join(', ')}`,
      PROBLEM_TYPE,
      'UnauthorizedProblem',
    ),
    headers: { 'WWW-Authenticate': { schema: text } },
  },
  Duplicate: answer('externalReference is already used for this integration and import type', PROBLEM_TYPE, 'DuplicateProblem'),
  TooLarge: answer('Too large; the status of this is not shown, and 400 is as possible', PROBLEM_TYPE, 'Problem'),
  Other: answer('Any other error', PROBLEM_TYPE, 'Problem'),
};

function answer(description: string, mediaType: string, schema: string) {
  return { description, content: { [mediaType]: { schema: refTo(schema) } } };
}
