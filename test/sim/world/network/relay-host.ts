import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { RelayConfig } from '#relay/config.ts';
import { createRelay } from '#relay/create-relay.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { RecordingLog } from '#test/support/virtual-world.ts';
import type { Chance } from '../chance.ts';
import { type Life, newLife } from '../life.ts';
import { type Network, simHttp, type SimServer } from './sim-http.ts';
import type { Trace } from '../ledger.ts';
import { z } from 'zod';
import type { Fixture } from '../fixture.ts';
import type { TrafficRecorder } from './traffic-recorder.ts';

export type RelayHostOf = {
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly network: Network;
  readonly folder: string;
  readonly config: RelayConfig;
  readonly log: RecordingLog;
};

type Running = { readonly life: Life; readonly server: SimServer; close(): Promise<void> };

/** The relay's machine: its store survives, its program can be killed at any await, and an older backup can be restored. */
export class RelayHost {
  kills = 0;
  readonly #of: RelayHostOf;
  #running: Running | null = null;
  /** Premises that were taken over have had a first run. */
  #runs: number;
  #backup: string | null = null;

  constructor(of: RelayHostOf) {
    this.#of = of;
    this.#runs = existsSync(join(of.folder, 'relay-1')) ? 1 : 0;
  }

  get server(): SimServer | null {
    return this.#running?.life.alive === true ? this.#running.server : null;
  }

  /** The folder of its newest files. */
  get folder(): string {
    return join(this.#of.folder, `relay-${this.#runs}`);
  }

  /** Starts from the files of its last run or, if there was none, of the premises. */
  async start(from: string = this.folder): Promise<void> {
    const { clock, random, chance, trace, config, log } = this.#of;
    this.#runs += 1;
    copyStore(from, this.folder);
    const life = newLife(() => chance.strikes('relay-killed-at-await'));
    void life.killed.then(() => this.#died());
    const store = await sqliteStore(join(this.folder, 'relay.db'), random);
    const its: Clock = {
      ...clock,
      wallMs: () => clock.wallMs(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: async (milliseconds, stop) => {
        await clock.sleep(milliseconds, stop);
        if (!life.alive) await life.awake();
      },
    };
    const relay = createRelay(
      { clock: its, random, http: simHttp({ ...this.#of, name: 'relay', life }), log },
      config,
      stepped(store, life, chance),
    );
    trace.note(`relay starts, run ${this.#runs}`);
    this.#running = {
      life,
      server: { fetch: (request) => relay.fetch(request), killed: life.killed },
      close: async () => {
        await relay.close();
        await store.close();
      },
    };
  }

  kill(): void {
    this.#running?.life.kill();
  }

  get hasBackup(): boolean {
    return this.#backup !== null;
  }

  backUp(): void {
    this.#backup = join(this.#of.folder, 'relay-backup');
    copyStore(this.folder, this.#backup);
  }

  /** Restores the older copy unchanged: the operator knows nothing of epochs. */
  async restoreAsIs(): Promise<void> {
    this.kill();
    if (this.#backup !== null) await this.start(this.#backup);
  }

  /** Restores as the operator's guide says: an older copy gets a new epoch. */
  async restore(which: 'backup' | 'newest'): Promise<void> {
    this.kill();
    const from = which === 'backup' && this.#backup !== null ? this.#backup : this.folder;
    const renewed = join(this.#of.folder, `relay-renewed-${this.#runs}`);
    copyStore(from, renewed);
    const database = new DatabaseSync(join(renewed, 'relay.db'));
    database.exec("DELETE FROM meta WHERE name = 'epoch'");
    database.close();
    await this.start(renewed);
  }

  #died(): void {
    this.kills += 1;
    this.#of.trace.note('relay is dead');
  }

  async close(): Promise<void> {
    if (this.#running?.life.alive === true) await this.#running.close();
  }
}

/** Copies, at one moment, a store that a dead program may still hold open. */
function copyStore(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of ['relay.db', 'relay.db-wal']) if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
}

/** The store with a kill before and after everything it does, and with rejections that do not tell whether the call took effect. */
function stepped(store: Store, life: Life, chance: Chance): Store {
  return new Proxy(store, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) =>
        life.step(async () => {
          if (chance.strikes('relay-store-broken')) throw new Error('store of the simulation');
          const value: unknown = await Reflect.apply(member, target, args);
          if (chance.strikes('relay-store-broken')) throw new Error('store of the simulation');
          return value;
        });
    },
  });
}

const page = z.object({
  epoch: z.string(),
  more: z.boolean(),
  events: z.array(z.object({ seq: z.number(), eventId: z.string(), receivedAt: z.number(), jwt: z.string(), body: z.string() })),
});

type Event = z.infer<typeof page>['events'][number];

/** What a compromised relay does to a page: it withholds, forges and repeats events, and adds those of other tenants. */
export async function hostile(
  response: Response,
  deps: { readonly trafficRecorder: TrafficRecorder; readonly stranger: Fixture['stranger']; readonly chance: Random },
): Promise<Response> {
  if (!response.ok) return response;
  const parsed = page.parse(await response.json());
  const last = parsed.events.at(-1)?.seq ?? 0;
  const receivedAt = parsed.events.at(-1)?.receivedAt ?? 0;
  const foreign = deps.trafficRecorder.webhooks.find(({ integrationId }) => integrationId === deps.stranger.integrationId);
  const seen = deps.trafficRecorder.webhooks[Math.floor(deps.chance.fraction() * deps.trafficRecorder.webhooks.length)];
  const forged = parsed.events.map((event) => ({ ...event, body: flipped(event.body) }));
  const added = [foreign, seen].flatMap((one, at): Event[] =>
    one === undefined ? [] : [{ seq: last + at + 1, eventId: one.eventId, receivedAt, jwt: one.jwt, body: base64(one.body) }],
  );
  const events =
    last === 0 ? [] : [forged, parsed.events.slice(0, -1), [...parsed.events, ...added]][Math.floor(deps.chance.fraction() * 3)];
  return Response.json({ ...parsed, more: false, events });
}

function flipped(body: string): string {
  return base64(turnedRound(Buffer.from(body, 'base64').toString('utf8')));
}

/** Swaps accepted and refused. */
export function turnedRound(text: string): string {
  return text.includes('Accepted') ? text.replace('Accepted', 'Refused') : text.replace('Refused', 'Accepted');
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
