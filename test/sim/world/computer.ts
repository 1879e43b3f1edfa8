import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient, type RouterClient } from '@orpc/server';
import { createApp } from '#electron/app.ts';
import type { App, AppRouter } from '#electron/app-shape.ts';
import { ok } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import type { Random } from '#shared/ports/random.ts';
import type { SecretStore } from '#shared/ports/secret-store.ts';
import type { RecordingLog } from '#test/support/recording-log.ts';
import type { Chance } from './chance.ts';
import { type Life, newLife } from './life.ts';
import type { SimDisk } from './sim-disk.ts';
import { simFiles } from './sim-files.ts';
import { type Network, simHttp } from './sim-http.ts';

export type ComputerOptions = {
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  readonly disk: SimDisk;
  readonly network: Network;
  /** A real folder, for the journal: SQLite stays real. */
  readonly folder: string;
  readonly deaf: boolean;
  /** Of all its runs. */
  readonly log: RecordingLog;
  readonly tap: (request: HttpRequest, computer: Computer) => Promise<void>;
};

/** One simulated desktop: a disk and a keychain that survive, and a program that can be killed at any await and started again. */
export type Computer = {
  readonly name: string;
  readonly log: RecordingLog;
  /** The running program's contract, as its window calls it; null while it is off. */
  client(): RouterClient<AppRouter> | null;
  start(): Promise<void>;
  kill(): void;
  readonly kills: number;
  close(): Promise<void>;
};

export function computer(options: ComputerOptions): Computer {
  const kept = new Map<string, string>();
  let running: { readonly app: App; readonly life: Life } | null = null;
  let runs = 0;
  let kills = 0;
  const count = async (killed: Promise<void>): Promise<void> => {
    await killed;
    kills += 1;
  };
  const self: Computer = {
    name: options.name,
    log: options.log,
    client: () => (running?.life.alive === true ? createRouterClient(running.app.router) : null),
    async start() {
      runs += 1;
      const profile = profileOf(options, runs);
      const life = newLife(() => options.chance.strikes('killed-at-await'));
      void count(life.killed);
      // A program that is killed while it starts never comes back from it.
      const made = await Promise.race([createApp(worldOf(options, { life, profile, kept, self }), depsOf(options, profile)), life.killed]);
      if (made === undefined) return;
      if (!made.ok) throw new Error(`${options.name} cannot start: ${made.failure.kind}`);
      running = { app: made.value, life };
      await Promise.race([made.value.start(), life.killed]);
    },
    kill: () => running?.life.kill(),
    get kills() {
      return kills;
    },
    async close() {
      if (running?.life.alive === true) await Promise.race([running.app.close(0), running.life.killed]);
    },
  };
  return self;
}

/** A killed program still holds its journal in this process, so the next run gets what lay on the disk at that moment: a copy. */
function profileOf({ folder, name, disk }: ComputerOptions, run: number): string {
  const profile = join(folder, `${name}-${run}`);
  const before = join(folder, `${name}-${run - 1}`);
  mkdirSync(profile, { recursive: true });
  if (existsSync(before)) cpSync(before, profile, { recursive: true });
  disk.rename(before, profile);
  return profile;
}

type Run = { readonly life: Life; readonly profile: string; readonly kept: Map<string, string>; readonly self: Computer };

function worldOf(options: ComputerOptions, { life, profile, kept, self }: Run) {
  const { clock, random, chance, disk, network } = options;
  return {
    clock: { ...clock, wallMs: () => clock.wallMs(), monotonicMs: () => clock.monotonicMs(), sleep: napping(clock, life) },
    random,
    files: simFiles({ disk, life, clock, chance, own: profile, name: options.name, deaf: options.deaf }),
    http: simHttp({ network, life, clock, random, chance, tap: (request) => options.tap(request, self) }),
    secrets: simSecrets(kept, life),
    log: options.log,
  };
}

function napping(clock: Clock, life: Life): Clock['sleep'] {
  return async (milliseconds, stop) => {
    await clock.sleep(milliseconds, stop);
    // The sleep of a dead program has no end.
    if (!life.alive) await new Promise(() => undefined);
  };
}

function simSecrets(kept: Map<string, string>, life: Life): SecretStore {
  return {
    get: (name) => life.step(() => ok(kept.get(name) ?? null)),
    set: (name, secret) => life.step(() => ok((kept.set(name, secret), null))),
    delete: (name) => life.step(() => ok((kept.delete(name), null))),
  };
}

function depsOf(options: ComputerOptions, profile: string) {
  return {
    profile,
    host: 'headless' as const,
    version: '0.0.0',
    locale: 'fr-FR',
    deviceName: options.name,
    home: '/home',
    sha256: nodeSha256,
    chooseFolder: null,
    reveal: null,
    backups: false,
  };
}
