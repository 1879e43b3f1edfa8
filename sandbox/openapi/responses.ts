import { ERROR_CODES, REVOKED_REASONS, REVOKING_CODES } from '#shared/contract/answers.ts';
import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/headers.ts';
import { refTo } from './refs.ts';

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
