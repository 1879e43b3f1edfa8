import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { Emitter } from '#shared/async/emitter.ts';
import type { WindowUploadPlace } from '#shared/app-api/window-upload.ts';
import { type Engine, type EngineClient, useEngine } from '../link/engine.ts';
import type { Given, WindowFault } from './hand-over.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** A file that was not copied, and why; kept for another try. */
export type Returned = { readonly given: Given; readonly place: WindowUploadPlace; readonly fault: WindowFault };

export type UploadQueueState = {
  /** In the current run: the number of files given, and of those finished. */
  readonly total: number;
  readonly done: number;
  readonly copied: number;
  /** The file being copied; `part` is its progress from 0 to 1. */
  readonly current: { readonly name: string; readonly part: number } | null;
  readonly returned: readonly Returned[];
  /** Those that were copied, and whose note came too late: the same content was sent before. */
  readonly unnoted: readonly Given[];
  readonly wasStopped: boolean;
  /** Files beyond `GIVEN_MAX`, which are ignored: how many, and the name of the first. */
  readonly beyond: { readonly count: number; readonly first: string } | null;
};

const NOTHING: UploadQueueState = {
  total: 0,
  done: 0,
  copied: 0,
  current: null,
  returned: [],
  unnoted: [],
  wasStopped: false,
  beyond: null,
};
/** Limit per drop. A user who drops a whole disk is asked to copy the rest into the folder, where it needs one answer and no window. */
export const GIVEN_MAX = 1_000;

export function mayPass({ fault }: Returned): boolean {
  return afterFault(fault.kind).mayPass;
}

/** Copies the given files one after the other, even while the user looks at another page. */
export class UploadQueue {
  readonly #client: EngineClient;
  readonly #userEmail: () => Promise<string | undefined>;
  readonly #changed = new Emitter();
  readonly #queue: Omit<Returned, 'fault'>[] = [];
  #state = NOTHING;
  #stop = new AbortController();
  #isRunning = false;

  /** `userEmail`: the address of whoever gives the files, if it is another than the company's; asked for at each file. */
  constructor(client: EngineClient, userEmail: () => Promise<string | undefined>) {
    this.#client = client;
    this.#userEmail = userEmail;
  }

  readonly current = (): UploadQueueState => this.#state;

  readonly subscribe = this.#changed.subscribe;

