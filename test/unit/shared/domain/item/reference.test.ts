import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IntegrationId, integrationIdSchema, referenceSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { numbered, partsOfReference, reference, referenceStem } from '#shared/domain/item/reference.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import { isBusy } from '#electron/headless/commands/status.ts';
import { RELAY_TROUBLES, relayTrouble } from '#shared/domain/results/no-answer.ts';
import { NOW } from '../items.ts';
import { sentName } from '#shared/domain/item/sending/sent-name.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { isDeviceName } from '#shared/lib/file-names.ts';

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

const BUSY: Failure = { kind: 'service', status: 503 };
const ACTIVE: Connection = { kind: 'active', seenAt: NOW };

const seen = (failure: Failure, connection: Connection = ACTIVE, standing: 'disconnected' | 'needs-you' = 'disconnected') => ({
  standing,
  companies: [{ connection }] as never,
  delay: { items: 1, failure, since: NOW },
});

describe('a service that asks for patience', () => {
  it('is called busy, and only when nothing else is the matter', () => {
    expect(isBusy(seen(BUSY))).toBe(true);
    expect(isBusy(seen({ kind: 'offline', code: 'ENOTFOUND' }))).toBe(false);
    expect(isBusy(seen(BUSY, { kind: 'checking', since: NOW, doubt: 'unknown' }))).toBe(false);
    expect(isBusy(seen(BUSY, ACTIVE, 'needs-you'))).toBe(false);
    expect(isBusy({ ...seen(BUSY), delay: null })).toBe(false);
  });
});

describe('why the relay cannot be read', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['device-unknown', 'refused'],
    ['unsure', 'keys'],
    ['bad-page', 'odd'],
    ['not-understood', 'odd'],
    ['journal', 'own-files'],
    ['status-503', 'busy'],
    ['ECONNREFUSED', 'network'],
    ['TIMED_OUT', 'network'],
  ])('%s is %s', (code, trouble) => {
    expect(relayTrouble(code)).toBe(trouble);
    expect(RELAY_TROUBLES).toContain(trouble);
  });
});

/** Made from numbers, because fast-check's own table of all characters takes seconds to build. Lone surrogates are included. */
const codePoints = fc
  .oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code));
const mediaTypes = fc.constantFrom(...(Object.keys(MEDIA_TYPES) as MediaType[]));

describe('the name a file is sent under', () => {
  it.each([
    ['facture.pdf', 'facture.pdf'],
    ['FACTURE.PDF', 'FACTURE.pdf'],
    ['facture.jpg', 'facture.pdf'],
    ['releve.2024-01', 'releve.2024-01.pdf'],
    ['Rec\u0327u e\u0301te\u0301.pdf', 'Reçu été.pdf'],
    ['fac\u202eture\u0007.pdf', 'facture.pdf'],
    ['a/b\\c.pdf', 'a_b_c.pdf'],
    ['  .pdf', 'document.pdf'],
    ['CON.pdf', '_CON.pdf'],
    ['con', '_con.pdf'],
    ['Nul .jpg', '_Nul.pdf'],
    ['aux.2024.pdf', '_aux.2024.pdf'],
    ['aux .2024.pdf', '_aux .2024.pdf'],
    ['PRN.pdf', '_PRN.pdf'],
    ['com0.pdf', '_com0.pdf'],
    ['LPT9.pdf', '_LPT9.pdf'],
    ['COM¹.pdf', '_COM¹.pdf'],
    ['lpt³.pdf', '_lpt³.pdf'],
    ['CONIN$.pdf', '_CONIN$.pdf'],
    ['conout$.pdf', '_conout$.pdf'],
    [`CON${' '.repeat(200)}x.pdf`, '_CON.pdf'],
    ['contrat.pdf', 'contrat.pdf'],
    ['COM10.pdf', 'COM10.pdf'],
    ['facture-aux.pdf', 'facture-aux.pdf'],
    ['<a>:"b"|c?*.pdf', '_a___b__c__.pdf'],
    ['≮<\u0338.pdf', '≮_\u0338.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
  ])('of %j is %j', (name, sent) => {
    expect(sentName(name, 'application/pdf')).toBe(sent);
  });

  it('keeps the other ending of a JPEG', () => {
    expect(sentName('ticket.JPEG', 'image/jpeg')).toBe('ticket.jpeg');
  });

  it('is shortened between letters as people see them', () => {
    const sent = sentName(`${'é'.repeat(57)}👨‍👩‍👧.pdf`, 'application/pdf');
    expect(sent).toBe(`${'é'.repeat(57)}.pdf`);
  });

  it('keeps the rule of the service whatever the name was, and does not change when it is asked again', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(codePoints, fc.constantFrom('.', 'é', '\u0301', '\u202e', '/', 'pdf', '.pdf', 'CON', ' ', ':', '👨‍👩‍👧')),
          maxLength: 200,
        }),
        mediaTypes,
        (name, mediaType) => {
          const sent = sentName(name, mediaType);
          expect(sent).toMatch(/\.(?:pdf|jpe?g|png|bmp)$/i);
          expect(utf8(sent).byteLength).toBeLessThanOrEqual(FILENAME_MAX);
          expect(sent.normalize('NFC')).toBe(sent);
          expect(sent).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\<>:"|?*]/u);
          expect(isDeviceName(sent)).toBe(false);
          expect(sentName(sent, mediaType)).toBe(sent);
        },
      ),
      { numRuns: 500 },
    );
  });
});
