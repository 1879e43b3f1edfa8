import { z } from 'zod';
import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import { DEFAULT_SWITCHES, switchesPatchSchema, switchesSchema } from '../switches/switches-schema.ts';
import {
  clockAnswer,
  clockSchema,
  closedAnswer,
  closeSchema,
  decideSchema,
  deliveriesAnswer,
  documentsAnswer,
  eventAnswer,
  eventSchema,
  integrationsAnswer,
  keyAnswer,
  newIntegrationAnswer,
  newIntegrationSchema,
  problemAnswer,
  reasonsAnswer,
  requestsAnswer,
  revokedAnswer,
  switchesAnswer,
  webhookPlaceSchema,
} from './schemas.ts';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';

/** OpenAPI 3.1 of the control API at this address. Bodies use the schemas that validate them; a test checks answers against theirs. */
export function openApi(controlUrl: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Intray sandbox, control API', version: '1' },
    servers: [{ url: controlUrl }],
    paths: {
      ...Object.fromEntries(Object.entries(OPERATIONS).map(([path, methods]) => [path, pathItem(path, methods)])),
      '/openapi.json': {
        get: {
          operationId: 'getDescription',
          summary: 'This description',
          responses: { '200': { description: 'OpenAPI 3.1', content: { [JSON_TYPE]: { schema: { type: 'object' } } } }, ...refusals(null) },
        },
      },
    },
    components: {
      schemas: { Switches: withDefaults(schemaOf(switchesSchema, 'input')), Problem: schemaOf(problemAnswer, 'output') },
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([name, description]) => [
          name,
          { description, content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } },
        ]),
      ),
    },
  };
}

const REFUSALS = {
  Invalid: 'The body is not as described; the detail names what is wrong first',
  Foreign: 'A page of another site, or a name that is not this machine’s',
  Unknown: 'There is no such thing',
  Other: 'Anything else, such as a bug of the sandbox; paths are called by other methods in vain, with 405 and Allow',
} as const;

function pathItem(path: string, methods: Readonly<Partial<Record<string, Operation>>>) {
  const named = path.includes('{id}');
  const operations = Object.entries(methods).flatMap(([method, of]) => (of === undefined ? [] : [[method, operation(of, named)]]));
  return Object.fromEntries(operations) as Record<string, unknown>;
}

function operation(of: Operation, named: boolean) {
  const { id, summary, body, status = 200, many } = of;
  const parameters = [
    ...(named ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }] : []),
    ...(many === true ? [{ name: 'newest', in: 'query', description: 'Only so many', schema: { type: 'integer', minimum: 1 } }] : []),
  ];
  return {
    operationId: id,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { content: { [JSON_TYPE]: { schema: schemaOf(body, 'input') } } } }),
    responses: { [status]: { description: 'Done', ...contentOf(of) }, ...refusals({ hasBody: body !== undefined, named }) },
  };
}

function contentOf({ answer, files = [] }: Operation) {
  if (answer === switchesAnswer) return { content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Switches' } } } };
  if (answer !== undefined) return { content: { [JSON_TYPE]: { schema: schemaOf(answer, 'output') } } };
  return files.length === 0 ? {} : { content: Object.fromEntries(files.map((type) => [type, { schema: {} }])) };
}

function refusals(of: { readonly hasBody: boolean; readonly named: boolean } | null) {
  return {
    ...(of?.hasBody === true ? { '400': refusal('Invalid') } : {}),
    '403': refusal('Foreign'),
    ...(of?.named === true ? { '404': refusal('Unknown') } : {}),
    default: refusal('Other'),
  };
}

function refusal(name: keyof typeof REFUSALS) {
  return { $ref: `#/components/responses/${name}` };
}

/** Adds the defaults, which the schema itself lacks: a switch that a patch leaves out stays as it is. */
function withDefaults(schema: ReturnType<typeof schemaOf>) {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_SWITCHES));
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    typeof property === 'boolean' ? property : { ...property, default: defaults.get(name) },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, unknown> };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io });
}

type Operation = {
  readonly id: string;
  readonly summary: string;
  /** JSON; without a schema no body is read. */
  readonly body?: z.ZodType;
  /** 200 if absent. */
  readonly status?: 201 | 204;
  /** JSON; absent if the answer has no body, or is one of `files`. */
  readonly answer?: z.ZodType;
  readonly files?: readonly string[];
  /** The query `newest` may limit the list. */
  readonly many?: true;
};

type Methods = Readonly<Partial<Record<'get' | 'post' | 'put' | 'patch', Operation>>>;

/** Every operation of the control API except its description, by path and method. */
export const OPERATIONS: Readonly<Record<string, Methods>> = {
  '/integrations': {
    get: { id: 'listIntegrations', summary: 'List integrations', answer: integrationsAnswer },
    post: {
      id: 'makeIntegration',
      summary: 'Make one, or make one active again',
      body: newIntegrationSchema,
      status: 201,
      answer: newIntegrationAnswer,
    },
  },
  '/integrations/{id}/revoke': { post: { id: 'revokeIntegration', summary: 'Revoke', answer: revokedAnswer } },
  '/integrations/{id}/close': {
    post: {
      id: 'closeCompany',
      summary: 'Close the company or its firm; the next import learns it',
      body: closeSchema,
      answer: closedAnswer,
    },
  },
  '/documents': { get: { id: 'listDocuments', summary: 'List documents', answer: documentsAnswer, many: true } },
  '/documents/{id}/file': {
    get: { id: 'getFile', summary: 'The file that was uploaded, of the newest ones', files: Object.keys(MEDIA_TYPES) },
  },
  '/documents/{id}/entries': {
    get: {
      id: 'getEntries',
      summary: 'The entries byte for byte as they were received, of the newest documents with any',
      files: [JSON_TYPE],
    },
  },
  '/documents/{id}/metadata': {
    get: { id: 'getMetadata', summary: 'The metadata byte for byte as they were received with these entries', files: [JSON_TYPE] },
  },
  '/documents/{id}/decide': { post: { id: 'decideDocument', summary: 'Accept or refuse', body: decideSchema, answer: eventAnswer } },
  '/reasons': { get: { id: 'listReasons', summary: 'Example reasons of refusals, by name', answer: reasonsAnswer } },
  '/events': {
    post: { id: 'tellEvent', summary: 'Tell any event, known or not', body: eventSchema, status: 201, answer: eventAnswer },
  },
  '/deliveries': {
    get: { id: 'listDeliveries', summary: 'List deliveries of events with their attempts', answer: deliveriesAnswer, many: true },
  },
  '/requests': { get: { id: 'listRequests', summary: 'List the calls that came', answer: requestsAnswer } },
  '/switches': {
    get: { id: 'getSwitches', summary: 'All switches', answer: switchesAnswer },
    patch: { id: 'changeSwitches', summary: 'Change some', body: switchesPatchSchema, answer: switchesAnswer },
  },
  '/webhook-url': {
    put: { id: 'setWebhookUrl', summary: 'Say where events go', body: webhookPlaceSchema, answer: switchesAnswer },
  },
  '/tokens/expire': { post: { id: 'expireTokens', summary: 'End the life of all access tokens', status: 204 } },
  '/keys/rotate': { post: { id: 'rotateKeys', summary: 'Sign with a new key from now on', answer: keyAnswer } },
  '/clock': {
    get: { id: 'getClock', summary: "The sandbox's time", answer: clockAnswer },
    post: { id: 'advanceClock', summary: 'Move it on; what falls due meanwhile happens', body: clockSchema, answer: clockAnswer },
  },
};
