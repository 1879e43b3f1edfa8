import { describe, expect, it } from 'vitest';
import { outcomeOf, type Outcome } from '#shared/domain/item/outcome.ts';
import { DOCUMENT_ID, HTML_PAGE, IMPORTED, PROBLEMS } from './fixtures/answers.ts';

const SMALL = 40_000;

type Row = readonly [what: string, status: number, body: string];

const NEVER_A_SUCCESS: readonly Row[] = [
  ['a page of a proxy', 200, HTML_PAGE],
  ['half an answer', 200, '{"documentId":"7b1f2c1e-5a52'],
  ['nothing', 200, ''],
  ['a documentId that is none', 200, '{"documentId":"12"}'],
  ...[201, 202, 203, 205, 206, 207, 226, 299].map((status) => [`another 2xx, ${status}`, status, JSON.stringify(IMPORTED)] as const),
  ['a list of documents', 200, JSON.stringify([IMPORTED])],
  ['a documentId beside more after the end', 200, `${JSON.stringify(IMPORTED)}<html>`],
  ['no content', 204, ''],
];

const NEITHER: readonly Row[] = [
  ['400 without a code', 400, '{}'],
  ['400 with a code of another day', 400, '{"errorCode":"SMB_ASLEEP"}'],
  ['400 of a proxy', 400, HTML_PAGE],
  ['409 without the code: not about our reference', 409, '{}'],
  ['409 VALIDATION_ERROR', 409, JSON.stringify({ ...PROBLEMS.validation, status: 409 })],
  ['409 with a documentId and a code of another day', 409, JSON.stringify({ ...PROBLEMS.duplicate, errorCode: 'LOCKED' })],
  ['409 with a documentId and no code', 409, JSON.stringify(IMPORTED)],
  ['410 SMB_CLOSED: only 400 revokes', 410, JSON.stringify(PROBLEMS.companyClosed)],
  ...[301, 302, 303, 307, 308].map((status) => [`a redirect by ${status}`, status, ''] as const),
  ...[402, 404, 405, 406, 410, 411, 412, 414, 415, 416, 417, 418, 421, 422, 423, 426, 428, 431, 451].map(
    (status) => [String(status), status, HTML_PAGE] as const,
  ),
  ['an errorCode that is no text', 400, '{"errorCode":12}'],
];

