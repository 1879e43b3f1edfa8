import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { pause } from '../../../build/demo/pause.ts';
import { tokenDigest } from '#relay/enrol/authenticate.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { uuid } from '#test/relay/relay-bench.ts';
import type { Line } from '../line.ts';
import { figuresMissing, residentBytes } from '../process-figures.ts';
import { type BenchServer, withIngestStage } from './ingest.ts';
import { rollingRestart } from '#test/relay/nodes/rolling-restart.ts';
import { postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { percentile } from '../report.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics-for-the-bench';
/** As many as a relay takes, or as files may be open here. */
const STREAMS_MAX = 20_000;
/** More than either program has open beside the streams. */
const OTHER_FILES = 100;
/** Of one address, a computer has fewer than 30,000 ports for connections to the same place, and some are still taken. All of these lead to the computer itself. */
const FROM = Array.from({ length: 8 }, (_, at) => `127.0.0.${at + 2}`);
const OPENED_AT_ONCE = 50;
/** Longer than two heartbeats: the garbage from opening them is collected by then, and each stream has had a heartbeat. */
const CALM_MS = 40_000;

/** P10: resident memory of the relay for each doorbell stream that is open and quiet. */
export async function idleDoorbells(): Promise<readonly Line[]> {
  const missing = figuresMissing();
  if (missing !== null) {
    process.stdout.write(`P10 is left out: ${missing}\n`);
    return [];
  }
  return withIngestStage(async (stage) => {
    const place = stage.sqlite('bells');
    const count = Math.min(STREAMS_MAX, mostOpenFiles() - OTHER_FILES);
    const tokens = await devices(place.slice('sqlite:'.length), count);
    const relay = await stage.relay(place, { RELAY_METRICS_TOKEN: METRICS_TOKEN, RELAY_HELD_PER_ADDRESS: String(count) });
    // Once before the measurement: code and buffers that the first streams need are not the cost of a stream.
    const early = await openAll(relay, tokens.slice(0, OPENED_AT_ONCE));
    for (const socket of early) socket.destroy();
    await pause(CALM_MS / 4);
    const before = residentBytes(relay.pid);
    const sockets = await openAll(relay, tokens);
    const full = residentBytes(relay.pid);
    await pause(CALM_MS);
    const idle = residentBytes(relay.pid);
    const open = await openStreams(relay);
    for (const socket of sockets) socket.destroy();
    if (open !== count) throw new Error(`${open} streams were open`);
    const each = (bytes: number): number => (bytes - before) / count / 1_000;
    const note = `${count} streams; ${each(full).toFixed(1)} KB just after opening; buffers of the kernel are not in it`;
    const common = { id: 'P10', what: 'memory for a quiet doorbell stream', theirs: null, unit: 'KB' };
    return [{ ...common, ours: each(idle), figure: each(idle), target: { most: 20 }, rounds: [{ before, full, idle }], note }];
  });
}

/** Node has raised its own limit to the hard one. */
function mostOpenFiles(): number {
  return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}

/** Enrolled directly in the store: a relay lets one address enrol ten a minute, and removes one that never used its token. */
async function devices(file: string, count: number): Promise<readonly string[]> {
  const store = await sqliteStore(file, nodeRandom());
  const tokens = Array.from({ length: count }, (_, n) => Buffer.alloc(32, `device ${n} `).toString('base64url'));
  for (const [n, token] of tokens.entries()) {
    await store.addDevice({ deviceId: uuid(1, n), name: 'PC', createdAt: Date.now(), tokenDigest: tokenDigest(token) });
    await store.link({ deviceId: uuid(1, n), integrationId: integrationIdSchema.parse(uuid(5, 1)) }, Date.now());
  }
  await store.close();
  return tokens;
}

async function openAll(relay: BenchServer, tokens: readonly string[]): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < tokens.length; at += OPENED_AT_ONCE) {
    sockets.push(
      ...(await Promise.all(tokens.slice(at, at + OPENED_AT_ONCE).map((token, index) => opened(relay, token, FROM[index % FROM.length])))),
    );
  }
  return sockets;
}

/** Resolves when the stream's first bytes have arrived; later ones are read and discarded. */
async function opened({ url }: BenchServer, token: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  socket.write(`GET ${RELAY_PATHS.doorbell} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, 'data');
  socket.resume();
  return socket;
}

async function openStreams({ url }: BenchServer): Promise<number> {
  const metrics = await (await fetch(`${url}${RELAY_PATHS.metrics}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
  return Number(/^intray_relay_doorbell_streams (\d+)$/m.exec(metrics)?.[1]);
}

/** Below the number that two nodes let one address enrol at once. */
const DESKTOPS = 40;
const ROUNDS = 3;

/** How soon the streams of desktops are back when two relays are restarted one after the other, while webhooks keep arriving. */
export async function streamReturn(): Promise<readonly Line[]> {
  const missing = postgresMissing();
  if (missing !== null) {
    process.stdout.write(`The rolling restart is left out: ${missing}\n`);
    return [];
  }
  const postgres = await startPostgres({ durable: true });
  try {
    const report = await rollingRestart({ store: await postgres.database(), desktops: DESKTOPS, rounds: ROUNDS });
    const { gapsMs, lost, missing: left, acknowledged, tries } = report;
    if (lost + left + report.strange + report.givenUp > 0) throw new Error(`a rolling restart lost something: ${JSON.stringify(report)}`);
    const late = percentile(gapsMs, 0.95) / 1_000;
    return [
      {
        id: 'restart',
        what: 'a desktop’s stream back after its relay was restarted, p95',
        ours: late,
        theirs: null,
        unit: 's',
        figure: late,
        target: { most: 5 },
        rounds: gapsMs.map((ms) => ({ ms })),
        note:
          `${gapsMs.length} streams of ${DESKTOPS} desktops, two relays restarted ${ROUNDS} times each behind a balancer; p50 ${(percentile(gapsMs, 0.5) / 1_000).toFixed(1)} s, ` +
          `longest ${(Math.max(...gapsMs) / 1_000).toFixed(1)} s; ${acknowledged} webhooks in ${tries} tries meanwhile, none lost`,
      },
    ];
  } finally {
    await postgres.stop();
  }
}
