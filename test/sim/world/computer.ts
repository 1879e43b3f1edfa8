import { join } from 'node:path';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { createRouter } from '#electron/engine/create-router.ts';
import { createEngine } from '#electron/engine/create-engine.ts';
import type { Engine, EngineRouter } from '#electron/engine/engine.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { FileFacts } from '#shared/ports/file-reader.ts';
import { isSeen, type SeenItem } from '#shared/domain/results/unseen.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Clock, Random, SecretStore } from '#shared/ports/world.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';
import type { RecordingLog } from '#test/support/virtual-world.ts';
import { appDeps } from './fixture.ts';
import type { Chance } from './chance.ts';
import { changesOf, journalFault, strikeJournal } from './disk/journal-faults.ts';
import { type Life, newLife, Room } from './life.ts';
import { copyJournal, copyProfile, overwriteFree, profileBytes } from './disk/profile-files.ts';
import type { SimDisk } from './disk/sim-disk.ts';
import { simConverter, simReader, tellsUnread } from './disk/sim-reader.ts';
import { simFiles } from './disk/sim-files.ts';
import { type Listeners, type Network, simHttp } from './network/sim-http.ts';
import type { Trace } from './ledger.ts';

export type Client = RouterClient<EngineRouter>;

export type ComputerOptions = {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly disk: SimDisk;
  readonly network: Network;
  /** A real folder, for the journal: SQLite stays real. */
  readonly folder: string;
  readonly unwatched: boolean;
  /** One log for all its runs. */
  readonly log: RecordingLog;
  /** The content of its keychain. */
  readonly keychain: Map<string, string>;
  /** Called for each run of its program. */
  readonly listenIn?: (computer: Computer) => Listeners;
  /** Called when its program could not look at this file. */
  readonly unread?: (path: string) => void;
  /** What its program's version makes of a file. */
  readonly readAs?: (facts: FileFacts) => FileFacts;
};

/** More than any scenario drops. */
const ITEMS_MAX = 500;

/** A list as it was shown, and what its validity depends on. */
type Shown = { readonly client: Client; readonly changes: number; readonly items: readonly Item[] };

type Running = { readonly app: Engine; readonly life: Life; readonly client: Client; readonly profile: string };