describe('§ Errors, C35: an answer to an import', () => {
  const rows: [string, number, unknown, Outcome][] = [
    ['200 with a documentId', 200, IMPORTED, { kind: 'received', documentId: DOCUMENT_ID } as Outcome],
    ['400 VALIDATION_ERROR', 400, PROBLEMS.validation, declined(PROBLEMS.validation.detail)],
    ['400 SMB_CLOSED', 400, PROBLEMS.companyClosed, { kind: 'revoked', reason: 'SMB_CLOSED' }],
    ['400 SMB_NOTFOUND', 400, PROBLEMS.companyNotFound, { kind: 'revoked', reason: 'SMB_NOTFOUND' }],
    ['400 CPA_CLOSED', 400, PROBLEMS.firmClosed, { kind: 'revoked', reason: 'CPA_CLOSED' }],
    [
      '409 DUPLICATE_EXTERNAL_REFERENCE',
      409,
      PROBLEMS.duplicate,
      { kind: 'already-received', documentId: DOCUMENT_ID, depositedAt: Date.UTC(2026, 0, 5, 8) } as Outcome,
    ],
    ['401', 401, PROBLEMS.unauthorised, { kind: 'unauthorised' }],
    ['401 of a revoked integration', 401, PROBLEMS.revokedFirmClosed, { kind: 'unauthorised' }],
  ];
  it.each(rows)('%s', (_, status, body, outcome) => {
    expect(outcomeOf({ status, body: JSON.stringify(body), retryAfterMs: null, fileBytes: SMALL })).toEqual(outcome);
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 507, 599])('%i is nobody’s fault, with Retry-After honoured', (status) => {
    expect(outcomeOf({ status, body: HTML_PAGE, retryAfterMs: 7_000, fileBytes: SMALL })).toEqual({
      kind: 'failed',
      failure: { kind: 'service', status },
      retryAfterMs: 7_000,
    });
  });

  it.each(NEVER_A_SUCCESS)('%s is never a success', (_, status, body) => {
    expect(outcomeOf({ status, body, retryAfterMs: null, fileBytes: SMALL })).toMatchObject({
      kind: 'failed',
      failure: { kind: 'not-understood', status },
    });
  });

  it.each(NEITHER)('%s is neither a yes nor a no', (_, status, body) => {
    expect(outcomeOf({ status, body, retryAfterMs: null, fileBytes: SMALL })).toEqual({ kind: 'unclear', status });
  });

  it('403 and 407 have names of their own, whatever their bodies say', () => {
    for (const body of [
      '',
      HTML_PAGE,
      JSON.stringify(IMPORTED),
      JSON.stringify(PROBLEMS.companyClosed),
      JSON.stringify(PROBLEMS.duplicate),
    ]) {
      const answer = { body, retryAfterMs: null, fileBytes: SMALL };
      expect(outcomeOf({ ...answer, status: 403 })).toEqual({ kind: 'failed', failure: { kind: 'forbidden' }, retryAfterMs: null });
      const proxy = { kind: 'proxy', code: 'PROXY_407' };
      expect(outcomeOf({ ...answer, status: 407 })).toEqual({ kind: 'failed', failure: proxy, retryAfterMs: null });
    }
  });

  it('only 200 with a documentId, and 409 with the one code, are ever a receipt, whatever the status and the body', () => {
    const bodies = ['', HTML_PAGE, '{}', ...[IMPORTED, ...Object.values(PROBLEMS)].map((one) => JSON.stringify(one))];
    const receipts: string[] = [];
    for (let status = 200; status < 600; status += 1) {
      for (const body of bodies) {
        const { kind } = outcomeOf({ status, body, retryAfterMs: null, fileBytes: SMALL });
        if (kind === 'received' || kind === 'already-received') receipts.push(`${status} ${body}`);
      }
    }
    const carriers = bodies.filter((body) => body.includes(DOCUMENT_ID)).map((body) => `200 ${body}`);
    expect(receipts).toEqual([...carriers, `409 ${JSON.stringify(PROBLEMS.duplicate)}`]);
  });

  it('adopts a 409 whose documentId is missing or none, and any depositDate', () => {
    for (const more of [{ documentId: undefined }, { documentId: 'x' }, { documentId: 7 }]) {
      const body = JSON.stringify({ ...PROBLEMS.duplicate, ...more, depositDate: { at: 'noon' } });
      expect(outcomeOf({ status: 409, body, retryAfterMs: null, fileBytes: SMALL })).toEqual({
        kind: 'already-received',
        documentId: null,
        depositedAt: null,
      });
    }
  });

  it('reports 413 as too large, and so a VALIDATION_ERROR between the two readings of 5 MB', () => {
    expect(outcomeOf({ status: 413, body: HTML_PAGE, retryAfterMs: null, fileBytes: SMALL })).toEqual(tooLarge(SMALL, null));
    const { detail } = PROBLEMS.validation;
    const body = JSON.stringify(PROBLEMS.validation);
    expect(outcomeOf({ status: 400, body, retryAfterMs: null, fileBytes: 5_000_001 })).toEqual(tooLarge(5_000_001, 5_000_000, detail));
    expect(outcomeOf({ status: 413, body, retryAfterMs: null, fileBytes: SMALL })).toEqual(tooLarge(SMALL, null, detail));
    expect(outcomeOf({ status: 400, body, retryAfterMs: null, fileBytes: 5_000_000 })).toEqual(declined(PROBLEMS.validation.detail));
  });

  it.each([{ detail: null }, { status: '400' }, { title: 7, type: null }])('is not hidden by a member of another type: %j', (odd) => {
    const body = JSON.stringify({ errorCode: 'VALIDATION_ERROR', ...odd });
    expect(outcomeOf({ status: 400, body, retryAfterMs: null, fileBytes: SMALL })).toEqual(declined(null));
  });

  it('takes the title when there is no detail, and null when there is neither', () => {
    expect(badRequest({ title: 'Bad Request', errorCode: 'VALIDATION_ERROR' })).toEqual(declined('Bad Request'));
    expect(badRequest({ errorCode: 'VALIDATION_ERROR' })).toEqual(declined(null));
  });
});

function declined(detail: string | null): Outcome {
  return { kind: 'declined', problem: { kind: 'declined', errorCode: 'VALIDATION_ERROR', detail } };
}

function tooLarge(bytes: number, bytesMax: number | null, detail?: string): Outcome {
  return { kind: 'declined', problem: { kind: 'too-large', bytes, bytesMax, ...(detail === undefined ? {} : { detail }) } };
}

function badRequest(body: object): Outcome {
  return outcomeOf({ status: 400, body: JSON.stringify(body), retryAfterMs: null, fileBytes: SMALL });
}
