import { WakeSignal } from '#shared/async/sweep-loop.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import { LackingLimits } from '../platform/lacking-limits.ts';
import type { EndedChildren } from './ended-children.ts';
import type { CallArguments, Child, ChildMessage } from './questions.ts';

/** `silent`: the disk did not answer in time. `ended`: the process broke, and so did the next one. */
export type WorkerAnswer = { readonly kind: 'answer'; readonly answer: unknown } | { readonly kind: 'silent' } | { readonly kind: 'ended' };

export type FileWorkerDeps = {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly start: () => Child;
  readonly ended: EndedChildren;
  /**
   * `alone`: a hanging call is the fault of its file, and the other calls are repeated in the next process. `all`: it is the fault of the
   * whole disk, and no pending call is answered.
   */
  readonly hangs: 'alone' | 'all';
  /** Called after the process was killed because of a hanging call. */
  readonly onHung?: (asked: CallArguments, child: Child) => void;
  readonly onStarted?: (send: (asked: CallArguments) => void) => void;
  readonly onRing?: (watch: number, ring: Extract<ChildMessage, { kind: 'ring' }>['ring']) => void;
  /** The process broke, or was killed. */
  readonly onGone?: () => void;
  /** True if the process is needed even without questions. */
  readonly isKept?: () => boolean;
};

type Open = {
  readonly id: number;
  readonly asked: CallArguments;
  readonly tell: (told: WorkerAnswer) => void;
  tries: number;
  isLookedInto: boolean;
  isLooking: boolean;
  dueMs: number;
};

/** A sleeping disk spins up within this time. */
export const ANSWER_MS = 10 * SECOND_MS;
/** A placeholder's content must be downloaded first. */
export const FETCH_MS = 10 * MINUTE_MS;
/** Inspections are limited by counts, not by time; this ends what the counts missed. */
export const LOOK_MS = 5 * SECOND_MS;
export const REST_MS = 60 * SECOND_MS;
/** Precision of these limits. */
const STEP_MS = SECOND_MS / 2;
/** After a gap of this length the computer slept, or this program did not run: missing answers prove nothing. */
const LOST_MS = 2 * SECOND_MS;
/** Files in the process's memory at once; further reads wait here, and their time has not started. */
const READS_MAX = 4;
const TRIES_MAX = 2;
/** Other files may break the process repeatedly before this one is read. */
const INNOCENT_TRIES_MAX = 8;

/** Runs one process at a time for the calls of one place, and replaces it when it breaks. Every question gets an answer within a bound. */
export class FileWorker {
  readonly #by: FileWorkerDeps;
  readonly #open = new Map<number, Open>();
  readonly #waiting: Open[] = [];
  /** By path, reads that hang in a process that could not be ended: they would hang in the next one too. */
  readonly #stuck = new Map<string, { readonly id: number; readonly child: Child }>();
  #child: Child | null = null;
  #asked = 0;
  #usedAtMs = 0;
  #pause: WakeSignal;
  readonly #lacks: LackingLimits;
  #isEnded = false;

