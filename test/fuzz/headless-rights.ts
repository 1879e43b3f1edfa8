import { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH } from '#shared/app-api/browsers-contract.ts';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { HEALTH_PATH, PING_PATH } from '#electron/headless/host/host-note.ts';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import type { Dice } from '#test/sim/plan/dice.ts';
import { asked } from './asked.ts';
import type { Right } from './play.ts';

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
const ON_ONE = ['sendAllTheSame', 'convert', 'undoJoin', 'conversionBytes', 'bytes', 'open', 'reveal'];

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
    '/items/sendConversion': { itemId, sha256: 'ab'.repeat(32) },
    '/items/writeMail': { itemId, subject: 'Facture', body: 'Bonjour' },
    '/items/note': { itemId, text: 'Voilà' },
  };
}
