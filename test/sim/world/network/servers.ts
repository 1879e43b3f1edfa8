import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { RSA_BITS_MIN } from '#shared/contract/limits.ts';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Clock } from '#shared/ports/world.ts';
import { recordingLog, type RecordingLog } from '#test/support/virtual-world.ts';
import type { Chance } from '../chance.ts';
import { RelayHost } from './relay-host.ts';
import { type Network, simHttp, type SimServer } from './sim-http.ts';
import type { Streams } from './streams.ts';
import type { Trace } from '../ledger.ts';
import type { TrafficRecorder } from './traffic-recorder.ts';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxWorld } from '#sandbox/core.ts';
import type { Http } from '#shared/ports/http.ts';
import { type Life, newLife } from '../life.ts';

export const SANDBOX_ORIGIN = 'http://127.0.0.1:7001';
export const RELAY_ORIGIN = 'http://127.0.0.1:7002';

export type Servers = {
  /** The newest program of the service. */
  readonly sandbox: Sandbox;
  readonly service: ServiceHost;
  readonly relay: RelayHost;
  readonly relayLog: RecordingLog;
  readonly control: <T>(path: string, body?: unknown, method?: 'POST' | 'PATCH') => Promise<T>;
  close(): Promise<void>;
};

export type ServersOf = {
  readonly clock: Clock;
  readonly streams: Streams;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly network: Network;
  readonly trafficRecorder: TrafficRecorder;
  readonly folder: string;
  readonly switches: SwitchesPatch;
};

/** The sandbox and the relay as functions, for the simulated network. Both can die. */
export async function openServers(of: ServersOf): Promise<Servers> {
  const { clock, streams, trafficRecorder } = of;
  const random = streams('sandbox');
  let keys = 0;
  const service = new ServiceHost({
    world: { clock, random, log: recordingLog(), newSigningKey: () => signingKey((keys += 1)), decodeFile: decodeInThread },
    http: (life) => simHttp({ ...of, name: 'sandbox', random, life }),
    origin: SANDBOX_ORIGIN,
    folder: of.folder,
    switches: { webhookUrl: `${RELAY_ORIGIN}/webhooks`, ...of.switches },
    trafficRecorder,
  });
  const relayLog = recordingLog();
  const { sandbox } = service;
  const { baseUrl, authUrl, jwksUrl, issuer } = sandbox.addresses;
  const config = {
    baseUrl,
    authUrl,
    jwksUrl,
    issuer,
    ...sandbox.credentials,
    apiKeyHeader: 'x-service-api-key',
    signatureHeader: 'x-service-webhook-signature',
    webhookOrigin: '*',
    proxies: null,
  };
  trafficRecorder.knowClientSecret(config.clientSecret);
  const relay = new RelayHost({ ...of, random: streams('relay'), config, log: relayLog });
  await relay.start();
  service.start();
  return {
    get sandbox() {
      return service.sandbox;
    },
    service,
    relay,
    relayLog,
    control: (path, body, method) => control(service.sandbox, path, { body, method: method ?? 'POST' }),
    close: async () => {
      await relay.close();
      await service.close();
    },
  };
}

async function control<T>(sandbox: Sandbox, path: string, of: { readonly body?: unknown; readonly method: string }): Promise<T> {
  const init =
    of.body === undefined ? {} : { method: of.method, body: JSON.stringify(of.body), headers: { 'content-type': 'application/json' } };
  const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}${path}`, init));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the sandbox does not take ${path}: ${answer.status} ${text}`);
  return z.custom<T>().parse(text === '' ? null : JSON.parse(text));
}

const made = new Map<number, string>();

/** Making an RSA key takes longer than many a seed, and nothing depends on which key it is: the nth key of every run is the same. */
function signingKey(n: number): string {
  const known = made.get(n);
  if (known !== undefined) return known;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS_MIN });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  made.set(n, key);
  return key;
}

type ServiceHostOf = {
  readonly world: Omit<SandboxWorld, 'http'>;
  /** The network as seen by a program that may die. */
  readonly http: (life: Life) => Http;
  readonly origin: string;
  readonly folder: string;
  readonly switches: SwitchesPatch;
  readonly trafficRecorder: TrafficRecorder;
};

type Running = { readonly sandbox: Sandbox; readonly life: Life; readonly file: string; readonly server: SimServer };

/** The service's machine: its records survive, its program can be killed, and an older copy can be restored. */
class ServiceHost {
  readonly #of: ServiceHostOf;
  #runs = 0;
  #running: Running;
  #isDown = false;
  #backup: string | null = null;

  constructor(of: ServiceHostOf) {
    this.#of = of;
    this.#running = this.#run(join(of.folder, 'sandbox.db'), of.switches);
  }

  /** The newest program. While it is down it delivers nothing and nobody reaches it, except through its control API. */
  get sandbox(): Sandbox {
    return this.#running.sandbox;
  }

  get server(): SimServer | null {
    return this.#isDown ? null : this.#running.server;
  }

  get hasBackup(): boolean {
    return this.#backup !== null;
  }

  start(): void {
    this.#running.sandbox.start();
  }

  backUp(): void {
    this.#backup = this.#copy(this.#running.file, 'service-backup');
  }

  /**
   * Ends the program as a power cut does: incoming requests are cut, and its own never resolve. The next program has everything that was
   * written, and is down until `revive`.
   */
  async kill(): Promise<void> {
    await this.#replace(this.#running.file);
  }

  /** The copy replaces everything recorded since; down until `revive`. */
  async restore(): Promise<void> {
    if (this.#backup !== null) await this.#replace(this.#backup);
  }

  revive(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.start();
  }

  async close(): Promise<void> {
    await this.#running.sandbox.close();
  }

  async #replace(file: string): Promise<void> {
    const dead = this.#running;
    const switches = await readSwitches(dead.sandbox);
    dead.life.kill();
    this.#runs += 1;
    this.#isDown = true;
    this.#running = this.#run(this.#copy(file, `service-${this.#runs}`), switches);
    // This ends its loops. What they still write goes to a file that nobody reads.
    void dead.sandbox.close();
  }

  #run(file: string, switches: SwitchesPatch): Running {
    const { world, http, origin, trafficRecorder } = this.#of;
    const life = newLife(() => false);
    const sandbox = createSandbox({ ...world, http: http(life) }, { origin, dataFile: file, switches });
    return { sandbox, life, file, server: { fetch: trafficRecorder.atSandbox(sandbox.fetch), killed: life.killed } };
  }

  #copy(file: string, name: string): string {
    const folder = join(this.#of.folder, name);
    mkdirSync(folder, { recursive: true });
    const to = join(folder, 'sandbox.db');
    for (const ending of ['', '-wal']) if (existsSync(file + ending)) copyFileSync(file + ending, to + ending);
    return to;
  }
}

/** Switches are kept in memory only, so whoever starts the service again has to set them again. */
async function readSwitches(sandbox: Sandbox): Promise<SwitchesPatch> {
  const answer = await sandbox.control(new Request(`${sandbox.addresses.controlUrl}/switches`));
  return z.custom<SwitchesPatch>().parse(await answer.json());
}
