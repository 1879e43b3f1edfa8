import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { until } from '#test/support/until.ts';
import { type EngineClient, engineClient, freshAddress } from '../../build/demo/engine-client.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import type { Machine, Started } from './machine.ts';

export type CommandEnd = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Node starts slowly under Wine, and the machine may be busy; a program that is not ready by then never will be. */
const READY_WITHIN_MS = 180_000;
/** Limit for reading, sending, answering and recording two hundred files on a busy machine. */
export const LONG_MS = 240_000;
const READY = /^\{"ready":"headless","port":\d+/;
/** Page size for reading the items. */
const PAGE = 500;

/** One profile on a machine, its host, and a sandbox and a relay beside it on Linux. It remembers dropped files by their content. */
export class Office {
  readonly profile: string;
  readonly purchases: string;
  readonly sales: string;
  readonly machine: Machine;
  readonly parts: Parts;
  /** The name of each file that must be sent, by the SHA-256 of its content. */
  readonly dropped = new Map<string, string>();
  #host: Started | null = null;

  static async open(machine: Machine): Promise<Office> {
    return new Office(machine, await startParts());
  }

  private constructor(machine: Machine, parts: Parts) {
    this.machine = machine;
    this.parts = parts;
    [this.profile = '', this.purchases = '', this.sales = ''] = ['profile', 'Achats', 'Ventes'].map((name) => join(machine.home, name));
    for (const folder of [this.profile, this.purchases, this.sales]) mkdirSync(folder);
  }

  async close(): Promise<void> {
    await this.kill();
    await this.machine.close();
    await this.parts.stop();
  }

  /** Runs one command of the command line to its end. */
  async run(words: readonly string[], input = ''): Promise<CommandEnd> {
    const command = this.machine.node(['build/headless.mjs', ...words, ...this.#profileWords()], input);
    const code = await command.ended;
    return { code, stdout: command.out(), stderr: command.err() };
  }

  /** Starts the host and waits for its ready line. */
  async start(): Promise<void> {
    const host = this.machine.node(['build/headless.mjs', '--port', '0', ...this.#profileWords()]);
    this.#host = host;
    const ended = new AbortController();
    void host.ended.then(() => ended.abort());
    await until('the host is ready', async () => ended.signal.aborted || host.out().includes('\n'), READY_WITHIN_MS);
    if (!READY.test(host.out())) throw new Error(`the host does not start: ${host.out()}\n${host.err()}`);
  }

  /** Ends the host as a task manager or a power cut would. */
  async kill(): Promise<void> {
    this.#host?.kill();
    await this.#host?.ended;
    this.#host = null;
  }

  get client(): EngineClient {
    return engineClient(this.profile);
  }

  address(): Promise<string> {
    return freshAddress(this.profile);
  }

  /** Puts a file with unique content into a watched folder; `name` uses `/` as the separator. */
  drop(folder: string, name: string): string {
    const bytes = aPdf(`${name} ${this.dropped.size}`, 2_000);
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    this.expectSent(name, bytes);
    return path;
  }

  expectSent(name: string, bytes: Uint8Array): void {
    this.dropped.set(sha256(bytes), name);
  }

  async items(): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<EngineClient['items']['list']>> = await this.client.items.list({
        limit: PAGE,
        ...(after === '' ? {} : { after }),
      });
      items.push(...page.items);
      after = page.next;
    }
    return items;
  }

  /** Waits for the condition; if it never holds, the error describes the state of everything. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    await until(what, holds, LONG_MS).catch(async (error: unknown) => {
      const { counts, folders, unfinished } = await this.client.overview();
      const stands = { counts, unfinished, swept: folders.map(({ lastSweptAt }) => lastSweptAt) };
      const never = (await this.items()).filter(({ state }) => ['unfit', 'held', 'waiting'].includes(state.kind));
      const names = never.map(({ name, state }) => ({ name, state }));
      throw new Error(`${String(error)}\n${JSON.stringify(stands)}\n${JSON.stringify(names)}\n${this.#host?.err().slice(-3_000)}`);
    });
  }

  /** Waits until every dropped file is accepted or refused, in the list as well. */
  allDecided(): Promise<void> {
    return this.until('all files have their answer', async () => {
      const { counts } = await this.client.overview();
      return counts.accepted + counts.refused >= this.dropped.size;
    });
  }

  /** The accountant accepts every document that has no result yet. */
  async decideRest(): Promise<void> {
    for (const { documentId, documentState } of await this.parts.control.documents()) {
      if (documentState === null) await this.parts.control.decide(documentId, { documentState: 'Accepted' });
    }
  }

  /** The name of each file that the service received, once for each document made of it. */
  async sent(): Promise<readonly string[]> {
    const documents = await this.parts.control.documents();
    return sorted(documents.map((document) => this.dropped.get(document.sha256) ?? `a file that nobody dropped: ${document.filename}`));
  }

  /** The names that the service must have. */
  wanted(): readonly string[] {
    return sorted([...this.dropped.values()]);
  }

  /** Every file below a folder, by its content, with `/` as the separator. A file that is moved meanwhile may be missing. */
  filesIn(folder: string): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? bytesOf(path) : null;
      if (bytes !== null) files.set(sha256(bytes), path.slice(folder.length + 1));
    }
    return files;
  }

  #profileWords(): readonly string[] {
    const profile = this.machine.pathOf(this.profile);
    return ['--profile', profile, ...this.machine.keyWords(this.profile)];
  }
}

/** Sorted by code units, which is the same order everywhere. */
export function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Null: it no longer exists. */
function bytesOf(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
