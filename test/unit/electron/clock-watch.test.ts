import { describe, expect, it } from 'vitest';
import { clockWatch } from '#electron/service/clock-watch.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { ok } from '#shared/lib/result.ts';
import type { Http, HttpRequest } from '#shared/ports/http.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

const YEAR_MS = 365 * DAY_MS;
const START = Date.UTC(2026, 0, 5, 8);

function certificate(code: string): Outcome {
  return { kind: 'failed', failure: { kind: 'certificate', code }, retryAfterMs: null };
}

function clockFailure(aheadMs: number | null) {
  return { failure: { kind: 'clock', aheadMs } };
}

function setUp() {
  const clock = virtualClock(START);
  const watch = clockWatch(clock);
  const told = { headers: {} as Record<string, string> };
  const http: Http = {
    send: async () => ok({ status: 204, headers: told.headers, body: new Uint8Array() }),
    open: () => Promise.reject(new Error('not here')),
  };
  const hear = async (headers: Record<string, string>) => {
    told.headers = headers;
    await watch.noting(http).send({} as HttpRequest);
    return watch.aheadMs();
  };
  const named = (code: string) => watch.naming(async () => certificate(code))();
  return { clock, hear, named };
}

describe('the clock of this computer', () => {
  it('is compared with the date of each answer, but not with one that a cache has kept', async () => {
    const { clock, hear } = setUp();
    expect(await hear({})).toBeNull();
    expect(await hear({ date: new Date(START - 2_000).toUTCString() })).toBe(2_000);
    clock.jump(YEAR_MS);
    expect(await hear({ date: new Date(START).toUTCString(), age: '90' })).toBe(2_000);
    expect(await hear({ date: new Date(START).toUTCString() })).toBe(YEAR_MS);
    expect(await hear({ date: 'soon' })).toBe(YEAR_MS);
  });

  it('is named as the cause where a certificate fits no date of ours because of it, and only there', async () => {
    const { clock, hear, named } = setUp();
    expect(await named('CERT_NOT_YET_VALID')).toMatchObject(clockFailure(null));
    expect(await named('CERT_HAS_EXPIRED')).toEqual(certificate('CERT_HAS_EXPIRED'));
    await hear({ date: new Date(START).toUTCString() });
    expect(await named('CERT_NOT_YET_VALID')).toEqual(certificate('CERT_NOT_YET_VALID'));
    clock.jump(YEAR_MS);
    await hear({ date: new Date(START).toUTCString() });
    expect(await named('CERT_HAS_EXPIRED')).toMatchObject(clockFailure(YEAR_MS));
    expect(await named('SELF_SIGNED_CERT_IN_CHAIN')).toEqual(certificate('SELF_SIGNED_CERT_IN_CHAIN'));
    clock.jump(-2 * YEAR_MS);
    await hear({ date: new Date(START).toUTCString() });
    expect(await named('CERT_NOT_YET_VALID')).toMatchObject(clockFailure(-YEAR_MS));
  });
});