  constructor(deps: FileWorkerDeps) {
    this.#by = deps;
    this.#lacks = new LackingLimits({ log: deps.log, process: 'files' });
    this.#pause = new WakeSignal(deps.clock);
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Announces that a question will follow soon. */
  ready(): void {
    this.#usedAtMs = this.#by.clock.monotonicMs();
    if (!this.#isEnded) this.#alive();
  }

  ask(asked: CallArguments): Promise<WorkerAnswer> {
    return new Promise((tell) => {
      this.#asked += 1;
      const open: Open = { id: this.#asked, asked, tell, tries: 0, isLookedInto: true, isLooking: false, dueMs: 0 };
      this.#put(open);
    });
  }

  /** From now on every question is answered with `ended`, and nothing is waited for. */
  end(): void {
    this.#isEnded = true;
    this.#drop();
    this.#tellAll({ kind: 'ended' });
  }

  #put(open: Open): void {
    if (this.#isEnded) return open.tell({ kind: 'ended' });
    if (this.#isStuck(open.asked)) return open.tell({ kind: 'silent' });
    if (open.asked.kind === 'read' && this.#reads() >= READS_MAX) return void this.#waiting.push(open);
    const child = this.#alive();
    // Too many processes hang already.
    if (child === null) return open.tell({ kind: 'silent' });
    this.#usedAtMs = this.#by.clock.monotonicMs();
    open.dueMs = this.#usedAtMs + patienceMs(open.asked);
    open.tries += 1;
    if (this.#open.size === 0) this.#pause.wake();
    this.#open.set(open.id, open);
    child.send({ id: open.id, isLookedInto: open.isLookedInto, asked: open.asked });
  }

  #isStuck(asked: CallArguments): boolean {
    const stuck = asked.kind === 'read' ? this.#stuck.get(asked.of.path) : undefined;
    if (asked.kind !== 'read' || stuck === undefined) return false;
    const { ended } = this.#by;
    this.#endLeft(stuck.child);
    if (stuck.child === this.#child || ended.holds(stuck.child)) return true;
    this.#stuck.delete(asked.of.path);
    return false;
  }

  /** A process left alive because too many others hung is ended as soon as possible, so that another one can read the files that hang in it. */
  #endLeft(child: Child): void {
    if (child === this.#child && !this.#by.ended.isFull && this.#open.size === 0) this.#drop();
  }

  /** A call that was given up as hung has returned after all. */
  #letGo(id: number): void {
    for (const [path, stuck] of this.#stuck) if (stuck.id === id) this.#stuck.delete(path);
  }

  #reads(): number {
    return Array.from(this.#open.values()).filter(({ asked }) => asked.kind === 'read').length;
  }

  #alive(): Child | null {
    if (this.#child !== null) return this.#child;
    if (this.#by.hangs === 'all' && this.#by.ended.isFull) return null;
    const child = this.#by.start();
    this.#child = child;
    this.#usedAtMs = this.#by.clock.monotonicMs();
    child.onSaid((said) => {
      if (this.#child === child) this.#hear(said);
    });
    child.onEnd(() => {
      if (this.#child === child) this.#broke();
    });
    void this.#watch(child);
    this.#by.onStarted?.((asked) => {
      this.#asked += 1;
      child.send({ id: this.#asked, isLookedInto: true, asked });
    });
    return child;
  }

  #hear(said: ChildMessage): void {
    if (said.kind === 'started') return this.#lacks.hear(said);
    if (said.kind === 'ring') return this.#by.onRing?.(said.watch, said.ring);
    const open = this.#open.get(said.id);
    if (open === undefined) return this.#letGo(said.id);
    const nowMs = this.#by.clock.monotonicMs();
    if (open.isLooking && said.kind !== 'looks') this.#looked(open, nowMs);
    if (said.kind === 'looks') {
      open.isLooking = true;
      open.dueMs = nowMs + LOOK_MS;
    } else if (said.kind === 'answer') this.#answered(open, said.answer, nowMs);
    else open.dueMs = Math.max(open.dueMs, nowMs + ANSWER_MS);
  }

  /** The process could not hear the other questions meanwhile. */
  #looked(open: Open, nowMs: number): void {
    open.isLooking = false;
    const lookedMs = nowMs - (open.dueMs - LOOK_MS);
    for (const other of this.#open.values()) other.dueMs += lookedMs;
  }

  #answered(open: Open, answer: unknown, nowMs: number): void {
    this.#open.delete(open.id);
    this.#usedAtMs = nowMs;
    open.tell({ kind: 'answer', answer });
    this.#next();
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#reads() < READS_MAX) {
      const next = this.#waiting.shift();
      if (next !== undefined) this.#put(next);
    }
  }

  /** Checks deadlines and idle time until the process is replaced. */
  async #watch(child: Child): Promise<void> {
    const { clock } = this.#by;
    const pause = new WakeSignal(clock);
    this.#pause = pause;
    while (this.#child === child) {
      const fromMs = clock.monotonicMs();
      const pauseMs = this.#open.size > 0 ? STEP_MS : this.#by.isKept?.() === true ? HOUR_MS : this.#usedAtMs + REST_MS - fromMs;
      if (pauseMs <= 0) return this.#drop();
      await pause.wait(pauseMs);
      if (this.#child !== child) return;
      const lostMs = clock.monotonicMs() - fromMs - pauseMs;
      if (lostMs > LOST_MS) for (const open of this.#open.values()) open.dueMs += lostMs;
      this.#judge(child);
    }
  }

  #judge(child: Child): void {
    const looking = this.#looking();
    const nowMs = this.#by.clock.monotonicMs();
    // While it inspects a file, it cannot answer the others.
    const late = (looking === undefined ? [...this.#open.values()] : [looking]).filter(({ dueMs }) => dueMs <= nowMs);
    const [first] = late;
    if (first === undefined) return;
    if (looking === undefined) this.#hung([first, ...late.slice(1)], child);
    else this.#broke();
  }

  #hung(late: readonly [Open, ...Open[]], child: Child): void {
    const { ended, hangs, log, onHung } = this.#by;
    const [{ asked }] = late;
    log.warn('a call to a disk hangs', { call: asked.kind === 'call' ? asked.name : asked.kind });
    for (const { id, asked: hung } of late) {
      this.#open.delete(id);
      if (hung.kind === 'read') this.#stuck.set(hung.of.path, { id, child });
    }
    // Another hanging process would be one too many, and this one still has free threads.
    const isLeft = hangs === 'alone' && ended.isFull;
    // Nobody is told before the process can no longer write.
    if (!isLeft) this.#drop();
    if (hangs === 'all') onHung?.(asked, child);
    for (const { tell } of late) tell({ kind: 'silent' });
    if (isLeft) this.#next();
    else if (hangs === 'alone') this.#again(null);
    else this.#tellAll({ kind: 'silent' });
  }

  /** The process ended by itself, or must end because of a file. */
  #broke(): void {
    const culprit = this.#looking() ?? null;
    this.#drop();
    this.#by.log.warn('a process that reads files ended', { looked: culprit !== null });
    this.#again(culprit);
  }

  /** Repeats the open calls; `culprit` broke the process, so the failure does not count against the others. */
  #again(culprit: Open | null): void {
    const before = [...this.#open.values()];
    this.#open.clear();
    for (const open of before) {
      const isAgain = open === culprit ? open.isLookedInto : open.tries < (culprit === null ? TRIES_MAX : INNOCENT_TRIES_MAX);
      if (open === culprit) open.isLookedInto = false;
      open.isLooking = false;
      if (isAgain) this.#put(open);
      else open.tell({ kind: 'ended' });
    }
    this.#next();
  }

  #looking(): Open | undefined {
    return [...this.#open.values()].find(({ isLooking }) => isLooking);
  }

  #drop(): void {
    const child = this.#child;
    this.#child = null;
    this.#pause.wake();
    if (child === null) return;
    this.#by.ended.kill(child);
    this.#by.onGone?.();
  }

  #tellAll(told: WorkerAnswer): void {
    const all = [...this.#open.values(), ...this.#waiting];
    this.#open.clear();
    this.#waiting.length = 0;
    for (const { tell } of all) tell(told);
  }
}

function patienceMs(asked: CallArguments): number {
  return asked.kind === 'read' && asked.of.fetch === true ? FETCH_MS : ANSWER_MS;
}
