import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tokenDigest } from '#relay/enrol/authenticate.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { relayProcess } from '../durability/relay-process.ts';
import { serviceStandIn } from '../durability/service-stand-in.ts';
import { METRICS_TOKEN } from '../relay-bench.ts';
import { uuid } from '../enrol/uuid.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

const STREAMS = 2_000;
/** Twice what was measured elsewhere: a leak would be many times that. */
const STREAM_BYTES_MAX = 60 * 1_024;
const OPENED_AT_ONCE = 100;

describe('2,000 quiet doorbell streams', unless(NO_PROC), () => {
  it('cost a bounded bit of memory each, and are all open', async () => {
    const file = join(tempFolder(), 'relay.db');
    const tokens = await devices(file);
    const standIn = await serviceStandIn();
    onTestFinished(() => standIn.close());
    const relay = await relayProcess({
      ...standIn.environment,
      RELAY_STORE: `sqlite:${file}`,
      RELAY_METRICS_TOKEN: METRICS_TOKEN,
      RELAY_HELD_PER_ADDRESS: String(STREAMS),
    });
    onTestFinished(async () => void (await relay.end('SIGKILL')));
    const before = memoryOf(relay.pid);
    for (let at = 0; at < STREAMS; at += OPENED_AT_ONCE) {
      await Promise.all(tokens.slice(at, at + OPENED_AT_ONCE).map((token) => opened(relay.url, token)));
    }
    const metrics = await (
      await fetch(`${relay.url}${RELAY_PATHS.metrics}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    expect(metrics).toContain(`intray_relay_doorbell_streams ${STREAMS}\n`);
    expect((memoryOf(relay.pid) - before) / STREAMS).toBeLessThan(STREAM_BYTES_MAX);
  }, 180_000);
});

/** Enrolled straight in the store: a relay lets one address enrol ten a minute. Created now: devices without a proof are swept after a day. */
async function devices(file: string): Promise<readonly string[]> {
  const store = await sqliteStore(file, seededRandom(1));
  const tokens = Array.from({ length: STREAMS }, (_, n) => Buffer.alloc(32, `device ${n} `).toString('base64url'));
  for (const [n, token] of tokens.entries()) {
    await store.addDevice({ deviceId: uuid(1, n), name: 'PC', createdAt: Date.now(), tokenDigest: tokenDigest(token) });
    await store.link({ deviceId: uuid(1, n), integrationId: integrationIdSchema.parse(uuid(5, 1)) }, Date.now());
  }
  await store.close();
  return tokens;
}

/** Resolves when the stream's first bytes have arrived; nothing is read after them. */
function opened(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${RELAY_PATHS.doorbell}`, { headers: { authorization: `Bearer ${token}` }, agent: false });
    onTestFinished(() => void asked.destroy());
    asked.once('response', (answer) => {
      answer.once('data', () => {
        answer.pause();
        resolve();
      });
    });
    asked.on('error', reject).end();
  });
}

function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}
