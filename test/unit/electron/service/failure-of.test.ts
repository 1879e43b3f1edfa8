import { describe, expect, it } from 'vitest';
import { failureOf } from '#electron/service/import-document.ts';
import type { HttpFault } from '#shared/ports/http.ts';

const code = 'CODE';

describe('a missing answer', () => {
  it.each<[HttpFault['kind'], HttpFault['sent'], object]>([
    ['unreachable', 'never-sent', { kind: 'offline', code }],
    ['timed-out', 'never-sent', { kind: 'offline', code }],
    ['broken', 'never-sent', { kind: 'offline', code }],
    ['stopped', 'never-sent', { kind: 'offline', code }],
    ['certificate', 'never-sent', { kind: 'certificate', code }],
    ['proxy', 'never-sent', { kind: 'proxy', code }],
    ['unreachable', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['broken', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['stopped', 'maybe-received', { kind: 'broken', code, tries: 1 }],
    ['timed-out', 'maybe-received', { kind: 'timed-out' }],
    ['certificate', 'maybe-received', { kind: 'certificate', code }],
    ['proxy', 'maybe-received', { kind: 'proxy', code }],
    ['too-large', 'maybe-received', { kind: 'not-understood', status: 0, tries: 1 }],
  ])('that is %s and %s is a failure of nobody’s, by its true name', (kind, sent, failure) => {
    expect(failureOf({ kind, sent, code })).toEqual(failure);
  });

  it('for a certificate of a later day is this computer’s clock, which nobody else can mend', () => {
    const failure = { kind: 'clock', aheadMs: null };
    expect(failureOf({ kind: 'certificate', sent: 'never-sent', code: 'CERT_NOT_YET_VALID' })).toEqual(failure);
    expect(failureOf({ kind: 'certificate', sent: 'never-sent', code: 'CERT_HAS_EXPIRED' })).toMatchObject({ kind: 'certificate' });
  });
});
