import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IntegrationId, integrationIdSchema, referenceSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { numbered, partsOfReference, reference, referenceStem } from '#shared/domain/item/reference.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

const integrationId = integrationIdSchema.parse('0D9C7A7E-6D1B-4C55-8B53-51F2A2AB7C01');
const shaOf = (content: Uint8Array): string => hex(nodeSha256([content]));
const contentSha256 = shaOf(utf8('%PDF-1.4\nhello\n%%EOF\n'));
const nothing = shaOf(new Uint8Array());

describe('reference', () => {
  // By hand: { printf '%s\0' intray/2 ID TYPE; sha256sum FILE | cut -c-64 | tr -d '
  // '; } | openssl dgst -sha256 -binary | base32 | tr -d = | tr A-Z a-z
  it.each([
    ['purchase-invoices', contentSha256, 0, 'iy2aggw2laan3qhtnjax5sqmxsffvgsuu3vbakbixnowkgj3akraj4a00'],
    ['purchase-invoices', contentSha256, 7, 'iy2aggw2laan3qhtnjax5sqmxsffvgsuu3vbakbixnowkgj3akraj4a07'],
    ['sales-invoices', contentSha256, 99, 'iy2d2xoh23vamnhb35f7wpcdqb7mn2zn26lvgqh2nffsmk2utq3vteq99'],
    ['purchase-invoices', nothing, 0, 'iy27e2ptgizhxekd5siizaayftrpew33ytm3y3oslkkh2a4otgdhbva00'],
  ] as const)('is what openssl and base32 make of %s', (importType, content, resubmission, expected) => {
    expect(reference(nodeSha256, { integrationId, importType, contentSha256: content, resubmission })).toBe(expected);
  });

  it('has 57 characters of [a-z0-9] for any content, the service takes it, and it is taken apart again', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uuid(), fc.constantFrom(...IMPORT_TYPES), fc.nat(99), (content, id, importType, resubmission) => {
        const of = { integrationId: id as IntegrationId, importType, contentSha256: shaOf(content) };
        const made = reference(nodeSha256, { ...of, resubmission });
        expect(made).toMatch(/^iy2[a-z2-7]{52}\d{2}$/);
        expect(made.length).toBe(57);
        expect(referenceSchema.safeParse(made).success).toBe(true);
        const stem = referenceStem(nodeSha256, of);
        expect(partsOfReference(made)).toEqual({ stem, resubmission });
        expect(numbered(stem, resubmission)).toBe(made);
      }),
    );
  });

  it('of somebody else is not taken apart', () => {
    for (const foreign of ['', 'iy2', 'INV-2026-01', `iy1${'a'.repeat(52)}00`, `iy2${'a'.repeat(52)}0`, `iy2${'a'.repeat(52)}000`])
      expect(partsOfReference(foreign)).toBeNull();
  });

  it('differs between contents, types, integrations and resubmissions', () => {
    const other = integrationIdSchema.parse('11111111-2222-4333-8444-555555555555');
    const base = { integrationId, importType: 'purchase-invoices', contentSha256, resubmission: 0 } as const;
    const all = [
      base,
      { ...base, contentSha256: nothing },
      { ...base, importType: 'sales-invoices' as const },
      { ...base, integrationId: other },
      { ...base, resubmission: 1 },
    ];
    expect(new Set(all.map((of) => reference(nodeSha256, of))).size).toBe(all.length);
  });
});
