import { describe, expect, it, onTestFinished } from 'vitest';
import { askRelayKeys } from '#electron/results/keys/ask-relay-keys.ts';
import { keyWatch } from '#electron/results/keys/service-keys.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { RelayFault, ServiceKeys } from '#shared/relay-protocol/messages.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';

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
