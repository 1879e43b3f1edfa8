import {
  cursorPath,
  devicesPath,
  eventsPath,
  HEARTBEAT_MS,
  integrationPath,
  PAGE_BYTES_MAX,
  PAGE_ROWS_MAX,
  RELAY_PATHS,
  SERVICE_KEYS_MAX,
  STREAMS_MAX,
  WAIT_SECONDS_MAX,
} from '#shared/relay-protocol/protocol.ts';
import { DOORBELL_EVENTS } from '#shared/relay-protocol/messages.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { body, json, problemsOfDevice, nothing, operation, problems, runParameter, TAGS } from './answers.ts';

const uuid = { type: 'string', format: 'uuid' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: uuid });
const ofIntegration = '{integrationId}';
const integration = [inPath('integrationId')];

/** The operations of a device. Each may return 401 (no such device), 429 (too many refusals) and 503 (a fault of the relay). */
export function devicePaths(): Readonly<Record<string, object>> {
  return {
    [RELAY_PATHS.devices]: { post: enrol },
    [RELAY_PATHS.me]: {
      get: operation('showDevice', 'The device, and the logs that it may read', {
        '200': json('The device', 'Me'),
        ...problemsOfDevice(['404']),
      }),
      delete: operation('removeDevice', 'The device goes, with all its proofs', { '204': nothing('Gone'), ...problemsOfDevice([]) }),
    },
    [RELAY_PATHS.accessToken]: { get: accessToken },
    [RELAY_PATHS.doorbell]: { get: doorbell },
    [RELAY_PATHS.keys]: { get: keys },
    [RELAY_PATHS.integrations]: { post: proof },
    [integrationPath(ofIntegration)]: {
      parameters: integration,
      delete: operation('leaveIntegration', 'The device reads this integration no longer', {
        '204': nothing('Left'),
        ...problemsOfDevice(['404']),
      }),
    },
    [eventsPath(ofIntegration)]: { parameters: integration, get: events, delete: forget },
    [cursorPath(ofIntegration)]: { parameters: integration, put: cursor },
    [devicesPath(ofIntegration)]: {
      parameters: integration,
      get: operation('listDevices', 'Devices that proved the same integration', {
        '200': json('Devices', 'Devices'),
        ...problemsOfDevice(['404']),
      }),
    },
    [`${devicesPath(ofIntegration)}/{deviceId}`]: {
      parameters: [...integration, inPath('deviceId')],
      delete: deletion('revokeDevice', 'Another device reads this integration no longer; its stream is told at once', 'Revoked'),
    },
    [RELAY_PATHS.partner]: {
      get: operation('showPartner', 'Who runs the relay, as its operator says', {
        '200': json('The partner', 'Partner'),
        ...problemsOfDevice([]),
      }),
    },
    [RELAY_PATHS.claims]: { post: claims },
    [RELAY_PATHS.answers]: { post: answers },
  };
}

const enrol = {
  operationId: 'enrolDevice',
  tags: TAGS,
  summary: 'A device comes. It may read nothing until it has proved an integration',
  responses: { '201': json('Enrolled; the token is shown this once', 'Enrolled'), ...problems(['400', '413', '429', '503']) },
  security: [],
  requestBody: body('Enrolment'),
};

/** Answers to a secret that was refused, or could not be tried. */
const ofProof = {
  '429': 'Too many wrong secrets were shown for this integration, by this caller or by others. A right one uses no limit up',
  '503': 'The service cannot be asked at the moment, or too many wait for it: try again',
};

const proof = {
  ...operation(
    'proveIntegration',
    'Proves an integration by its secret, which the relay tries on the service and does not keep. A log that was to be deleted is kept then',
    {
      '200': json('Proved: the head of its log', 'Head'),
      ...problemsOfDevice(['400', '404', '413'], {
        '404': 'Not proved, for whatever reason',
        ...ofProof,
      }),
    },
  ),
  requestBody: body('Proof'),
};

