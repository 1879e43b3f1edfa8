import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts';
import type { SandboxWorld } from '#sandbox/core.ts';
import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import type { Http } from '#shared/ports/http.ts';
import { z } from 'zod';
import { type Life, newLife } from '../life.ts';
import type { SimServer } from './sim-http.ts';
import type { TrafficRecorder } from './traffic-recorder.ts';

export type ServiceHostOf = {
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
export class ServiceHost {
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
