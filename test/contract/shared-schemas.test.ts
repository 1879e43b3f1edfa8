import { describe, expect, it } from 'vitest';
import { ERROR_CODES, importAnswerSchema, problemSchema, tokenAnswerSchema, tokenErrorSchema } from '#shared/contract/answers.ts';
import { entriesSchema } from '#shared/contract/entries.ts';
import { documentStatusSchema, envelopeSchema, revocationSchema, webhookClaimsSchema } from '#shared/contract/events.ts';
import {
  API_KEY_HEADER,
  CLOUD_EVENTS_TYPE,
  FORM_TYPE,
  HEALTH_PATH,
  importPath,
  integrationPath,
  joinUrl,
  JSON_TYPE,
  PROBLEM_TYPE,
  SIGNATURE_HEADER,
  TOKEN_PATH,
} from '#shared/contract/routes.ts';
import { referenceSchema } from '#shared/contract/ids.ts';
import { FILENAME_ENDINGS } from '#shared/contract/media-types.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import * as limits from '#shared/contract/limits.ts';
import { safeUrlSchema, serviceProfileSchema } from '#shared/contract/service-profile.ts';
import * as answers from './fixtures/answers.ts';
import * as entries from './fixtures/entries.ts';
import { ACCEPTED, ACCEPTED_BATCH, EVENTS, REVOCATION, WITHOUT_INTEGRATION } from './fixtures/answers.ts';

describe('Endpoints', () => {
  it('are joined to an address as text, so that /v1 stays', () => {
    for (const base of ['https://service.example/v1', 'https://service.example/v1/']) {
      expect(joinUrl(base, HEALTH_PATH)).toBe('https://service.example/v1/health');
      expect(joinUrl(base, integrationPath('i'))).toBe('https://service.example/v1/integrations/i');
      expect(IMPORT_TYPES.map((type) => joinUrl(base, importPath('i', type)))).toEqual([
        'https://service.example/v1/integrations/i/purchase-invoices',
        'https://service.example/v1/integrations/i/sales-invoices',
        'https://service.example/v1/integrations/i/entries',
      ]);
    }
    expect(joinUrl('https://auth.example', TOKEN_PATH)).toBe('https://auth.example/oauth2/token');
  });

  it('have the headers and types that the document writes', () => {
    expect([API_KEY_HEADER, SIGNATURE_HEADER]).toEqual(['x-service-api-key', 'x-service-webhook-signature']);
    expect([CLOUD_EVENTS_TYPE, PROBLEM_TYPE, JSON_TYPE]).toEqual([
      'application/cloudevents+json',
      'application/problem+json',
      'application/json',
    ]);
    expect(FORM_TYPE).toBe('application/x-www-form-urlencoded');
  });

  it.each([
    ['https://service.example/v1', true],
    ['http://127.0.0.1:4100/v1', true],
    ['http://localhost/v1', true],
    ['http://[::1]:80/v1', true],
    ['http://service.example/v1', false],
    ['http://127.0.0.1.example/v1', false],
    ['http://localhost.example/v1', false],
    ['ftp://127.0.0.1/v1', false],
    ['service.example', false],
  ])('are at an address that is safe to use: %s is %s', (url, safe) => {
    expect(safeUrlSchema.safeParse(url).success).toBe(safe);
  });

  it('have header names of a profile in lower case', () => {
    const urls = { baseUrl: 'https://a/v1', authUrl: 'https://a', jwksUrl: 'https://a/jwks', issuer: 'https://a' };
    const profile = serviceProfileSchema.parse({ ...urls, apiKeyHeader: 'X-Brand-Key' });
    expect(profile).toMatchObject({ apiKeyHeader: 'x-brand-key', signatureHeader: 'x-service-webhook-signature', scope: '' });
  });
});

describe('Answers', () => {
  it('of the token endpoint may write expires_in as a text', () => {
    expect(tokenAnswerSchema.parse(answers.TOKEN).expires_in).toBe(3600);
    expect(tokenAnswerSchema.parse(answers.TOKEN_WITH_TEXT).expires_in).toBe(3600);
    expect(tokenAnswerSchema.safeParse({ ...answers.TOKEN, expires_in: 'soon' }).success).toBe(false);
    expect(tokenAnswerSchema.safeParse({ ...answers.TOKEN, access_token: '' }).success).toBe(false);
    expect(tokenErrorSchema.parse(answers.TOKEN_ERROR)).toEqual(answers.TOKEN_ERROR);
  });

  it('of an import give the documentId in lower case, and nothing else is one', () => {
    expect(importAnswerSchema.parse({ documentId: answers.DOCUMENT_ID.toUpperCase(), more: 1 })).toEqual(answers.IMPORTED);
    for (const wrong of [{}, { documentId: 'x' }, { documentId: null }, null, []])
      expect(importAnswerSchema.safeParse(wrong).success).toBe(false);
  });

  it.each(Object.entries(answers.PROBLEMS))('parse the problem "%s" with all its members', (_, problem) => {
    expect(problemSchema.parse(problem)).toEqual(problem);
  });

  it('parse a problem whose documentId is none, without it', () => {
    const parsed = problemSchema.parse({ ...answers.PROBLEMS.duplicate, documentId: 'x', depositDate: 1_767_600_000 });
    expect([parsed.documentId, parsed.depositDate]).toEqual([undefined, 1_767_600_000]);
  });

  it('know the codes of the document', () => {
    const codes = ['VALIDATION_ERROR', 'SMB_CLOSED', 'SMB_NOTFOUND', 'CPA_CLOSED', 'DUPLICATE_EXTERNAL_REFERENCE'];
    expect(Object.values(ERROR_CODES)).toEqual(codes);
  });
});

