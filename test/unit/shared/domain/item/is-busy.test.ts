import { describe, expect, it } from 'vitest';
import type { Connection } from '#shared/domain/connection.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import { isBusy } from '#electron/headless/commands/status.ts';
import { RELAY_TROUBLES, relayTrouble } from '#shared/domain/results/no-answer.ts';
import { NOW } from '../items.ts';

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
