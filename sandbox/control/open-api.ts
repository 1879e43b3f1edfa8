import { z } from 'zod';
import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/headers.ts';
import { DEFAULT_SWITCHES, switchesSchema } from '../switches/switches-schema.ts';
import { problemAnswer, switchesAnswer } from './answer-schemas.ts';
import { type Operation, OPERATIONS } from './operations.ts';

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
