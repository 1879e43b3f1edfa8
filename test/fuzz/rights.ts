import { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH } from '#shared/app-api/browsers-contract.ts';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { HEALTH_PATH, PING_PATH } from '#electron/headless/host/host-note.ts';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import type { Dice } from '#test/sim/plan/action.ts';
import { asked, type Asked, type FormPart } from './fault-of-answer.ts';
import type { Right } from './play.ts';
import type { Sandbox } from '#sandbox/create-sandbox.ts';
import { OPERATIONS } from '#sandbox/control/open-api.ts';
import { serviceDescription } from '#sandbox/openapi/description-route.ts';
import { DEFAULT_SWITCHES } from '#sandbox/switches/switches-schema.ts';
import { API_KEY_HEADER } from '#shared/contract/routes.ts';
import { ENTRIES } from '#test/contract/fixtures/entries.ts';
import { SCANS } from '#test/contract/fixtures/answers.ts';

export type HostWorld = {
  readonly commandKey: string;
  /** The headers of a page of this host with a session of its own. */
  readonly page: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly ids: { readonly companyId: string; readonly folderId: string; readonly itemId: string };
  readonly home: string;
  readonly token: () => string;
};

/** Every procedure of the contract, by the path under which it is called. */
export function procedures(of: object = appContract, path = ''): readonly string[] {
  return Object.entries(of).flatMap(([name, value]: [string, object]) =>
    '~orpc' in value ? [`${path}/${name}`] : procedures(value, `${path}/${name}`),
  );
}