  /** Adds to the current run; if none is in progress, starts a new one and forgets the last. */
  take(files: readonly Given[], place: WindowUploadPlace): void {
    const given = files.slice(0, GIVEN_MAX);
    if (given.length === 0) return;
    const before = this.#isRunning ? this.#state : NOTHING;
    this.#queue.push(...given.map((one) => ({ given: one, place })));
    this.#tell({ ...before, total: before.total + given.length, beyond: beyondOf(files, before.beyond) });
    if (!this.#isRunning) void this.#run();
  }

  /** Stops copying; files already in their folder stay there. */
  stop(): void {
    this.#queue.length = 0;
    this.#stop.abort();
  }

  /** Tries again the files that may succeed now. */
  again(): void {
    const passing = this.#state.returned.filter(mayPass);
    const left = this.#state.returned.filter((one) => !mayPass(one));
    this.#tell({ ...this.#state, returned: left });
    this.#queue.push(...passing);
    this.#tell({ ...this.#state, total: passing.length, done: 0, wasStopped: false });
    if (!this.#isRunning) void this.#run();
  }

  forget(): void {
    if (!this.#isRunning) this.#tell(NOTHING);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    for (let next = this.#queue.shift(); next !== undefined && !signal.aborted; next = this.#queue.shift()) {
      const fault = await this.#one(next.given, next.place, signal);
      if (signal.aborted) break;
      this.#through(next, fault);
      if (fault !== null && afterFault(fault.kind).forAll) this.#giveBackAll(next.place, fault);
    }
    this.#isRunning = false;
    this.#tell({ ...this.#state, current: null, wasStopped: signal.aborted });
  }

  async #one(given: Given, place: WindowUploadPlace, signal: AbortSignal): Promise<WindowFault | null> {
    const tell = (part: number) => this.#tell({ ...this.#state, current: { name: given.name, part } });
    tell(0);
    try {
      const [{ handOver }, userEmail] = await Promise.all([import('./add-files-dialog.tsx'), this.#userEmail()]);
      const handed = await handOver(given, { client: this.#client, place, userEmail, signal, tell });
      if (handed.ok && handed.value.noteTooLate === true) this.#tell({ ...this.#state, unnoted: [...this.#state.unnoted, given] });
      return handed.ok ? null : handed.failure;
    } catch {
      // The link to the program broke, so the outcome is unknown; sending the same file again is safe, as it is the same document.
      return { kind: 'no-answer' };
    }
  }

  #through(one: Omit<Returned, 'fault'>, fault: WindowFault | null): void {
    const { done, copied, returned } = this.#state;
    const more = fault === null ? { copied: copied + 1 } : { returned: [...returned, { ...one, fault }] };
    this.#tell({ ...this.#state, ...more, done: done + 1 });
  }

  #giveBackAll(place: WindowUploadPlace, fault: WindowFault): void {
    const key = JSON.stringify(place);
    const rest = this.#queue.splice(0);
    for (const one of rest) {
      if (JSON.stringify(one.place) === key) this.#through(one, fault);
      else this.#queue.push(one);
    }
  }

  #tell(state: UploadQueueState): void {
    this.#state = state;
    this.#changed.emit();
  }
}

/** Adds the files beyond the limit to those of earlier drops in this run. */
function beyondOf(files: readonly Given[], before: UploadQueueState['beyond']): UploadQueueState['beyond'] {
  const first = files[GIVEN_MAX];
  if (first === undefined) return before;
  return { count: files.length - GIVEN_MAX + (before?.count ?? 0), first: before?.first ?? first.name };
}

type AfterFault = {
  /** True if the fault may pass, or the user can fix it right away: the same file may then succeed. */
  readonly mayPass: boolean;
  /** True if the next file for the same folder would fail in the same way. */
  readonly forAll: boolean;
};

/** What a fault means for retrying the file and for the files after it. */
export function afterFault(kind: WindowFault['kind']): AfterFault {
  switch (kind) {
    case 'full':
    case 'folder-away':
    case 'no-answer':
      return { mayPass: true, forAll: true };
    case 'no-folder':
      return { mayPass: false, forAll: true };
    case 'disk':
    case 'busy':
    case 'broken':
    case 'unread':
      return { mayPass: true, forAll: false };
    case 'unfit':
    case 'known':
    case 'left-alone':
    case 'no-name':
    case 'not-open':
    case 'a-folder':
      return { mayPass: false, forAll: false };
    default:
      return unreachable(kind);
  }
}

const UploadQueueContext = createContext<UploadQueue | null>(null);

/** One queue for the whole window, so that copying continues while the user looks at another page. */
export function UploadQueueProvider({ children }: { readonly children: ReactNode }) {
  const { client, browsers } = useEngine();
  const queue = useMemo(() => new UploadQueue(client, () => ownAddress(browsers)), [client, browsers]);
  return <UploadQueueContext value={queue}>{children}</UploadQueueContext>;
}

/** The address that the user gave in this tab (C52); undefined if it cannot be sent, and in the desktop app, whose user is the profile's. */
async function ownAddress(browsers: Engine['browsers']): Promise<string | undefined> {
  const [{ userEmailOf }, signedIn] = await Promise.all([import('../link/schemas.ts'), browsers?.list.call().catch(() => null)]);
  const text = signedIn?.browsers.find(({ own }) => own)?.userEmail ?? '';
  return userEmailOf(text).kind === 'sendable' ? text : undefined;
}

export function useUploadQueue(): UploadQueue {
  const queue = use(UploadQueueContext);
  if (queue === null) throw new Error('outside of the queue context');
  return queue;
}

export function useUploadQueueState(): UploadQueueState {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.current);
}
