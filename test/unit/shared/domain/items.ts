import * as fc from 'fast-check';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Happening } from '#shared/domain/item/advance.ts';
import type { ItemResult } from '#shared/domain/results/weigh-results.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Taken, Unproven } from '#shared/domain/results/unproven-schemas.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import { wallMs } from '#shared/lib/duration.ts';

export const NOW = wallMs(Date.UTC(2026, 0, 5, 8));
export const DOCUMENT = '7b1f2c1e-5a52-4a0e-9f0a-3a0f5b8d2c11' as DocumentId;

/** The id of a joined document. */
export const JOINED_INTO = '55555555-5555-4555-8555-555555555555' as ItemId;

export const CONVERSION: Conversion = {
  sha256: 'cd'.repeat(32),
  bytes: 30_000,
  mediaType: 'application/pdf',
  pages: 2,
  from: 'tiff',
  tools: 'test 1',
};

export function anItem(changes: Partial<Item> = {}): Item {
  return {
    ...itemSchema.parse({
      id: '11111111-1111-4111-8111-111111111111',
      companyId: '22222222-2222-4222-8222-222222222222',
      importType: 'purchase-invoices',
      sha256: 'ab'.repeat(32),
      bytes: 40_000,
      mediaType: 'application/pdf',
      name: 'facture.pdf',
      sentName: 'facture.pdf',
      integrationId: '0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01',
      reference: 'iy1-test',
      resubmission: 0,
      attempts: 0,
      sentElsewhere: false,
      foundAt: NOW,
      receivedAt: null,
      state: { kind: 'waiting', dueAt: NOW, last: null },
      stateSince: NOW,
    }),
    leftAt: changes.reference === null ? null : NOW,
    ...changes,
  };
}

export const wall = fc.integer({ min: NOW - 86_400_000, max: NOW + 86_400_000 }).map(wallMs);

const tries = fc.integer({ min: 1, max: 5 });
const code = fc.constantFrom('ECONNRESET', 'ENOTFOUND');
const status = fc.constantFrom(200, 204, 302, 400, 403, 404, 418, 500, 503);
const documentId = fc.constantFrom(DOCUMENT, '00000000-0000-4000-8000-000000000000' as DocumentId);
const reason = fc.option(fc.string());

export const failures: fc.Arbitrary<Failure> = fc.oneof(
  fc.record({ kind: fc.constant('offline' as const), code }),
  fc.record({ kind: fc.constant('broken' as const), code, tries }),
  fc.constant<Failure>({ kind: 'timed-out' }),
  fc.record({ kind: fc.constantFrom('certificate' as const, 'proxy' as const, 'no-token' as const, 'credentials' as const), code }),
  fc.record({ kind: fc.constantFrom('no-file' as const, 'spool' as const), code, tries }),
  fc.record({ kind: fc.constant('service' as const), status }),
  fc.record({ kind: fc.constant('not-understood' as const), status, tries }),
  fc.constant<Failure>({ kind: 'company' }),
  fc.constant<Failure>({ kind: 'forbidden' }),
  fc.record({ kind: fc.constant('clock' as const), aheadMs: fc.option(fc.integer()) }),
);

export const results: fc.Arbitrary<ItemResult> = fc.record({
  kind: fc.constantFrom('accepted' as const, 'refused' as const),
  documentId,
  at: wall,
  reason,
});

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ kind: fc.constant('received' as const), documentId }),
  fc.record({ kind: fc.constant('already-received' as const), documentId: fc.option(documentId) }),
  fc.constant<Outcome>({ kind: 'declined', problem: { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail: null } }),
  fc.constant<Outcome>({ kind: 'revoked', reason: 'CPA_CLOSED' }),
  fc.constant<Outcome>({ kind: 'unauthorised' }),
  fc.record({ kind: fc.constant('unclear' as const), status }),
  fc.record({
    kind: fc.constant('failed' as const),
    failure: failures,
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 10 * 86_400_000 })),
  }),
);

const chance = fc.double({ min: 0, max: 0.999, noNaN: true });

/** As another computer sent it. */
const elsewhere = fc.record({
  resubmission: fc.nat(99),
  integrationId: fc.constant(anItem().integrationId),
  reference: fc.constant(anItem().reference),
});

