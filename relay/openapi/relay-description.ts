import { CLOUD_EVENTS_TYPE, JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { WEBHOOK_BYTES_MAX } from '#shared/contract/limits.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { body, json, problemsOfDevice, nothing, operation, problems, refTo, runComponents } from './answers.ts';
import { devicePaths } from './device-operations.ts';
import { schemas } from './schemas.ts';
import { CLAIM_REPEAT_MS, WRONG_NUMBERS_MAX } from '#shared/relay-protocol/invitations.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** The relay in OpenAPI 3.1. A test compares it with the router, and with every answer that the other tests get. */
export function relayDescription(signatureHeader: string) {
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Intray relay',
      version: '1',
      summary: 'Keeps the results of imports until the desktops of the company have read them',
      description: 'Errors are problems of RFC 9457. What a device may not see is 404, as if it were not there.',
    },
    // Relative to where the description was read: the relay cannot know the name that its proxy gives it.
    servers: [{ url: '/' }],
    tags: [{ name: 'webhooks' }, { name: 'devices' }, { name: 'operation' }],
    security: [{ deviceToken: [] }],
    paths: { [RELAY_PATHS.webhooks]: webhooks(signatureHeader), ...devicePaths(), ...invitationPaths(), ...operatorPaths() },
    components: {
      schemas: schemas(),
      ...runComponents,
      securitySchemes: {
        deviceToken: { type: 'http', scheme: 'bearer', description: 'Given at enrolment: 32 random bytes in base64url' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'The setting RELAY_METRICS_TOKEN' },
        webhookSignature: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeader,
          description: 'Compact JWT of the service, RS512, over the SHA-256 of the body as received',
        },
      },
    },
  };
}

function webhooks(signatureHeader: string) {
  const event = { schema: { type: 'object', description: 'A CloudEvent in structured mode, as the service writes it' } };
  return {
    post: {
      operationId: 'receiveEvent',
      tags: ['webhooks'],
      summary: 'An event of the service',
      security: [{ webhookSignature: [] }],
      requestBody: {
        required: true,
        description: `${WEBHOOK_BYTES_MAX} bytes at most, packed (gzip) and unpacked`,
        content: { [CLOUD_EVENTS_TYPE]: event },
      },
      responses: {
        '204': nothing(
          'The event is on the disk, now or since an earlier time; one that is signed and cannot be read is kept apart, for the operator to replay',
        ),
        ...problems(['400', '401', '413', '503'], {
          '400': 'No signature that can be read, or one that does not say what it signs',
          '401': `Not signed by the service, in ${signatureHeader}; \`unknown_key\` where it publishes no such key`,
          '503': 'In doubt (keys, store, time, closing, quarantine full): nothing is acknowledged, send it again',
        }),
      },
    },
    options: {
      operationId: 'agreeToWebhooks',
      tags: ['webhooks'],
      summary: 'Hand-shake of CloudEvents: who may send here',
      security: [],
      responses: {
        '200': {
          description: 'Send here',
          headers: { 'WebHook-Allowed-Origin': { required: true, schema: { type: 'string' } } },
        },
        ...problems(['503']),
      },
    },
  };
}

/** For the operator. */
function operatorPaths(): Readonly<Record<string, object>> {
  const document = { description: 'OpenAPI 3.1', content: { [JSON_TYPE]: { schema: { type: 'object', required: ['openapi'] } } } };
  const measured = { description: 'Prometheus', content: { 'text/plain': { schema: { type: 'string' } } } };
  return {
    [RELAY_PATHS.health]: open('isAlive', 'Whether the process lives', { '200': json('It does', 'State') }),
    [RELAY_PATHS.ready]: open('isReady', 'Whether it may be given work, as it was within the last five seconds', {
      '200': json('It may', 'State'),
    }),
    [RELAY_PATHS.metrics]: { get: { ...showMetrics, responses: { '200': measured, ...showMetrics.responses } } },
    [RELAY_PATHS.description]: open('describe', 'This description', { '200': document }),
  };
}

const showMetrics = {
  operationId: 'showMetrics',
  tags: ['operation'],
  summary: 'What it has done, counted anew once in five seconds at most',
  security: [{ metricsToken: [] }],
  responses: problems(['401', '404', '503'], {
    '401': 'Not the token of the metrics',
    '404': 'The metrics are not shown here: no token is set, or they have an address of their own',
  }),
};

function open(operationId: string, summary: string, responses: object) {
  return { get: { operationId, tags: ['operation'], summary, security: [], responses: { ...responses, ...problems(['503']) } } };
}

/** What a device may do with an invitation, and the page that its link leads a browser to. */
function invitationPaths(): Readonly<Record<string, object>> {
  return {
    [RELAY_PATHS.invitationLook]: { post: look },
    [RELAY_PATHS.invitationClaim]: { post: claim },
    [RELAY_PATHS.invitationUndo]: { post: undo },
    [RELAY_PATHS.invitationPage]: { get: page },
    [RELAY_PATHS.logo]: { get: logo },
  };
}

const ofInvitation = (description: string) => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: refTo('InvitationProblem') } },
});

const look = {
  ...operation('lookAtInvitation', 'What an invitation offers, or what became of it. Changes nothing', {
    '200': json('The invitation', 'Invitation'),
    ...problemsOfDevice(['400', '404', '413'], { '404': 'No invitation has this code' }),
  }),
  requestBody: body('InvitationLook'),
};

const claim = {
  ...operation(
    'claimInvitation',
    `Claims an invitation, once. The same device may repeat it with the same key for ${CLAIM_REPEAT_MS / MINUTE_MS} minutes. Gives access to no log`,
    {
      '200': json('Claimed; with the deposited secret, if there is one, encrypted to the claim’s key', 'InvitationClaimed'),
      ...problemsOfDevice(['400', '404', '413'], { '404': 'No invitation has this code' }),
      '403': ofInvitation(
        `\`wrong-number\` or \`number-needed\`; \`left\` says how many tries are left of ${WRONG_NUMBERS_MAX}, and 0 that this one has ended it`,
      ),
      '409': ofInvitation('`spent` or `ended`; `invitation` says when, and by which computer or why'),
      '422': ofInvitation('`claim-key`: nothing can be encrypted to this key'),
    },
  ),
  requestBody: body('InvitationClaim'),
};

const undo = {
  ...operation(
    'undoInvitation',
    'Who holds the code says that the claim was none of theirs: the device that made it is sent away from the integration',
    {
      '200': json('Undone, now or before', 'InvitationUndone'),
      ...problemsOfDevice(['400', '404', '413'], { '404': 'No invitation has this code' }),
      '409': ofInvitation('`not-claimed`: nobody has used it yet; `ended`: it ended otherwise'),
    },
  ),
  requestBody: body('InvitationLook'),
};

const picture = { schema: { type: 'string', format: 'binary' } };
const logo = {
  operationId: 'showLogo',
  tags: ['operation'],
  summary: 'The logo of whoever runs the relay',
  security: [],
  responses: {
    '200': { description: 'A picture', content: { 'image/png': picture, 'image/jpeg': picture } },
    ...problems(['404', '503'], { '404': 'The operator gave none' }),
  },
};

const page = {
  operationId: 'showInvitationPage',
  tags: ['devices'],
  summary: 'The page that the link of an invitation leads a browser to. It claims nothing: the code is in the fragment, which is not sent',
  security: [],
  responses: {
    '200': { description: 'In French and English', content: { 'text/html': { schema: { type: 'string' } } } },
    ...problems(['503']),
  },
};
