import { describe, expect, it, test } from 'vitest';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '#shared/domain/ids.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { DOCUMENTS_SHOWS, hashOf, type PageAddress, placeOf, SETTINGS_SECTIONS } from '#renderer/frame/place.ts';
import { crumbsOf, joinPath, shortPath } from '#renderer/folders/paths.ts';
import { isSetUp, readInstallation } from '#renderer/settings/installation/read-installation.ts';
import { settingsSchema } from '#shared/app-api/settings.ts';

const itemId = itemIdSchema.parse(storyId(1));
const companyId = companyIdSchema.parse(storyId(2));
const folderId = folderIdSchema.parse(storyId(3));
const arrival = { companyId, importType: 'sales-invoices', folderId } as const;

const PLACES: readonly PageAddress[] = [
  { kind: 'overview' },
  { kind: 'documents', itemId: null, show: undefined },
  { kind: 'documents', itemId, show: undefined },
  { kind: 'documents', itemId: null, show: 'refused', companyId },
  { kind: 'documents', itemId, show: undefined, companyId },
  { kind: 'documents', itemId, sort: 'name' },
  { kind: 'documents', itemId: null, show: 'refused', sort: 'state', dates: '2026-01-31..2026-02-03' },
  { kind: 'documents', itemId: null, dates: 'this-month' },
  ...DOCUMENTS_SHOWS.map((show) => ({ kind: 'documents' as const, itemId, show })),
  { kind: 'documents', itemId, show: 'held', arrival },
  { kind: 'documents', itemId: null, show: undefined, arrival: { ...arrival, folderId: null } },
  { kind: 'bulk-question', arrival },
  { kind: 'bulk-question', arrival: { ...arrival, importType: 'purchase-invoices', folderId: null } },
  { kind: 'type-question', itemId },
  { kind: 'companies', companyId: undefined },
  { kind: 'companies', companyId },
  { kind: 'settings', section: undefined },
  ...SETTINGS_SECTIONS.map((section) => ({ kind: 'settings' as const, section })),
];

describe('the address of a place', () => {
  test('leads back to the very same place, for each of them', () => {
    expect(PLACES.map((place) => placeOf(hashOf(place)))).toEqual(PLACES);
  });

  test('is the one that a notification opens a document by', () => {
    expect(hashOf({ kind: 'documents', itemId })).toBe(`#/documents/${itemId}`);
  });

  test('names the order only where it is not the usual one', () => {
    expect(hashOf({ kind: 'documents', itemId: null, sort: 'name' })).toBe('#/documents?sort=name');
    expect(placeOf('#/documents?sort=newest')).toEqual({ kind: 'documents', itemId: null });
  });

  test('that is empty or unknown is the overview', () => {
    for (const hash of ['', '#', '#/', '#/elsewhere', '#documents-of-yore', `#/${itemId}`])
      expect(placeOf(hash)).toEqual({ kind: 'overview' });
  });

  test('that names what cannot be is the place without it', () => {
    expect(placeOf('#/documents/<img>?show=everything&company=12')).toEqual({ kind: 'documents', itemId: null, show: undefined });
    expect(placeOf('#/documents?sort=size&dates=<img>')).toEqual({ kind: 'documents', itemId: null });
    expect(placeOf('#/documents?show=held&company=x&type=sales-invoices')).toEqual({ kind: 'documents', itemId: null, show: 'held' });
    for (const hash of ['#/question', '#/question/type/12', `#/question/bulk?company=${companyId}`, `#/question/blank/${itemId}`])
      expect(placeOf(hash)).toEqual({ kind: 'overview' });
    expect(placeOf('#/companies/12')).toEqual({ kind: 'companies', companyId: undefined });
    expect(placeOf('#/settings/secrets')).toEqual({ kind: 'settings', section: undefined });
  });
});

const paths = (path: string) => crumbsOf(path).map((crumb) => crumb.path);
const names = (path: string) => crumbsOf(path).map((crumb) => crumb.name);

describe('the way to a folder', () => {
  it('starts at the root where paths have slashes', () => {
    expect(names('/home/anne/Scans')).toEqual(['/', 'home', 'anne', 'Scans']);
    expect(paths('/home/anne/Scans')).toEqual(['/', '/home', '/home/anne', '/home/anne/Scans']);
    expect(paths('/')).toEqual(['/']);
  });

  it('keeps a backslash in a name where it is a letter like others', () => {
    expect(names('/home/a\\b')).toEqual(['/', 'home', 'a\\b']);
  });

  it('starts at the drive on Windows, whose root needs its separator', () => {
    expect(names('C:\\Users\\Anne')).toEqual(['C:', 'Users', 'Anne']);
    expect(paths('C:\\Users\\Anne')).toEqual(['C:\\', 'C:\\Users', 'C:\\Users\\Anne']);
    expect(paths('D:\\')).toEqual(['D:\\']);
  });

  it('starts at the share on a server, because a server alone is no folder', () => {
    expect(names('\\\\server\\Compta\\Ventes')).toEqual(['\\\\server\\Compta', 'Ventes']);
    expect(paths('\\\\server\\Compta\\Ventes')).toEqual(['\\\\server\\Compta', '\\\\server\\Compta\\Ventes']);
  });

  it('ends where it was asked for', () => {
    for (const path of ['/media/Comptabilité 2026/Ventes', 'C:\\Scans', '\\\\server\\Compta\\Ventes']) {
      expect(paths(path).at(-1)).toBe(path);
    }
  });
});

