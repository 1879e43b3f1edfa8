import { dirname } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Move, WatchRing } from '#shared/ports/files.ts';
import { FileWorker, type FileWorkerDeps, type WorkerAnswer } from './file-worker.ts';
import type { CallArguments, Child } from './questions.ts';

export type ForeignPlaceDeps = Pick<FileWorkerDeps, 'clock' | 'log' | 'start' | 'ended'> & {
  /** The place fell silent, or answers again. */
  readonly onChange: () => void;
};

/** A killed process is gone within this time, unless it hangs in the system. */
const GONE_MS = SECOND_MS;
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LAST_PAUSE_MS = 5 * MINUTE_MS;
const NO_ANSWER = 'NO_ANSWER';

type Watched = { readonly path: string; readonly others: readonly string[]; readonly ring: WatchRing; isLost: boolean };

/** A disk that may hang, and the process that calls it. While a call hangs, no other is made, and every caller gets `silent` at once. */
export class ForeignPlace {
  readonly #by: ForeignPlaceDeps;
  readonly #worker: FileWorker;
  readonly #watched = new Map<number, Watched>();
  readonly #end = new AbortController();
  #isSilent = false;
  #hung: Child | null = null;

  constructor(deps: ForeignPlaceDeps) {
    this.#by = deps;
    this.#worker = new FileWorker({
      clock: deps.clock,
      log: deps.log,
      start: deps.start,
      ended: deps.ended,
      hangs: 'all',
      onHung: (asked, child) => this.#fellSilent(asked, child),
      onStarted: (send) => {
        for (const [watch, { path, others }] of this.#watched) send({ kind: 'watch', watch, path, others });
      },
      onRing: (watch, ring) => this.#rang(watch, ring),
      onGone: () => this.#loseAll(),
      isKept: () => this.#watched.size > 0,
    });
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  async ask(asked: CallArguments): Promise<WorkerAnswer> {
    return this.#isSilent ? { kind: 'silent' } : this.#worker.ask(asked);
  }

  watch(watch: number, { path, others, ring }: Omit<Watched, 'isLost'>): void {
    const isRunning = this.#worker.isRunning;
    this.#watched.set(watch, { path, others, ring, isLost: false });
    if (isRunning) void this.ask({ kind: 'watch', watch, path, others });
    else if (!this.#isSilent) this.#worker.ready();
    if (!this.#worker.isRunning) this.#loseAll();
  }

  unwatch(watch: number): void {
    this.#watched.delete(watch);
    if (this.#worker.isRunning) void this.ask({ kind: 'unwatch', watch });
  }

  end(): void {
    this.#end.abort();
    this.#watched.clear();
    this.#worker.end();
  }

  #fellSilent(asked: CallArguments, child: Child): void {
    this.#hung = child;
    if (this.#isSilent) return;
    this.#isSilent = true;
    this.#by.onChange();
    void this.#askAgain(harmless(asked));
  }

  /** Repeats the call that hung, since other calls may succeed all along, until it gets any answer. */
  async #askAgain(asked: CallArguments): Promise<void> {
    const { signal } = this.#end;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
      await this.#pause(pauseMs);
      if (signal.aborted) return;
      const told = await this.#worker.ask(asked);
      if (told.kind === 'answer') break;
    }
    this.#isSilent = false;
    this.#by.onChange();
    for (const { ring } of this.#watched.values()) ring({ kind: 'look' });
  }

  /** A process that could not be killed ends when the disk answers: there is no better signal, and no other process is started before. */
  async #pause(milliseconds: number): Promise<void> {
    const { clock, ended } = this.#by;
    const { signal } = this.#end;
    await clock.sleep(GONE_MS, signal);
    const hung = this.#hung;
    if (hung === null || !ended.holds(hung)) return clock.sleep(milliseconds - GONE_MS, signal);
    await new Promise<void>((resolve) => {
      const done = (): void => {
        // A disk may hang many times in a run: each time would leave a listener behind.
        signal.removeEventListener('abort', done);
        resolve();
      };
      hung.onEnd(done);
      if (signal.aborted) done();
      else signal.addEventListener('abort', done);
    });
  }

  #rang(watch: number, ring: Parameters<WatchRing>[0]): void {
    const watched = this.#watched.get(watch);
    if (watched === undefined) return;
    const wasLost = watched.isLost;
    watched.isLost = ring.kind === 'lost' || ring.kind === 'share';
    if (wasLost && ring.kind === 'look') watched.ring({ kind: 'restored' });
    watched.ring(ring);
  }

  #loseAll(): void {
    for (const watched of this.#watched.values()) {
      if (watched.isLost) continue;
      watched.isLost = true;
      watched.ring({ kind: 'lost', code: NO_ANSWER });
    }
  }
}

/** A call without side effects that touches the same disk in as similar a way as possible; nobody waits for the change itself any more. */
function harmless(asked: CallArguments): CallArguments {
  if (asked.kind === 'read') return { kind: 'read', of: { ...asked.of, want: 'hash', copy: null } };
  if (asked.kind !== 'call') return asked;
  const [first] = asked.args;
  switch (asked.name) {
    case 'moveWithoutReplacing':
      return { ...asked, name: 'stat', args: [(first as Move).from] };
    case 'writeBeside':
    case 'writeDurably':
    case 'writeOver':
    case 'makeFolder':
    case 'remove':
      return { ...asked, name: 'list', args: [dirname(String(first))] };
    case 'stat':
    case 'findMount':
    case 'room':
    case 'realPath':
    case 'list':
    case 'read':
    case 'readPart':
      return asked;
    default:
      return unreachable(asked.name);
  }
}
