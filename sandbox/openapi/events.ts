import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { CLOUD_EVENTS_TYPE, JSON_TYPE, SIGNATURE_HEADER } from '#shared/contract/headers.ts';
import { refTo } from './refs.ts';

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

export const eventSchemas = {
  DocumentStatusEvent: envelope(EVENT_TYPES.documentStatus, documentStatus),
  RevocationEvent: envelope(EVENT_TYPES.revocation, { type: 'object', required: ['integrationId'], properties: { integrationId: uuid } }),
};

/** What the partner's endpoint receives (§ Webhook receiver): at least once, in any order, retried for 48 hours. */
export const webhooks = {
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