export const happenings: fc.Arbitrary<Happening> = fc.oneof(
  fc.constantFrom<Happening>(
    { kind: 'allowed' },
    { kind: 'sent-all-the-same', as: { mediaType: 'image/png', sentName: 'facture.png' }, twin: null },
    { kind: 'sent-converted', as: { conversion: CONVERSION, sentName: 'facture.pdf' }, twin: null },
    { kind: 'sent-converted', as: { conversion: { ...CONVERSION, from: 'heic' }, sentName: 'facture.pdf' }, twin: { itemId: null } },
    { kind: 'conversion-lost', mayBeThere: false },
    { kind: 'conversion-lost', mayBeThere: true },
    { kind: 'joined', into: JOINED_INTO },
    { kind: 'join-undone', into: JOINED_INTO },
    { kind: 'put-aside' },
    { kind: 'put-back' },
    { kind: 'replaced' },
    { kind: 'gone' },
    { kind: 'found-again', as: { kind: 'waiting', dueAt: NOW, last: null } },
    { kind: 'found-again', as: { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } } },
    { kind: 'note-wanted' },
    { kind: 'entries-beside', pairs: 'expected', files: [] },
    { kind: 'entries-beside', pairs: 'no', files: [] },
    { kind: 'upload-begun' },
    { kind: 'restarted' },
    { kind: 'resolved', by: 'user' },
    { kind: 'resolved', by: 'correction' },
    { kind: 'unresolved' },
    { kind: 'not-asked' },
    { kind: 'unproven-gone' },
    { kind: 'unproven-taken' },
    { kind: 'send-again-wanted' },
    { kind: 'due' },
  ),
  fc.record({ kind: fc.constant('upload-ended' as const), outcome: outcomes, chance }),
  fc.record({ kind: fc.constant('not-begun' as const), failure: failures, chance }),
  fc.record({ kind: fc.constant('told-unproven' as const), result: results }),
  fc.record({ kind: fc.constant('result' as const), result: results }),
  fc.record({ kind: fc.constant('result' as const), result: results, elsewhere }),
  fc.record({ kind: fc.constant('sent-again' as const), resubmission: fc.nat(120) }),
  fc.record({ kind: fc.constant('told-received' as const), documentId, elsewhere: fc.option(elsewhere, { nil: undefined }) }),
);

/** An answer that nothing proves. */
const unprovenAnswers: fc.Arbitrary<Unproven> = fc.tuple(results, wall).map(([result, seenAt]) => ({ ...result, seenAt }));

const last = fc.option(failures);

export const states: fc.Arbitrary<ItemState> = fc.oneof(
  fc.constantFrom<ItemState>(
    { kind: 'held', question: { kind: 'bulk-arrival' } },
    { kind: 'held', question: { kind: 'maybe-received' } },
    { kind: 'held', question: { kind: 'unclear-answer', status: 404 } },
    { kind: 'held', question: { kind: 'gone' } },
    { kind: 'held', question: { kind: 'note' } },
    { kind: 'held', question: { kind: 'entries-missing', files: [] } },
    { kind: 'aside', why: 'user' },
    { kind: 'aside', why: 'user', question: { kind: 'bulk-arrival' } },
    { kind: 'aside', why: 'user', question: { kind: 'gone' } },
    { kind: 'aside', why: 'user', unfit: { by: 'intray', problem: { kind: 'blank' } } },
    { kind: 'aside', why: 'user', unfit: { by: 'service', problem: { kind: 'blank' } } },
    { kind: 'aside', why: 'user', unfit: { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } },
    { kind: 'aside', why: 'gone', question: { kind: 'bulk-arrival' } },
    { kind: 'aside', why: 'gone', unfit: { by: 'intray', problem: { kind: 'blank' } } },
    { kind: 'aside', why: 'replaced' },
    { kind: 'aside', why: 'joined', into: JOINED_INTO, unfit: { by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } } },
    { kind: 'aside', why: 'undone' },
    { kind: 'aside', why: 'removed' },
    { kind: 'aside', why: 'removed', question: { kind: 'maybe-received' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'blank' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'tiff' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'not-taken', found: 'zip' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000 } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000, found: 'png' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'password' } },
    { kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } },
    { kind: 'unfit', by: 'service', problem: { kind: 'too-large', bytes: 6_000_000, bytesMax: 5_000_000 } },
  ),
  fc.record({ kind: fc.constant('waiting' as const), dueAt: wall, last }),
  fc.record({ kind: fc.constant('uploading' as const), startedAt: wall, last }),
  fc.record(
    { kind: fc.constant('awaiting' as const), documentId: fc.option(documentId), since: wall, unproven: unprovenAnswers },
    { requiredKeys: ['kind', 'documentId', 'since'] },
  ),
  fc.record(
    {
      kind: fc.constantFrom('accepted' as const, 'refused' as const),
      documentId,
      at: wall,
      reason,
      contradicted: fc.boolean(),
      unproven: fc.constantFrom<Taken>({ takenAt: NOW }, { takenAt: NOW, sendAgain: true }),
    },
    { requiredKeys: ['kind', 'documentId', 'at', 'reason', 'contradicted'] },
  ),
  fc.record({
    kind: fc.constant('refused' as const),
    documentId,
    at: wall,
    reason,
    contradicted: fc.boolean(),
    resolved: fc.record({ at: wall, by: fc.constantFrom('user' as const, 'correction' as const) }),
  }),
);

/** What is unfit before anything was made of it has no conversion. */
export const items: fc.Arbitrary<Item> = fc
  .record({
    state: states,
    attempts: fc.nat(200),
    bytes: fc.constantFrom(1, 5_000_000, 5_000_001, 5_242_880),
    isConverted: fc.boolean(),
  })
  .map(({ isConverted, ...changes }) => {
    const item = anItem(changes);
    return isConverted && versionSourceOf(item) === null ? { ...item, conversion: CONVERSION } : item;
  });
