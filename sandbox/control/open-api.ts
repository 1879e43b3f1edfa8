import { z } from 'zod';
import { DEFAULT_SWITCHES, switchesPatchSchema, switchesSchema } from '../switches/switches-schema.ts';
import { clockSchema, closeSchema, decideSchema, eventSchema, newIntegrationSchema, webhookUrlSchema } from './schemas.ts';

/** OpenAPI of the control API: the bodies are the very schemas that are checked. */
export function openApi() {
  return {
    openapi: '3.1.0',
    info: { title: 'Intray sandbox, control API', version: '1' },
    paths: {
      '/integrations': { get: operation('List integrations'), post: operation('Make, or make active again', newIntegrationSchema, '201') },
      '/integrations/{id}/revoke': { post: operation('Revoke', null, '200', 'id') },
      '/integrations/{id}/close': { post: operation('Close the company or its firm; the next import learns it', closeSchema, '200', 'id') },
      '/documents': { get: operation('List documents') },
      '/documents/{id}/file': { get: operation('The file that was uploaded, of the newest ones', null, '200', 'id') },
      '/documents/{id}/decide': { post: operation('Accept or refuse', decideSchema, '200', 'id') },
      '/reasons': { get: operation('Example reasons of refusals, by name') },
      '/events': { post: operation('Tell any event, known or not', eventSchema, '201') },
      '/deliveries': { get: operation('List deliveries of events with their attempts') },
      '/requests': { get: operation('List the calls that came') },
      '/switches': { get: operation('All switches'), patch: operation('Change some', switchesPatchSchema) },
      '/webhook-url': { put: operation('Say where events go', webhookUrlSchema) },
      '/tokens/expire': { post: operation('End the life of all access tokens', null, '204') },
      '/keys/rotate': { post: operation('Sign with a new key from now on') },
      '/clock': { get: operation("The sandbox's time"), post: operation('Move it on; what falls due meanwhile happens', clockSchema) },
    },
    components: { schemas: { Switches: withDefaults(schemaOf(switchesSchema)) } },
  };
}

/** The schema itself has none: a switch that a patch leaves out stays as it is. */
function withDefaults(schema: ReturnType<typeof schemaOf>) {
  const defaults = new Map<string, unknown>(Object.entries(DEFAULT_SWITCHES));
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    typeof property === 'boolean' ? property : { ...property, default: defaults.get(name) },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, unknown> };
}

function operation(summary: string, body: z.ZodType | null = null, status = '200', parameter: string | null = null) {
  return {
    summary,
    ...(parameter === null ? {} : { parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }] }),
    ...(body === null ? {} : { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: { [status]: { description: 'Done' } },
  };
}

function schemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
}
