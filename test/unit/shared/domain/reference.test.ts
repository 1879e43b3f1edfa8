import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IntegrationId, integrationIdSchema, referenceSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { reference } from '#shared/domain/reference.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';

const integrationId = integrationIdSchema.parse('0D9C7A7E-6D1B-4C55-8B53-51F2A2AB7C01');
const bytes = utf8('%PDF-1.4\nhello\n%%EOF\n');

describe('reference', () => {
  // By hand: { printf '%s\0' intray/1 ID TYPE; printf 'BYTES'; } | openssl dgst -sha256 -binary | base32 | tr -d = | tr A-Z a-z
  it.each([
    ['purchase-invoices', bytes, 0, 'iy1di42jnjpljtlvl77u3tanm7eubrwvr6fil4ota5byt3kfbdnxi2q00'],
    ['purchase-invoices', bytes, 7, 'iy1di42jnjpljtlvl77u3tanm7eubrwvr6fil4ota5byt3kfbdnxi2q07'],
    ['sales-invoices', bytes, 99, 'iy1hzuj2ynozqku264jjule3eufr6lxbuejf3ctsgocptbuo2z44gea99'],
    ['purchase-invoices', new Uint8Array(), 0, 'iy1oaj6kmip5tgzsizmsmo5wzeg5kwt6ee3bouevkcarhoqwbs56o4a00'],
  ] as const)('is what openssl and base32 make of %s', (importType, content, resubmission, expected) => {
    expect(reference(nodeSha256, { integrationId, importType, bytes: content, resubmission })).toBe(expected);
  });

  it('has 57 characters of [a-z0-9] for any content, and the service takes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uuid(), fc.constantFrom(...IMPORT_TYPES), fc.nat(99), (content, id, importType, resubmission) => {
        const made = reference(nodeSha256, { integrationId: id as IntegrationId, importType, bytes: content, resubmission });
        expect(made).toMatch(/^iy1[a-z2-7]{52}\d{2}$/);
        expect(made.length).toBe(57);
        expect(referenceSchema.safeParse(made).success).toBe(true);
      }),
    );
  });

  it('differs between contents, types, integrations and resubmissions', () => {
    const other = integrationIdSchema.parse('11111111-2222-4333-8444-555555555555');
    const base = { integrationId, importType: 'purchase-invoices', bytes, resubmission: 0 } as const;
    const all = [
      base,
      { ...base, bytes: utf8('%PDF-1.4\nhello\n%%EOF') },
      { ...base, importType: 'sales-invoices' as const },
      { ...base, integrationId: other },
      { ...base, resubmission: 1 },
    ];
    expect(new Set(all.map((of) => reference(nodeSha256, of))).size).toBe(all.length);
  });
});
