import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { SECTION_IDS, type SectionId } from './check.ts';
import type { Target } from './target.ts';

export type Command = {
  readonly target: Target;
  readonly sections: readonly SectionId[];
  /** Null if no report is wanted. */
  readonly junitFile: string | null;
  readonly output: 'table' | 'json';
};

export const USAGE = `npm run contract -- --base-url URL --auth-url URL --jwks-url URL --client-id ID --integration-id ID
  [--issuer URL] [--scope SCOPE] [--writing yes|no] [--section NAME]... [--junit FILE] [--json]
  [--control-url URL [--webhook-listen HOST:PORT] [--webhook-url URL]] [--secrets-on-stdin]

Holds an implementation against the document of the accounting import service, case by case, over HTTP.
No document is left behind in the service without --writing yes. Secrets come from the environment,
CONTRACT_CLIENT_SECRET and CONTRACT_INTEGRATION_SECRET, or with --secrets-on-stdin as two lines in this order.
With --control-url (our sandbox) integrations are made, documents decided and events received by the suite itself;
--integration-id may be left out then. --section takes a name or its beginning:
${SECTION_IDS.map((id) => `  ${id}`).join('\n')}
Exit code: 0 every case passed or was skipped, 1 a case failed, 2 it could not be run.
`;

export type Secrets = { readonly clientSecret: string | undefined; readonly integrationSecret: string | undefined };

/** Parses the command line and the secrets; the failure is a sentence. */
export function readCommand(args: readonly string[], secrets: Secrets): Result<Command, string> {
  const read = valuesOf(args);
  if (!read.ok) return read;
  const values = read.value;
  const { 'client-id': clientId, writing = 'no' } = values;
  const urls = urlsOf(values);
  if (!urls.ok) return urls;
  if (clientId === undefined) return fail('--client-id is missing');
  if (!secrets.clientSecret) return fail('CONTRACT_CLIENT_SECRET is missing');
  if (writing !== 'yes' && writing !== 'no') return fail('--writing is yes or no');
  const sections = sectionsOf(values.section ?? []);
  if (!sections.ok) return sections;
  const integration = integrationOf(values, secrets);
  if (!integration.ok) return integration;
  const control = controlOf(values);
  if (!control.ok) return control;
  const identity = { issuer: values.issuer ?? null, clientId, clientSecret: secrets.clientSecret, scope: values.scope ?? '' };
  return ok({
    target: { ...urls.value, ...identity, integration: integration.value, writing: writing === 'yes', control: control.value },
    sections: sections.value,
    junitFile: values.junit ?? null,
    output: values.json === true ? 'json' : 'table',
  });
}

const text = { type: 'string' } as const;
const OPTIONS = {
  'base-url': text,
  'auth-url': text,
  'jwks-url': text,
  issuer: text,
  'client-id': text,
  scope: text,
  'integration-id': text,
  writing: text,
  'control-url': text,
  'webhook-listen': text,
  'webhook-url': text,
  section: { type: 'string', multiple: true },
  junit: text,
  json: { type: 'boolean' },
  'secrets-on-stdin': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
}

function valuesOf(args: readonly string[]): Result<Values, string> {
  try {
    return ok(parse(args));
  } catch (error) {
    // The platform's parser throws on unknown options; the sentence is for the user who typed them.
    return fail(error instanceof Error ? error.message : 'the command line cannot be read');
  }
}

function urlsOf(values: Values): Result<Pick<Target, 'baseUrl' | 'authUrl' | 'jwksUrl'>, string> {
  const { 'base-url': baseUrl = '', 'auth-url': authUrl = '', 'jwks-url': jwksUrl = '' } = values;
  for (const [name, url] of Object.entries({ 'base-url': baseUrl, 'auth-url': authUrl, 'jwks-url': jwksUrl })) {
    if (!isHttp(url)) return fail(`--${name} must be an http or https address`);
  }
  return ok({ baseUrl: trimmed(baseUrl), authUrl: trimmed(authUrl), jwksUrl });
}

function integrationOf(values: Values, secrets: Secrets): Result<Target['integration'], string> {
  const { 'integration-id': integrationId, 'control-url': controlUrl } = values;
  if (integrationId === undefined) return controlUrl === undefined ? fail('--integration-id is missing') : ok(null);
  const { integrationSecret } = secrets;
  return integrationSecret ? ok({ integrationId, integrationSecret }) : fail('CONTRACT_INTEGRATION_SECRET is missing');
}

function controlOf(values: Values): Result<Target['control'], string> {
  const { 'control-url': controlUrl, 'webhook-listen': listen = '127.0.0.1:0', 'webhook-url': webhookUrl } = values;
  if (controlUrl === undefined) return ok(null);
  if (!isHttp(controlUrl)) return fail('--control-url must be an http or https address');
  if (webhookUrl !== undefined && !isHttp(webhookUrl)) return fail('--webhook-url must be an http or https address');
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(listen) ?? [];
  if (host === undefined || Number(port) > 65_535) return fail('--webhook-listen is HOST:PORT');
  return ok({ controlUrl: trimmed(controlUrl), listen: { host, port: Number(port) }, webhookUrl: webhookUrl ?? null });
}

function sectionsOf(names: readonly string[]): Result<readonly SectionId[], string> {
  const unknown = names.find((name) => !SECTION_IDS.some((id) => id.startsWith(name)));
  if (unknown !== undefined) return fail(`there is no section ${unknown}; there are ${SECTION_IDS.join(', ')}`);
  return ok(SECTION_IDS.filter((id) => names.some((name) => id.startsWith(name))));
}

function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function trimmed(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
