import { describe, expect, test } from 'vitest';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '#shared/domain/ids.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { DOCUMENTS_SHOWS, hashOf, type PageAddress, placeOf, SETTINGS_SECTIONS } from '#renderer/frame/place.ts';

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
