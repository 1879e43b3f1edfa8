import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { until } from '#test/support/until.ts';
import { type EngineClient, engineClient, freshAddress } from '../../build/demo/engine-client.ts';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import type { ChildProcess } from 'node:child_process';

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

/** The process that `unshare` or `nsenter` started, which is not the wrapper itself. Null: not started yet, or already ended. */
export function childOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !existsSync(file)) return null;
  const [first = ''] = readFileSync(file, 'utf8').split(' ');
  return first === '' ? null : Number(first);
}

/** The sweep that finds what nobody heard of comes so long after the last one (`electron/intake/create-intake.ts`). */
const SWEEP_EVERY_MS = 30_000;
/** A machine that is busy for as long as that may miss it once. */
const TRIES = 3;
const NAME = 'half a scan.pdf';

/** Whether the host comes to know of a file sooner than its next sweep would have found it. The file is not whole, so nothing is made of it. */
export async function isHeard(office: Office, folder: string): Promise<boolean> {
  let sweptAt = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    await office.until('it was swept anew', async () => {
      const lastSweptAt = (await readFolder(office, folder))?.lastSweptAt ?? 0;
      const isLater = lastSweptAt > sweptAt;
      sweptAt = lastSweptAt;
      return isLater;
    });
    writeFileSync(join(folder, NAME), aPdf(NAME, 2_000).subarray(0, 1_000));
    let since = 0;
    await office.until('the half of a file is told', async () => (since = await toldSince(office, folder)) > 0);
    rmSync(join(folder, NAME));
    await office.until('it is told no more', async () => (await toldSince(office, folder)) === 0);
    if (since < sweptAt + SWEEP_EVERY_MS) return true;
  }
  return false;
}

async function readFolder(office: Office, folder: string) {
  const { folders } = await office.client.overview();
  return folders.find(({ path }) => path === office.machine.pathOf(folder));
}

/** Since when it is told of as unfinished; zero while it is not. */
async function toldSince(office: Office, folder: string): Promise<number> {
  const { unfinished = [] } = await office.client.overview();
  const id = (await readFolder(office, folder))?.id;
  const told = unfinished.find(({ folderId }) => folderId === id)?.files.find(({ name }) => name === NAME);
  return told?.since ?? 0;
}

/** One of our programs, running on the machine. */
export type Started = {
  /** Exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Everything it has written so far to standard output and standard error. */
  readonly out: () => string;
  readonly err: () => string;
  /** Kills it at once, without a chance to clean up. */
  readonly kill: () => void;
};

/** A place where Node runs our programs, with folders that the test can see as well. */
export type Machine = {
  /** A folder that is empty at first. */
  readonly home: string;
  /** The name that programs on the machine have for a path below `home`. */
  readonly pathOf: (path: string) => string;
  /** Options that say where the key of the secrets is stored; none for the system's own store. */
  readonly keyWords: (profile: string) => readonly string[];
  /** Runs Node with these arguments in the project's folder; `input` is its standard input. */
  readonly node: (words: readonly string[], input?: string) => Started;
  readonly close: () => Promise<void>;
};