describe('§ Lines of entries', () => {
  it('takes lines with and without the optional members, unbalanced ones too', () => {
    for (const good of [entries.ENTRIES, entries.UNBALANCED]) expect(entriesSchema.parse(good)).toEqual(good);
  });

  it('refuses empty lines, one axis twice and an axis without sections', () => {
    for (const bad of [entries.EMPTY_LINES, entries.TWICE_ONE_AXIS, entries.AXIS_WITHOUT_SECTIONS]) {
      expect(entriesSchema.safeParse(bad).success).toBe(false);
    }
  });

  it.each(entries.REQUIRED_LINE_MEMBERS)('refuses a line without %s', (member) => {
    expect(entriesSchema.safeParse(entries.entriesOf(entries.LINE, entries.without(entries.LINE, member))).success).toBe(false);
  });
});

describe('Events', () => {
  it.each(Object.entries(EVENTS))('have the envelope that the document shows (%s)', (_, event) => {
    expect(envelopeSchema.parse(event)).toEqual(event);
  });

  it('carry the status of a document', () => {
    for (const { data } of [ACCEPTED, EVENTS.REFUSED, ACCEPTED_BATCH, WITHOUT_INTEGRATION])
      expect(documentStatusSchema.parse(data)).toEqual(data);
    expect(revocationSchema.parse(REVOCATION.data)).toEqual(REVOCATION.data);
  });

  it('may have types, states and members that nobody knows yet', () => {
    expect(envelopeSchema.safeParse({ ...ACCEPTED, type: 'Archived', colour: 1 }).success).toBe(true);
    expect(envelopeSchema.safeParse({ ...ACCEPTED, time: 'yesterday' }).success).toBe(true);
    expect(documentStatusSchema.safeParse({ ...ACCEPTED.data, documentState: 'Postponed', colour: 1 }).success).toBe(true);
  });

  it.each([
    ['another specversion', { ...ACCEPTED, specversion: '0.3' }],
    ['an id that is no UUID', { ...ACCEPTED, id: '1' }],
    ['no time', entries.without(ACCEPTED, 'time')],
    ['no data', entries.without(ACCEPTED, 'data')],
    ['an empty type', { ...ACCEPTED, type: '' }],
  ])('are none with %s', (_, event) => {
    expect(envelopeSchema.safeParse(event).success).toBe(false);
  });

  it('are signed with claims of which none may be missing', () => {
    const claims = { iss: 'https://a', jti: 'j', body_sha256: 'aB'.repeat(32), ce_type: 'Revocation', iat: 1, exp: 2 };
    expect(webhookClaimsSchema.parse(claims)).toEqual(claims);
    for (const name of ['iss', 'jti', 'body_sha256', 'ce_type', 'iat', 'exp'] as const) {
      expect(webhookClaimsSchema.safeParse(entries.without(claims, name)).success).toBe(false);
    }
  });
});

describe('Limits', () => {
  it('are those of the document', () => {
    expect([limits.FILE_BYTES_SAFE, limits.FILE_BYTES_MAX, limits.ENTRIES_BYTES_MAX]).toEqual([
      5_000_000,
      5 * 1024 * 1024,
      5 * 1024 * 1024,
    ]);
    expect([limits.METADATA_BYTES_MAX, limits.FILENAME_MAX, limits.REFERENCE_CHARACTERS_MAX]).toEqual([16 * 1024, 120, 64]);
    expect([limits.TOKEN_LIFE_SECONDS, limits.WEBHOOK_TIMEOUT_MS]).toEqual([3600, 10_000]);
    expect([limits.WEBHOOK_BURST_MS, limits.WEBHOOK_RETRY_EVERY_MS, limits.WEBHOOK_RETRY_WINDOW_MS]).toEqual([
      [5000, 10_000, 30_000],
      300_000,
      172_800_000,
    ]);
  });

  it('of the endings of filename', () => {
    expect(FILENAME_ENDINGS).toEqual(['.pdf', '.jpg', '.jpeg', '.png', '.bmp']);
  });

  it.each([
    ['a', true],
    ['aZ09_-:'.repeat(9), true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['a\n', false],
    ['a;', false],
    ['`', false],
  ])('of externalReference: %j is %s', (reference, good) => {
    expect(referenceSchema.safeParse(reference).success).toBe(good);
  });
});
