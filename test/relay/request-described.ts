import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { relayDescription } from '#relay/openapi/relay-description.ts';
import { jsonOf } from '#shared/lib/json-of.ts';

type Json = Readonly<Record<string, unknown>>;
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Json };
type Shown<T> = T | { readonly $ref: string };
type Operation = {
  readonly parameters?: readonly Shown<Parameter>[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, { readonly required?: boolean }>> }>>;
};

const DESCRIPTION = relayDescription('x-service-webhook-signature');
const JSON_TYPE = 'application/json';
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: true });
formats(ajv);
ajv.addSchema({ $id: 'openapi:', components: DESCRIPTION.components }, 'openapi:');

/** How the parameters and the JSON of a request deviate from the description, or null. Null also for a request that is not described. */
export function requestFaultOf(request: Request, body: string): string | null {
  const operation = operationOf(request);
  if (operation === null) return null;
  return queryFault(operation, new URL(request.url).searchParams) ?? bodyFault(operation, body);
}

/** Headers that the description promises for this status and that are missing. */
export function lackingHeaders(request: Request, answer: Response): readonly string[] {
  const described = operationOf(request)?.responses[String(answer.status)]?.headers ?? {};
  return Object.entries(described).flatMap(([name, { required }]) => (required === true && !answer.headers.has(name) ? [name] : []));
}

/** Headers of our own, in request or answer, that the description does not mention. */
export function unknownHeaders(request: Request, answer: Response): readonly string[] {
  const operation = operationOf(request);
  if (operation === null) return [];
  const known = parametersOf(operation).flatMap((one) => (one.in === 'header' ? [one.name] : []));
  const told = Object.keys(operation.responses[String(answer.status)]?.headers ?? {});
  return [...unknownOf(request.headers, known), ...unknownOf(answer.headers, told)];
}

function unknownOf(headers: Headers, known: readonly string[]): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('intray-') && !known.includes(name));
}

function parametersOf({ parameters = [] }: Operation): readonly Parameter[] {
  return parameters.map((one) => ('$ref' in one ? parameterAt(one.$ref) : one));
}

function parameterAt(reference: string): Parameter {
  const found = Object.entries(DESCRIPTION.components.parameters).find(([name]) => reference === `#/components/parameters/${name}`);
  if (found === undefined) throw new Error(`${reference} is nowhere`);
  return found[1];
}

const PATHS = Object.entries(DESCRIPTION.paths as Readonly<Record<string, Json>>).map(([template, item]) => ({
  pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  item,
}));

function operationOf(request: Request): Operation | null {
  const { pathname } = new URL(request.url);
  const found = PATHS.find(({ pattern }) => pattern.test(pathname));
  return (found?.item[request.method.toLowerCase()] as Operation | undefined) ?? null;
}

function queryFault(operation: Operation, sent: URLSearchParams): string | null {
  const known = new Map(
    parametersOf(operation)
      .filter((one) => one.in === 'query')
      .map((one) => [one.name, one]),
  );
  for (const [name, value] of sent) {
    const parameter = known.get(name);
    if (parameter === undefined) return `the query parameter ${name} is not described`;
    if (!ajv.validate({ type: 'object', properties: { [name]: parameter.schema } }, { [name]: value })) return ajv.errorsText();
  }
  return null;
}

const compiled = new Map<Json, ValidateFunction>();

function bodyFault({ requestBody }: Operation, body: string): string | null {
  const schema = requestBody?.content[JSON_TYPE]?.schema;
  // The body of a webhook is defined by the service, and checked by its signature.
  if (schema === undefined) return null;
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi:#/')) as Json);
  compiled.set(schema, validate);
  return validate(jsonOf(body) ?? null) ? null : ajv.errorsText(validate.errors);
}
