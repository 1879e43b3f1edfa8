import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import type { SchemaName } from './schemas.ts';
import { RUN_CHARACTERS_MAX, RUN_HEADER, SHARED_HEADER } from '#shared/relay-protocol/protocol.ts';

const PROBLEMS = {
  '400': 'Malformed: not as this route wants it',
  '401': 'No device has this token',
  '404': 'There is no such thing here, or it is not yours: the two cannot be told apart',
  '409': 'The log has another epoch now (`epoch`), or does not reach that far (`cursor-ahead`)',
  '410': 'Another device of the integration ended this one’s reading, until it proves it again',
  '413': 'The body is too large',
  '429': 'Too many of these: wait, for as long as it says and no longer',
  '503': 'Not possible at the moment: try again',
} as const;

type ProblemStatus = keyof typeof PROBLEMS;

/** The error answers, by status. `words` replaces the general description where a route has its own. */
export function problems(statuses: readonly ProblemStatus[], words: Partial<Record<ProblemStatus, string>> = {}) {
  return Object.fromEntries(statuses.map((status) => [status, problemOf(status, words[status] ?? PROBLEMS[status])]));
}

function problemOf(status: ProblemStatus, description: string) {
  return { description, content: { [PROBLEM_TYPE]: { schema: refTo('Problem') } }, ...headersOf(status) };
}

function headersOf(status: ProblemStatus) {
  if (status === '401') return { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } };
  if (status !== '429' && status !== '503') return {};
  return { headers: { 'Retry-After': { description: 'Seconds', required: true, schema: { type: 'integer', minimum: 1 } } } };
}

export function json(description: string, schema: SchemaName) {
  return { description, content: { [JSON_TYPE]: { schema: refTo(schema) } } };
}

export function nothing(description: string) {
  return { description };
}

export function refTo(schema: SchemaName) {
  return { $ref: `#/components/schemas/${schema}` };
}

export const TAGS = ['devices'];

/** An operation of a known device. */
export function operation(operationId: string, summary: string, responses: Parameters<typeof toldOfSharing>[0]) {
  return { operationId, tags: TAGS, summary, parameters: [runParameter], responses: toldOfSharing(responses) };
}

/** The problems of a known device's operation: each may return 401 (no such device), 429 (too many refusals) and 503 (a fault of the relay). */
export function problemsOfDevice(statuses: readonly ProblemStatus[], words: Partial<Record<ProblemStatus, string>> = {}) {
  return problems([...statuses, '401', '429', '503'], words);
}

export function body(schema: SchemaName) {
  return { required: true, content: { [JSON_TYPE]: { schema: refTo(schema) } } };
}

/** What a device's request may say about the running program, and what the answer may tell it. */
export const runComponents = {
  parameters: {
    Run: {
      name: RUN_HEADER,
      in: 'header',
      description:
        'A random word for as long as the program runs, kept nowhere, so that no copy of a profile has it too. ' +
        `One of more than ${RUN_CHARACTERS_MAX} characters is left unread`,
      schema: { type: 'string' },
    },
  },
  headers: {
    DeviceShared: {
      description: 'There while more than one running program uses the token of this device',
      schema: { const: '1' },
    },
  },
};

export const runParameter = { $ref: '#/components/parameters/Run' };

type Responses = Readonly<Record<string, { readonly description: string; readonly headers?: object }>>;

/** Lets every answer say that the device is shared, except 401, which a known device never gets. */
function toldOfSharing(responses: Responses): Responses {
  const shared = { [SHARED_HEADER]: { $ref: '#/components/headers/DeviceShared' } };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status === '401' ? response : { ...response, headers: { ...response.headers, ...shared } },
    ]),
  );
}