const accessToken = {
  ...operation('lendAccessToken', 'A token of the service, shared by all devices that have proved something', {
    '200': json('A token', 'AccessToken'),
    ...problemsOfDevice(['404']),
  }),
  parameters: [
    runParameter,
    { name: 'Cache-Control', in: 'header', description: '`no-cache` when the last token met a 401', schema: { type: 'string' } },
  ],
};

const keys = operation(
  'listKeys',
  `The service’s keys as the relay saw them published, ${SERVICE_KEYS_MAX} at most, those that were seen last first; believing them is the device’s affair`,
  { '200': json('Keys', 'ServiceKeys'), ...problemsOfDevice([]) },
);

const doorbell = {
  operationId: 'listenToDoorbell',
  tags: TAGS,
  summary: 'Tells that a log has grown; carries no events itself',
  parameters: [runParameter],
  // The answer of a stream has begun before it could say that the device is shared; the device's next answer says it.
  responses: {
    '200': {
      description:
        `Server-sent events: \`${DOORBELL_EVENTS.seq}\` with a Head as its data, \`${DOORBELL_EVENTS.revocation}\` with \`{}\`. ` +
        `A comment every ${HEARTBEAT_MS / SECOND_MS} seconds says that the stream lives; \`retry\` when it ends. ` +
        `A device has ${STREAMS_MAX} streams at most: a further one ends the oldest.`,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...problemsOfDevice(['404'], {
      '404': 'The device has proved no integration: there is nothing that it could hear of',
      '429': 'As many streams and waiting questions are open at this address as may be; or too many refusals',
    }),
  },
};

const events = {
  ...operation('readEvents', `A page of the log: ${PAGE_ROWS_MAX} events or ${PAGE_BYTES_MAX} bytes at most, one event at least`, {
    '200': json('A page, perhaps empty', 'Page'),
    ...problemsOfDevice(['400', '404', '410'], {
      '429': 'As many questions wait for this device, or streams and questions at this address, as may be: ask without `wait`, or later',
    }),
  }),
  parameters: [
    runParameter,
    query('after', 0, 'The last place that is known; the page begins behind it'),
    query('limit', PAGE_ROWS_MAX, `Events wanted; less than 1 is read as 1, more than ${PAGE_ROWS_MAX} as that`),
    query('wait', 0, `Seconds to wait when there is nothing; more than ${WAIT_SECONDS_MAX} is read as that`),
  ],
};

const forget = deletion(
  'forgetIntegration',
  'No device reads the integration from now on, and after seven days all that is kept about it is deleted. A proof until then, by whatever device, brings it back',
  'Noted',
);

const cursor = {
  ...operation('acknowledge', 'The device has all up to there on its own disk', {
    '204': nothing('Noted'),
    ...problemsOfDevice(['400', '404', '409', '413']),
  }),
  requestBody: body('Cursor'),
};

const claims = {
  ...operation('claimEvents', 'Events that named no integration are found by the documents that they are about', {
    '200': json('How many there were', 'Claimed'),
    ...problemsOfDevice(['400', '404', '413']),
  }),
  requestBody: body('Claims'),
};

const answers = {
  ...operation('readAnswers', 'What was said of these documents of an integration that was revoked, or that nobody has proved', {
    '200': json('Events about some of them, the oldest first', 'Answers'),
    ...problemsOfDevice(['400', '404', '413'], { '404': 'None, or the integration can still be proved' }),
  }),
  requestBody: body('AnswersTo'),
};

/** Deletes what other devices use too: the body contains the integration's secret, which the relay tries on the service as for a proof. */
function deletion(operationId: string, summary: string, done: string) {
  const responses = {
    '204': nothing(done),
    ...problemsOfDevice(['400', '404', '413'], { '404': 'Not there, not yours, or not proved', ...ofProof }),
  };
  return { ...operation(operationId, `${summary}. Wants the integration’s secret again`, responses), requestBody: body('Deletion') };
}

/** A whole number of at most fifteen digits. */
function query(name: string, byDefault: number, description: string) {
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, default: byDefault } };
}
