import { describe, expect, it } from 'vitest';
import { causeOf, CAUSES } from '#renderer/connect/reconnect-dialog.tsx';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { type Connection, INVALID_REASONS } from '#shared/domain/connection.ts';
import { translator } from '#shared/i18n/translate.ts';
import { HOUR_MS, wallMs } from '#shared/lib/duration.ts';

const AT = wallMs(7);
const UP: Pick<Overview, 'relay' | 'clockAheadMs'> = { relay: { kind: 'connected', since: AT, lastReadAt: AT } };
const down = (code: string) => ({ relay: { kind: 'unreachable', since: AT, lastReadAt: null, code } }) as const;
const doubt = (why: 'unknown' | 'partner' | 'secrets' | 'credentials'): Connection => ({ kind: 'checking', since: AT, doubt: why });

function cause(connection: Connection, overview = UP) {
  const { kind, needs, since } = causeOf({ connection } as Company, overview);
  return [kind, needs, since];
}

describe('what is the matter with a connection', () => {
  it.each(INVALID_REASONS)('is “%s” where it ended for that, and asks for the secret alone only where that mends it', (reason) => {
    const asks = reason === 'wrong-secret' || reason === 'no-secret' ? 'secret' : 'both';
    expect(cause({ kind: 'invalid', since: AT, reason })).toEqual([reason, asks, AT]);
  });

  it('is nothing to paste for where our side, the keychain or the settings are the matter', () => {
    expect(cause(doubt('partner'))).toEqual(['partner', 'nothing', AT]);
    expect(cause(doubt('secrets'))).toEqual(['secrets', 'nothing', AT]);
    expect(cause(doubt('credentials'))).toEqual(['credentials', 'settings', AT]);
  });

  it('is the clock before the network, and the network only where nothing gets out', () => {
    expect(cause(doubt('unknown'), { ...down('ENOTFOUND'), clockAheadMs: HOUR_MS })[0]).toBe('clock');
    expect(cause(doubt('unknown'), down('ENOTFOUND'))[0]).toBe('network');
    expect(cause(doubt('unknown'), down('status-503'))[0]).toBe('doubt');
    expect(cause(doubt('unknown'))[0]).toBe('doubt');
  });

  it('is no fault where it works or a person paused it, and new credentials are taken all the same', () => {
    expect(cause({ kind: 'active', seenAt: AT })).toEqual(['working', 'both-if-new', null]);
    expect(cause({ kind: 'paused', since: AT })).toEqual(['paused', 'both-if-new', AT]);
  });

  it('has words of its own in both languages, each other than the rest', () => {
    for (const language of ['en', 'fr'] as const) {
      const t = translator(language);
      expect(new Set(CAUSES.map((kind) => t(`reconnect.cause.${kind}`))).size).toBe(CAUSES.length);
      expect(new Set(CAUSES.map((kind) => t(`reconnect.cause.${kind}.text`))).size).toBe(CAUSES.length);
    }
  });
});