/** Valid requests: for everything that is served besides the calls, and one for each procedure. */
export function headlessRights(world: HostWorld): readonly Right[] {
  const { page, commandKey, secret } = world;
  const { [SESSION_HEADER]: _, ...signedOut } = page;
  const command = {
    headers: { [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: commandKey, 'content-type': 'application/json' },
    secrets: [commandKey],
  };
  const inputs = inputsOf(world);
  const unknown = Object.keys(inputs).filter((path) => !procedures().includes(path));
  if (unknown.length > 0) throw new Error(`no such call: ${unknown.join(', ')}`);
  const calls = procedures().map(
    (path): Right =>
      (dice) => {
        const json = inputs[path] === undefined ? {} : { json: inputs[path] };
        return dice.chance(0.8)
          ? asked('POST', `/rpc${path}`, { headers: page, secrets: [secret], json })
          : asked('POST', `/rpc${path}`, { ...command, json: dice.chance(0.3) ? { ...json, meta: oddMeta(dice) } : json });
      },
  );
  const beside: readonly Right[] = [
    ...['/', '/index.html', '/assets/main-abc.js', HEALTH_PATH, PREVIEW_PATH].map(
      (path): Right =>
        () =>
          asked('GET', path),
    ),
    ...['/token', PING_PATH].map(
      (path): Right =>
        () =>
          asked('POST', path, command),
    ),
    // Without the session, because this request would end it.
    () => asked('POST', '/session', { headers: signedOut, json: { token: world.token() } }),
    () => asked('POST', `${BROWSERS_PATH}/list`, { headers: page, secrets: [secret], json: {} }),
    () => asked('POST', `${BROWSERS_PATH}/end`, { headers: page, secrets: [secret], json: { json: { id: '000000000000' } } }),
  ];
  return [...beside, ...beside, ...calls];
}

/** The part of a call that marks members of types that JSON lacks: a date, a set, a file. */
function oddMeta(dice: Dice): unknown {
  const kind = dice.one([0, 1, 2, 3, 4, 5, 6, 7, 99, -1, 'a', null]);
  return dice.one([[[kind]], [[kind, 'itemId']], [[kind, '__proto__', 'a']], [[kind, 'a', 'b', 0]], [kind], kind, { kind }, [[[kind]]]]);
}

/** Calls that take many documents at once. */
const ON_MANY = ['allow', 'putAside', 'putBack', 'sendAgain', 'asked', 'notAsked', 'resolve', 'unresolve', 'wantSendAgain'];
const ON_ONE = ['sendAllTheSame', 'convert', 'undoJoin', 'conversionBytes', 'bytes', 'entryLines', 'entriesPreview', 'open', 'reveal'];

/**
 * Inputs by path; a procedure that is not listed takes none. Calls that remove something name what does not exist, so that nothing disappears
 * under the others.
 */
function inputsOf({ ids: { companyId, folderId, itemId }, home }: HostWorld): Readonly<Record<string, unknown>> {
  const nobody = '99999999-9999-4999-8999-999999999999';
  const filter = { text: 'a', states: ['awaiting'] };
  const itemIds = [itemId, nobody];
  const credentials = { integrationId: nobody, integrationSecret: 'a secret that is none' };
  return {
    '/items/list': { limit: 5, offset: 0, text: 'facture' },
    '/items/groups': { filter: {}, sort: 'oldest', timeZone: 'Europe/Paris' },
    '/items/counts': filter,
    '/items/ids': { filter: {}, offset: 0, limit: 5 },
    '/items/chosen': { itemIds },
    '/items/get': { itemId },
    '/items/bulkArrival': { companyId },
    '/items/answerBulkArrival': { answer: { kind: 'none' }, companyId },
    '/items/takeBackBulkAnswer': { companyId, at: 0 },
    ...Object.fromEntries(ON_MANY.map((name) => [`/items/${name}`, { itemIds }])),
    ...Object.fromEntries(ON_ONE.map((name) => [`/items/${name}`, { itemId }])),
    ...ofOne(itemId),
    '/items/join': { itemIds },
    '/items/takeUnproven': { itemIds, says: 'accepted' },
    '/windowUploads/begin': { place: { kind: 'folder', folderId }, name: 'facture.pdf', bytes: 12 },
    '/windowUploads/piece': { windowUploadId: nobody, base64: 'AAAA' },
    '/windowUploads/end': { windowUploadId: nobody },
    '/windowUploads/stop': { windowUploadId: nobody },
    '/register/make': { companyId, from: '2026-01-01', to: '2026-12-31', language: 'fr' },
    '/companies/connect': { name: 'Exemple', ...credentials },
    '/companies/reconnect': { companyId: nobody, ...credentials },
    '/companies/change': { companyId, name: 'Exemple' },
    ...Object.fromEntries(['check', 'pause', 'resume', 'computers', 'removal'].map((name) => [`/companies/${name}`, { companyId }])),
    '/companies/months': { from: 0, before: 1 },
    '/companies/sendAway': { companyId, deviceId: nobody },
    '/companies/remove': { companyId: nobody, forget: false },
    '/folders/add': { companyId, importType: 'sales-invoices', path: `${home}/ventes`, settleMs: 5_000 },
    '/folders/change': { folderId, settleMs: 5_000 },
    '/folders/remove': { folderId: nobody },
    '/folders/accept': { folderId },
    '/folders/suggest': { companyId },
    '/folders/make': { path: `${home}/neu` },
    '/folders/takeMisplaced': { path: home, folderId: nobody },
    ...Object.fromEntries(['look', 'browse', 'ignoreMisplaced', 'askAboutMisplaced'].map((name) => [`/folders/${name}`, { path: home }])),
    '/folders/sendAsItIs': { folderId, path: `${home}/scans/a.pdf` },
    '/folders/fetchFromCloud': { folderId },
    '/folders/reveal': { folderId },
    '/diagnostics/try': { what: 'service' },
    '/secrets/keep': { name: 'client-secret', secret: null },
    '/installation/change': {},
    '/settings/change': { theme: 'dark', askAfterDays: 5 },
  };
}

function ofOne(itemId: string): Readonly<Record<string, unknown>> {
  return {
    '/items/decideType': { itemId, as: 'other' },
    '/items/allowEntries': { itemId, linesSha256: 'ab'.repeat(32), choice: { withoutJournals: ['VE'], withoutLines: [[0, 3]] } },
    '/items/sendConversion': { itemId, sha256: 'ab'.repeat(32) },
    '/items/writeMail': { itemId, subject: 'Facture', body: 'Bonjour' },
    '/items/note': { itemId, text: 'Voilà' },
    '/companies/expected': { waits: false },
    '/companies/expect': { seriesId: '0123456789ab', isExpected: true },
  };
}

export type Caller = { readonly token: string; readonly integrationId: string; readonly integrationSecret: string };

type SandboxWorld = {
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
    'get /control/documents/{id}/entries': () => asked('GET', `/control/documents/${documentId()}/entries`),
    'get /control/documents/{id}/metadata': () => asked('GET', `/control/documents/${documentId()}/metadata`),
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