/** One simulated desktop: a disk and a keychain that survive, and a program that can be killed at any await and started again. */
export class Computer {
  readonly name: string;
  readonly log: RecordingLog;
  kills = 0;
  /** Starts that failed, for the checker of invariant 6. */
  readonly stuck: string[] = [];
  /** When the current uninterrupted run began; null while the program is off. */
  upSinceMs: number | null = null;
  /** Something changed since the last look at it. */
  changed = true;
  readonly room = new Room(() => profileBytes(this.#options.disk, this.profile));
  readonly #options: ComputerOptions;
  #running: Running | null = null;
  #shown: Shown | null = null;
  #runs: number;
  #wallOffsetMs = 0;
  #asleep = false;
  /** The profile copy that the next run starts from instead of the last run's files. */
  #putBack: string | null = null;
  /** Functions that detach the faults from its journals at the end of the run. */
  readonly #ends: (() => void)[] = [];

  /** `runs`: how often it was started before, if its premises were taken over. */
  constructor(options: ComputerOptions, runs = 0) {
    this.#runs = runs;
    this.name = options.name;
    this.log = options.log;
    this.#options = options;
  }

  /** The running program's contract, as its window calls it; null while it is off. */
  client(): Client | null {
    return this.#running?.life.alive === true ? this.#running.client : null;
  }

  /**
   * What its window shows; nothing while it is off. The list is only fetched again after a write to the journal, because the checkers ask far
   * more often than that.
   */
  async items(): Promise<readonly Item[]> {
    const client = this.client();
    if (client === null) return [];
    const changes = changesOf(this.profile);
    if (this.#shown?.client !== client || this.#shown.changes !== changes)
      this.#shown = { client, changes, items: await listItems(client) };
    return this.#shown.items;
  }

  /** What of it has a file that was seen there. */
  async seenItems(): Promise<readonly SeenItem[]> {
    return (await this.items()).filter(isSeen);
  }

  /** The same as `items`, but always fetched. */
  async itemsNow(): Promise<readonly Item[]> {
    const client = this.client();
    return client === null ? [] : listItems(client);
  }

  get runs(): number {
    return this.#runs;
  }

  get asleep(): boolean {
    return this.#asleep;
  }

  /** The folder of its program's own files: the newest run's. */
  get profile(): string {
    return join(this.#options.folder, `${this.name}-${this.#runs}`);
  }

  /** By its own wall clock. */
  wallMs(): number {
    return this.#options.clock.wallMs() + this.#wallOffsetMs;
  }

  setClock(offsetMs: number): void {
    this.#wallOffsetMs = offsetMs;
  }

  async start(): Promise<void> {
    const { chance, clock, trace } = this.#options;
    this.#runs += 1;
    const { profile } = this;
    this.#takeOver(profile);
    let starting = true;
    const life = newLife(() => chance.strikes('killed-at-await') || (starting && chance.strikes('killed-at-start')));
    if (this.#asleep) life.sleep();
    void life.killed.then(() => this.#died());
    this.#ends.push(strikeJournal(profile, (at) => journalFault(chance, this.room, at)));
    // `#opened` never resolves if the program is killed while it starts.
    const made = await Promise.race([this.#opened(life, profile), life.killed]);
    if (made === undefined) return;
    if (!made.ok) {
      this.stuck.push(`${this.name} cannot start: ${made.failure.kind} ${made.failure.detail}`);
      return;
    }
    const app = made.value;
    this.#running = { app, life, profile, client: createRouterClient(createRouter(app.api)) };
    this.upSinceMs = clock.monotonicMs();
    app.onChange(() => {
      this.changed = true;
    });
    this.changed = true;
    trace.note(`${this.name} starts, run ${this.#runs}`);
    try {
      await Promise.race([app.start(), life.killed]);
    } catch (error) {
      // As in a real host: a journal that cannot be written ends the program, and somebody starts it again.
      trace.note(`${this.name} start failed: ${error instanceof Error ? error.message : 'unknown'}`);
      life.kill();
    }
    starting = false;
  }

  kill(): void {
    this.#running?.life.kill();
  }

  /** The lid is closed: the program stops, and its connections are gone when it wakes. */
  sleep(): void {
    this.#asleep = true;
    this.#running?.life.sleep();
    this.upSinceMs = null;
  }

  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    if (this.#running?.life.alive !== true) return;
    this.#running.life.wake();
    this.upSinceMs = this.#options.clock.monotonicMs();
    if (!this.#options.chance.strikes('doorbell-lost')) this.#running.app.lookAgain();
  }

  /** Copies its current profile to a place from which it can be restored, or become another computer's. */
  copyProfileTo(place: string): void {
    copyProfile(this.#options.disk, this.profile, place);
  }

  /** Somebody restores an older copy of its profile; keychain and relay remember newer things. */
  putProfileBack(place: string): void {
    this.kill();
    this.#putBack = place;
  }

  /** Starts a second program on the same profile. It must not come up (invariant 16). */
  async startSecond(): Promise<string | null> {
    if (this.client() === null) return null;
    const life = newLife(() => false);
    const made = await this.#opened(life, this.profile);
    life.kill();
    return made.ok ? 'a second program came up' : made.failure.kind === 'in-use' ? null : `a second program met ${made.failure.kind}`;
  }

  async close(): Promise<void> {
    if (this.#running?.life.alive === true) await Promise.race([this.#running.app.close(0), this.#running.life.killed]);
    for (const end of this.#ends) end();
  }

  #died(): void {
    this.kills += 1;
    this.upSinceMs = null;
    this.#options.trace.note(`${this.name} is dead`);
  }

  /** A killed program still holds its journal open in this process, so the next run gets a copy of what was on the disk at that moment. */
  #takeOver(profile: string): void {
    const { folder, name, disk } = this.#options;
    const before = join(folder, `${name}-${this.#runs - 1}`);
    if (this.#putBack !== null) {
      for (const path of Array.from(disk.files.keys())) if (liesBelow(path, before)) disk.files.delete(path);
      copyProfile(disk, this.#putBack, profile);
      this.#putBack = null;
      return;
    }
    copyJournal(before, profile);
    disk.rename(before, profile);
  }

  #opened(life: Life, profile: string): ReturnType<typeof createEngine> {
    const world = this.#world(life, profile);
    const { chance, unread = () => undefined, readAs = (facts) => facts } = this.#options;
    const [reader, converter] = [simReader({ ...world, chance }), simConverter({ ...world, chance })];
    void life.killed.then(reader.end);
    this.#ends.push(reader.end);
    const onFreeCopy = overwriteFree({ ...this.#options, life });
    return createEngine(world, {
      ...appDeps(this.name, profile),
      reader: tellsUnread(reader, unread, readAs),
      converter,
      onFreeCopy,
    });
  }

  #world(life: Life, profile: string) {
    const { random, chance, disk, network, trace, name, unwatched, log } = this.#options;
    const clock = this.#clock(life);
    return {
      clock,
      random,
      files: simFiles({ disk, life, clock, chance, room: this.room, own: profile, name, unwatched }),
      http: simHttp({ name, network, life, clock, random, chance, trace, ...this.#options.listenIn?.(this) }),
      secrets: this.#secrets(life),
      log,
    };
  }

  #clock(life: Life): Clock {
    const { clock } = this.#options;
    return {
      wallMs: () => wallMs(this.wallMs()),
      monotonicMs: () => clock.monotonicMs(),
      sleep: async (milliseconds, stop) => {
        await clock.sleep(milliseconds, stop);
        if (!life.alive || life.asleep) await life.awake();
      },
    };
  }

  #secrets(life: Life): SecretStore {
    const { keychain, chance } = this.#options;
    const guarded = <T>(act: () => T) =>
      life.step(() => (chance.strikes('keychain-locked') ? fail({ kind: 'locked' as const, detail: 'locked' }) : ok(act())));
    return {
      get: (name) => guarded(() => keychain.get(name) ?? null),
      set: (name, secret) => guarded(() => (keychain.set(name, secret), null)),
      delete: (name) => guarded(() => (keychain.delete(name), null)),
    };
  }
}

async function listItems(client: Client): Promise<readonly Item[]> {
  return (await client.items.list({ limit: ITEMS_MAX })).items;
}
