import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Exchange } from './suite/client.ts';

type Json = Readonly<Record<string, unknown>>;

export type Description = {
  /** How an exchange deviates from the description; null if it matches. */
  fault(exchange: Exchange): string | null;
  /** How the JSON of a request deviates from the description; null if it matches, or is not JSON. */
  requestFault(exchange: Exchange): string | null;
  /** The same for an event at the webhook. */
  eventFault(event: { readonly type: string; readonly contentType: string; readonly body: unknown }): string | null;
  /** `post /oauth2/token 200`, for each answer that was found to match. */
  readonly seen: ReadonlySet<string>;
  /** Every status of every operation, except `default`. */
  readonly answers: readonly string[];
};

/** Compares what went over the wire with an OpenAPI description. */
export function descriptionOf(document: unknown): Description {
  const root = object(document);
  const seen = new Set<string>();
  const bodyFault = bodyFaults(root);
  return {
    fault(exchange) {
      const found = operationOf(root, exchange);
      const { answer } = exchange;
      if (found === null) return [404, 405].includes(answer.status) ? null : 'the operation is not described';
      const responses = object(found.operation['responses']);
      const name = String(answer.status);
      if (responses[name] === undefined) return 'the status is not described';
      const { content } = resolved(root, responses[name]);
      const sent = { contentType: answer.mediaType, body: answer.json };
      const wrong = content === undefined ? emptyFault(answer.text) : bodyFault(content, sent);
      if (wrong === null) seen.add(`${found.name} ${name}`);
      return wrong;
    },
    requestFault(exchange) {
      const found = operationOf(root, exchange);
      const { body, headers } = exchange.call;
      const contentType = headers?.['content-type'] ?? '';
      if (found === null || body === undefined || contentType !== 'application/json') return null;
      const text = typeof body === 'string' ? body : Buffer.concat([...body]).toString('utf8');
      return bodyFault(object(found.operation['requestBody'])['content'], { contentType, body: JSON.parse(text) as unknown });
    },
    eventFault(event) {
      const described = object(root['webhooks'])[event.type];
      if (described === undefined) return 'the event is not described';
      return bodyFault(object(object(object(described)['post'])['requestBody'])['content'], event);
    },
    seen,
    answers: answersOf(root),
  };
}

type Sent = { readonly contentType: string; readonly body: unknown };

/** How a body deviates from the described content. Each schema is compiled once. */
function bodyFaults(root: Json): (content: unknown, sent: Sent) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats(ajv);
  ajv.addSchema({ $id: 'openapi:', ...root }, 'openapi:');
  const validators = new Map<Json, ValidateFunction>();
  const validator = (schema: Json): ValidateFunction => {
    const known = validators.get(schema) ?? ajv.compile(absolute(schema) as Json);
    validators.set(schema, known);
    return known;
  };
  return (content, sent) => {
    const described = content === undefined ? undefined : object(content)[sent.contentType];
    if (described === undefined) return `${sent.contentType || 'no content type'} is not described`;
    const validate = validator(object(object(described)['schema']));
    return validate(sent.body) ? null : ajv.errorsText(validate.errors);
  };
}

function emptyFault(text: string): string | null {
  return text === '' ? null : 'has a body';
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function answersOf(root: Json): string[] {
  return Object.entries(object(root['paths'])).flatMap(([path, item]) =>
    METHODS.filter((method) => object(item)[method] !== undefined).flatMap((method) => {
      const statuses = Object.keys(object(object(object(item)[method])['responses']));
      return statuses.filter((status) => status !== 'default').map((status) => `${method} ${path} ${status}`);
    }),
  );
}

function operationOf(root: Json, { call }: Exchange): { readonly name: string; readonly operation: Json } | null {
  const method = call.method.toLowerCase();
  for (const [path, item] of Object.entries(object(root['paths']))) {
    if (!addresses(root, object(item)).some((address) => fits(`${address}${path}`, call.url))) continue;
    const operation = object(item)[method];
    return operation === undefined ? null : { name: `${method} ${path}`, operation: object(operation) };
  }
  return null;
}

function fits(template: string, url: string): boolean {
  const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(url);
}

/** The servers of a path, or of the whole description, with their variables filled in. */
function addresses(root: Json, item: Json): string[] {
  const servers = (item['servers'] ?? root['servers']) as readonly Json[];
  return servers.map((server) => {
    const variables = Object.entries(object(server['variables'] ?? {}));
    return variables.reduce(
      (url, [name, variable]) => url.replace(`{${name}}`, String(object(variable)['default'])),
      String(server['url']),
    );
  });
}

function resolved(root: Json, value: unknown): Json {
  const ref = object(value)['$ref'];
  if (typeof ref !== 'string') return object(value);
  return ref
    .slice(2)
    .split('/')
    .reduce((at, name) => object(at[name]), root);
}

/** A part of the document on its own, with references that start from the root. */
function absolute(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(absolute);
  const entries = Object.entries(schema).map(([name, value]) => [name, name === '$ref' ? `openapi:${String(value)}` : absolute(value)]);
  return Object.fromEntries(entries) as Json;
}

function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new Error('the description is not as an OpenAPI document is');
  return value as Json;
}
