import { describe, expect, it } from 'vitest';
import { isRevokedIn } from '#electron/service/check-connection.ts';

describe('a 200 of the status route', () => {
  it.each<readonly [object]>([
    [{ status: 'revoked' }],
    [{ status: 'REVOKED_BY_CLIENT' }],
    [{ integrationId: 'x', state: 'Revoked' }],
    [{ integration_status: 'expired' }],
    [{ status: 'ok', data: { status: 'revoked' } }],
    [{ status: 200, integration: { state: 'revoked' } }],
    [{ revoked: true }],
    [{ isRevoked: true, revokedAt: null }],
    [{ valid: false }],
    [{ is_active: false }],
    [{ revokedAt: '2026-01-05T08:00:00Z' }],
    [{ revocation_date: '2026-01-05' }],
    [{ revokedAt: 1_767_600_000 }],
    [{ revokedAt: 1_767_600_000_000 }],
  ])('is read as revoked by %j', (body) => {
    expect(isRevokedIn(Buffer.from(JSON.stringify(body)))).toBe(true);
  });

  it.each<readonly [unknown]>([
    [{}],
    [{ status: 'active' }],
    [{ status: 'active', revokedAt: null, revoked: false }],
    [{ status: 'active', revokedAt: '2025-01-05T08:00:00Z' }],
    [{ status: 'revoked', active: true }],
    [{ status: 'revoked', revoked: false }],
    [{ status: 'not_revoked' }],
    [{ status: 'revocation-pending' }],
    [{ state: 'something new' }],
    [{ revoked: 'true' }],
    [{ revoked: null }],
    [{ active: null, valid: 0 }],
    [{ revokedAt: '' }],
    [{ revokedAt: 'never' }],
    [{ revokedAt: '0001-01-01T00:00:00Z' }],
    [{ revokedAt: '1970-01-01T00:00:00Z' }],
    [{ revokedAt: '9999-12-31T00:00:00Z' }],
    [{ revokedAt: 0 }],
    [{ comment: 'revoked', history: [{ status: 'revoked' }], webhook: { status: 'revoked' } }],
    [['revoked']],
    ['revoked'],
    [null],
  ])('changes nothing by %j', (body) => {
    expect(isRevokedIn(Buffer.from(JSON.stringify(body)))).toBe(false);
  });

  it('changes nothing without a body, or with one that is no JSON', () => {
    for (const body of ['', '<p>revoked</p>', '{"status":"revoked"']) expect(isRevokedIn(Buffer.from(body))).toBe(false);
  });
});