describe('a path', () => {
  it('goes one folder down with the separator that it has', () => {
    expect(joinPath('/', 'home')).toBe('/home');
    expect(joinPath('/home', 'anne')).toBe('/home/anne');
    expect(joinPath('C:\\', 'Scans')).toBe('C:\\Scans');
    expect(joinPath('C:\\Scans', 'Achats')).toBe('C:\\Scans\\Achats');
    expect(joinPath('\\\\server\\Compta', 'Ventes')).toBe('\\\\server\\Compta\\Ventes');
  });

  it('is shown by its last two parts', () => {
    expect(shortPath('/home/anne/Scans/Achats')).toBe('…/Scans/Achats');
    expect(shortPath('C:\\Users\\Anne\\Scans')).toBe('…\\Anne\\Scans');
    expect(shortPath('/home/anne')).toBe('/home/anne');
  });
});

const SERVICE = {
  baseUrl: 'https://service.example.com/v1',
  authUrl: 'https://auth.example.com',
  jwksUrl: 'https://service.example.com/jwks.json',
  issuer: 'https://service.example.com',
};
const RELAY = 'https://relay.example.com';
const settings = (change: object) => settingsSchema.parse(change);
const KNOWN = settings({ relayUrl: 'https://relay-1.example.com', service: SERVICE });
const read = (value: unknown, before = KNOWN) => readInstallation(JSON.stringify(value), before);

describe('the configuration of an installation', () => {
  it('is read whole, and in parts', () => {
    expect(read({ relayUrl: RELAY, service: SERVICE })).toMatchObject({ ok: true, value: { relayUrl: RELAY, service: SERVICE } });
    expect(read({ relayUrl: RELAY })).toEqual({ ok: true, value: { relayUrl: RELAY } });
    expect(Object.keys(valueOf(read({ service: SERVICE })))).toEqual(['service']);
  });

  it('changes nothing that it does not name, and no other setting', () => {
    const change = valueOf(read({ relayUrl: RELAY, service: null, language: 'fr', userEmail: 'a@example.com', note: 'from Anne' }));
    expect(change).toEqual({ relayUrl: RELAY });
  });

  it.each(['', '{ "relayUrl": ', 'relayUrl: https://relay.example.com', '{}}'])('is not read from a text that is no JSON: %j', (text) => {
    expect(readInstallation(text, KNOWN)).toEqual({ ok: false, failure: { kind: 'json' } });
  });

  it.each([{}, { relayUrl: null, service: null }, { other: 1 }, [], null, 7, 'text'])('is not there in %j', (value) => {
    expect(read(value)).toEqual({ ok: false, failure: { kind: 'empty' } });
  });

  it.each([
    ['relayUrl', { relayUrl: 3, service: SERVICE }],
    ['relayUrl', { relayUrl: 'ftp://relay.example.com' }],
    ['service', { relayUrl: RELAY, service: 'https://service.example.com' }],
    ['service.issuer', { service: { ...SERVICE, issuer: undefined } }],
    ['service.authUrl', { service: { ...SERVICE, authUrl: 'auth' } }],
  ])('names %s, the first member that is wrong', (member, value) => {
    expect(read(value)).toEqual({ ok: false, failure: { kind: 'member', member } });
  });

  it('names the one that is missing, where it is not set yet', () => {
    expect(read({ relayUrl: RELAY }, settings({}))).toEqual(missing('service'));
    expect(read({ service: SERVICE }, settings({}))).toEqual(missing('relayUrl'));
    expect(read({ service: SERVICE }, settings({ relayUrl: RELAY }))).toMatchObject({ ok: true });
    expect(read({ relayUrl: RELAY }, settings({ relayUrl: RELAY }))).toEqual(missing('service'));
  });

  it('is complete with both of its members only', () => {
    expect(isSetUp(settings({ relayUrl: RELAY, service: SERVICE }))).toBe(true);
    expect(isSetUp(settings({ relayUrl: RELAY }))).toBe(false);
    expect(isSetUp(settings({ service: SERVICE }))).toBe(false);
  });
});

function missing(member: string) {
  return { ok: false, failure: { kind: 'missing', member } };
}

function valueOf(result: ReturnType<typeof readInstallation>): object {
  return result.ok ? result.value : {};
}
