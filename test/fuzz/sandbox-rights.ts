import type { Sandbox } from '#sandbox/create-sandbox.ts';
import { OPERATIONS } from '#sandbox/control/open-api.ts';
import { serviceDescription } from '#sandbox/openapi/description-route.ts';
import { DEFAULT_SWITCHES } from '#sandbox/switches/switches-schema.ts';
import { API_KEY_HEADER } from '#shared/contract/routes.ts';
import { ENTRIES } from '#test/contract/fixtures/entries.ts';
import { SCANS } from '#test/contract/fixtures/scans.ts';
import { type Asked, asked, type FormPart } from './asked.ts';
import type { Right } from './play.ts';

export type Caller = { readonly token: string; readonly integrationId: string; readonly integrationSecret: string };

export type SandboxWorld = {
  readonly sandbox: Sandbox;
  readonly caller: () => Caller;
  readonly documentId: () => string;
  readonly uuid: () => string;
};

/** Routes that neither description names. */
const OTHERS = ['get /v1/openapi.json', 'get /control/openapi.json', 'get /console', 'get /console/', 'get /console/{name}'];

/** Every route, as the descriptions have them. */
export function sandboxRoutes(): readonly string[] {
  const { paths } = serviceDescription({ baseUrl: '/v1', authUrl: '' }, 'x');
  const service = Object.entries(paths as Readonly<Record<string, Readonly<Record<string, unknown>>>>).flatMap(([path, item]) =>
    methodsOf(item).map((method) => `${method} ${'servers' in item ? '' : '/v1'}${path}`),
  );
  const control = Object.entries(OPERATIONS).flatMap(([path, item]) => methodsOf(item).map((method) => `${method} /control${path}`));
  return [...service, ...control, ...OTHERS];
}

function methodsOf(item: object): readonly string[] {
  return Object.keys(item).filter((name) => ['get', 'post', 'put', 'patch', 'delete'].includes(name));
}

/** Valid requests by route, as `sandboxRoutes` names them. */
export function sandboxRights(world: SandboxWorld): Readonly<Record<string, Right>> {
  return { ...serviceRights(world), ...controlRights(world), ...pageRights() };
}

function serviceRights({ sandbox, caller, uuid }: SandboxWorld): Readonly<Record<string, Right>> {
  const { clientId, clientSecret } = sandbox.credentials;
  const headers = () => ({ authorization: `Bearer ${caller().token}`, [API_KEY_HEADER]: caller().integrationSecret });
  const mine = (method: string, path: string, more: Parameters<typeof asked>[2] = {}): Asked =>
    asked(method, `/v1/integrations/${caller().integrationId}${path}`, {
      ...more,
      headers: { ...headers(), ...more.headers },
      secrets: [caller().token, caller().integrationSecret],
    });
  const invoice = (path: string) => (): Asked =>
    mine('POST', path, {
      headers: { 'content-type': 'multipart/form-data; boundary=Bound' },
      body: { kind: 'form', boundary: 'Bound', parts: invoiceParts(uuid()) },
    });
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }).toString();
  return {
    'post /oauth2/token': () =>
      asked('POST', '/oauth2/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: { kind: 'bytes', bytes: Buffer.from(form) },
        secrets: [clientSecret],
      }),
    'get /.well-known/jwks.json': () => asked('GET', '/.well-known/jwks.json'),
    'get /v1/health': () => asked('GET', '/v1/health', { headers: headers(), secrets: [caller().token] }),
    'get /v1/integrations/{integrationId}': () => mine('GET', ''),
    'post /v1/integrations/{integrationId}/purchase-invoices': invoice('/purchase-invoices'),
    'post /v1/integrations/{integrationId}/sales-invoices': invoice('/sales-invoices'),
    'post /v1/integrations/{integrationId}/entries': () =>
      mine('POST', '/entries', {
        json: { entries: ENTRIES, userEmail: 'a@b.example', externalReference: uuid(), metadata: { a: [1, { b: 'c' }] } },
      }),
  };
}

function invoiceParts(reference: string): readonly FormPart[] {
  return [
    part('filename', 'facture.pdf'),
    { head: 'Content-Disposition: form-data; name="file"; filename="scan.pdf"\r\nContent-Type: application/pdf', bytes: SCANS.pdf },
    part('userEmail', 'a@b.example'),
    part('comment', 'Voilà'),
    part('externalReference', reference),
    part('entries', JSON.stringify(ENTRIES)),
  ];
}

function controlRights({ caller, documentId }: SandboxWorld): Readonly<Record<string, Right>> {
  const gets = ['integrations', 'documents', 'reasons', 'deliveries', 'requests', 'switches', 'clock'];
  const read = gets.map((name): [string, Right] => [`get /control/${name}`, () => asked('GET', `/control/${name}?newest=5`)]);
  const integration = () => `/control/integrations/${caller().integrationId}`;
  const switches = Object.entries(DEFAULT_SWITCHES);
  return {
    ...Object.fromEntries(read),
    'post /control/integrations': () => asked('POST', '/control/integrations', { json: { integrationId: caller().integrationId } }),
    'post /control/integrations/{id}/revoke': () => asked('POST', `${integration()}/revoke`),
    'post /control/integrations/{id}/close': () => asked('POST', `${integration()}/close`, { json: { errorCode: 'COMPANY_CLOSED' } }),
    'get /control/documents/{id}/file': () => asked('GET', `/control/documents/${documentId()}/file`),
    'post /control/documents/{id}/decide': () =>
      asked('POST', `/control/documents/${documentId()}/decide`, { json: { documentState: 'Refused', rejectionReason: 'Illisible' } }),
    'post /control/events': () =>
      asked('POST', '/control/events', { json: { type: 'Unheard', data: { a: 1 }, envelope: { time: 'x' }, documentId: documentId() } }),
    'patch /control/switches': (dice) =>
      asked('PATCH', '/control/switches', {
        json: Object.fromEntries([0, 1, 2].map(() => switches[dice.below(switches.length)] ?? ['seed', 1])),
      }),
    'put /control/webhook-url': () => asked('PUT', '/control/webhook-url', { json: { url: 'http://127.0.0.1:9/webhooks' } }),
    'post /control/tokens/expire': () => asked('POST', '/control/tokens/expire'),
    'post /control/keys/rotate': () => asked('POST', '/control/keys/rotate'),
    'post /control/clock': () => asked('POST', '/control/clock', { json: { advanceMs: 1_000 } }),
  };
}

function pageRights(): Readonly<Record<string, Right>> {
  const named = OTHERS.map((route): [string, Right] => [
    route,
    () => asked('GET', route.replace('get ', '').replace('{name}', 'console.js')),
  ]);
  return Object.fromEntries(named);
}

function part(name: string, value: string): FormPart {
  return { head: `Content-Disposition: form-data; name="${name}"`, bytes: Buffer.from(value) };
}
