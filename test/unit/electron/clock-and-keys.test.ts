import { describe, expect, it, onTestFinished } from 'vitest';
import { askRelayKeys } from '#electron/results/keys/ask-relay-keys.ts';
import { keyWatch } from '#electron/results/keys/service-keys.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { RelayFault, ServiceKeys } from '#shared/relay-protocol/messages.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { clockWatch } from '#electron/service/clock-watch.ts';
import type { Outcome } from '#shared/domain/item/outcome.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import type { Http, HttpRequest } from '#shared/ports/http.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Emitter } from '#shared/async/emitter.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { aConnectedEngine } from './an-engine.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const THUMBPRINT = 'a'.repeat(43);

function aWatch() {
  const [clock, log] = [virtualClock(), recordingLog()];
  const says = { read: true, relay: fail({ kind: 'unreachable', code: 'TEST' }) as Result<ServiceKeys, RelayFault> };
  const readAtHours: number[] = [];
  const distrusted: unknown[] = [];
  const watch = keyWatch({
    world: { clock, log },
    readKeys: async () => {
      readAtHours.push(clock.monotonicMs() / HOUR_MS);
      return says.read;
    },
    askRelay: () =>
      askRelayKeys({
        clock,
        relay: { serviceKeys: async () => says.relay },
        relayUrl: () => 'https://relay.test',
        kept: { distrust: (...told) => distrusted.push(told) },
      }),
  });
  onTestFinished(() => watch.close());
  return { clock, says, readAtHours, distrusted, watch };
}

describe('the service’s keys', () => {
  it('are read at the start, at each connection and daily', async () => {
    const { clock, readAtHours, watch } = aWatch();
    watch.start();
    await clock.advance(2 * HOUR_MS);
    watch.readNow();
    await clock.advance(49 * HOUR_MS);
    expect(readAtHours.map(Math.floor)).toEqual([0, 2, 26, 50]);
  });

  it('are tried again every quarter of an hour while they cannot be read', async () => {
    const { clock, says, readAtHours, watch } = aWatch();
    says.read = false;
    watch.start();
    await clock.advance(HOUR_MS);
    expect(readAtHours).toHaveLength(4);
    says.read = true;
    await clock.advance(24 * HOUR_MS);
    expect(readAtHours).toHaveLength(5);
  });

  it('are read on waking where the day is over, and not at each look', async () => {
    const { clock, readAtHours, watch } = aWatch();
    watch.start();
    await clock.advance(MINUTE_MS);
    watch.lookAgain();
    await clock.advance(MINUTE_MS);
    expect(readAtHours).toHaveLength(1);
    // Asleep: only the wall clock goes on.
    clock.jump(24 * HOUR_MS);
    watch.lookAgain();
    await clock.advance(MINUTE_MS);
    expect(readAtHours).toHaveLength(2);
  });

  it('that the relay’s operator distrusts are noted as distrusted by this relay, and no others', async () => {
    const { clock, says, distrusted, watch } = aWatch();
    const key = { kid: 'k', jwk: { kty: 'RSA' as const, n: 'A', e: 'AQAB' }, firstSeenAt: 1, lastSeenAt: 1, departedAt: null };
    says.relay = ok({
      keys: [
        { ...key, thumbprint: THUMBPRINT, distrustedAt: 5 },
        { ...key, thumbprint: 'b'.repeat(43), distrustedAt: null },
      ],
    });
    watch.start();
    await clock.settle();
    expect(distrusted).toEqual([['https://relay.test', [THUMBPRINT], clock.wallMs()]]);
  });
});

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

const parts = realParts();

/** A computer whose power cable the test pulls. */
function aLaptop() {
  const changed = new Emitter();
  let isPlugged = false;
  return {
    power: { onBattery: () => !isPlugged, onChange: changed.subscribe },
    plugIn: () => {
      isPlugged = true;
      changed.emit();
    },
  };
}

async function anEngineOnBattery() {
  const { power, plugIn } = aLaptop();
  const { engine, scans, documents } = await aConnectedEngine(parts(), { power });
  return { engine, plugIn, documents, drop: (name: string) => writeFileSync(join(scans, name), aPdf(name)) };
}

describe('a computer on its battery', () => {
  it('sends as always, unless the person chose otherwise', async () => {
    const { engine, drop } = await anEngineOnBattery();
    drop('a.pdf');
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });

  it('sends nothing new where the person chose so, says why, and goes on when it is plugged in', async () => {
    const { engine, plugIn, drop, documents } = await anEngineOnBattery();
    await engine.client.settings.change({ waitOnBattery: true });
    drop('b.pdf');
    await engine.until(({ counts }) => counts.waiting === 1);
    // No ring makes it start an upload.
    engine.app.lookAgain();
    await engine.client.settings.change({ parallelUploads: 8 });
    expect(engine.app.overview()).toMatchObject({ waitsForMains: true, standing: 'paused', counts: { waiting: 1, uploading: 0 } });
    expect(await documents()).toEqual([]);
    plugIn();
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(await documents()).toHaveLength(1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });

  it('goes on at once when the person thinks better of it', async () => {
    const { engine, drop } = await anEngineOnBattery();
    await engine.client.settings.change({ waitOnBattery: true });
    drop('c.pdf');
    await engine.until(({ counts }) => counts.waiting === 1);
    await engine.client.settings.change({ waitOnBattery: false });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().waitsForMains).toBeUndefined();
  });
});
