import type { DatabaseSync } from 'node:sqlite';
import { retry } from '#shared/async/retry.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import { isLogWhole, playLog } from '../../platform/sqlite/play-log.ts';
import type { OpenFiles } from '../../platform/sqlite/open-files.ts';
import { diskFaultOf, diskFaultOfCode } from './disk-fault.ts';
import type { Durability } from './group-commit.ts';

/** Size of the log at which it is moved into the database. SQLite's own default is a thousand pages, which is as much. */
const LOG_BYTES_MAX = 4 * 1_048_576;
/** A disk that failed a flush is asked again after this long. */
const AGAIN_MS = 5 * SECOND_MS;

/** A commit that is told once its flush has ended, or an answer that waits for it. */
type Told = { readonly of: 'commit' | 'answer'; readonly tell: () => void };

export type OwnFlushesDeps = {
  readonly database: DatabaseSync;
  readonly files: OpenFiles;
  readonly clock: Clock;
  /** The disk's fault, or null once it has taken what it refused. */
  readonly said: (fault: DiskFault | null) => void;
  /** What was committed cannot be brought to the disk any more, and SQLite believes that it is there: the program has to end without closing it. */
  readonly onLost: () => void;
};

/**
 * Commits without a flush (`synchronous=NORMAL`), and then flushes the log on a thread of its own (ADR-2). SQLite never moves the log into the
 * database by itself here: `moveLog` does it beside other work, so that no flush stands on the event loop.
 *
 * After a failed flush nobody knows what is on the disk: the system may have dropped the bytes and report success next time. Nothing is told and
 * nothing written then. If the log can still be read as it was written, its content is moved into the database, which writes and flushes all of it
 * anew; that is tried until it succeeds. If it cannot, the program ends as by a power cut and begins with what the disk has.
 */
export class OwnFlushes implements Durability {
  readonly #deps: OwnFlushesDeps;
  #state: 'good' | 'unknown' | 'lost' | 'ended' = 'good';
  #fault: string | null = null;
  /** Told when the flush under way has ended, and when the next one has. */
  #inFlight: Told[] = [];
  #waiting: Told[] = [];
  #work: 'flush' | 'move' | null = null;
  /** Pages were written into the database and not flushed: until then nothing may overwrite the log. */
  #isMoving = false;
  /** Bytes of the log after the last commit. */
  #logBytes = 0;
  #level: 'OFF' | 'NORMAL' | 'FULL' = 'FULL';
  #free: () => void = () => undefined;

  constructor(deps: OwnFlushesDeps) {
    this.#deps = deps;
    deps.database.exec('PRAGMA wal_autocheckpoint=0');
    this.#setLevel('NORMAL');
  }

  beforeWrite(): void {
    if (this.#state !== 'good') throw this.#error();
    if (this.#isMoving) this.#endMove();
  }

  now(landed: () => void): void {
    this.#committed();
    try {
      this.#flushNow('log');
    } catch (error) {
      this.#waiting.push({ of: 'commit', tell: landed });
      throw error;
    }
  }

  later(durable: () => void): void {
    this.#committed();
    this.#waiting.push({ of: 'commit', tell: durable });
    if (this.#work === null) void this.#flush();
  }

  whenDurable(act: () => void): void {
    const told = { of: 'answer', tell: act } as const;
    // While the disk is in trouble, that has to be shown.
    if (this.#state !== 'good') act();
    else if (this.#waiting.length > 0) this.#waiting.push(told);
    else if (this.#inFlight.length > 0) this.#inFlight.push(told);
    else act();
  }

  isBusy(): boolean {
    return this.#work !== null || this.#state === 'unknown';
  }

  onFree(ring: () => void): void {
    this.#free = ring;
  }

  emptyLog(): boolean {
    if (this.#state !== 'good' || this.#deps.database.isTransaction) return false;
    if (this.#isMoving) this.#endMove();
    this.#setLevel('FULL');
    const isEmpty = playLog(this.#deps.database);
    if (isEmpty) this.#logBytes = 0;
    this.#setLevel('NORMAL');
    return isEmpty;
  }

  end(): boolean {
    if (this.#state === 'unknown') this.#mend();
    if (this.#state !== 'good') return false;
    if (this.#isMoving) this.#endMove();
    this.#flushNow('log');
    this.#landed();
    this.#state = 'ended';
    this.#setLevel('FULL');
    this.#deps.files.closeLog();
    return true;
  }

  ended(): void {
    this.#deps.files.closeDatabase();
  }

  #committed(): void {
    this.#logBytes = this.#deps.files.logBytes();
    this.#setLevel('NORMAL');
  }

  /** One flush at a time; what is committed meanwhile waits for the next one. */
  async #flush(): Promise<void> {
    this.#work = 'flush';
    [this.#inFlight, this.#waiting] = [this.#waiting, []];
    const code = await this.#deps.files.flush('log');
    this.#work = null;
    if (this.#state === 'good' && code !== null) this.#failed('log', code);
    if (this.#state !== 'good') return;
    // After a failure that was mended, they have been told already.
    const told = this.#inFlight;
    this.#inFlight = [];
    for (const { tell } of told) tell();
    if (this.#waiting.length > 0) return this.#flush();
    if (this.#logBytes > LOG_BYTES_MAX) await this.#moveLog();
    if (this.#waiting.length > 0) return this.#flush();
    this.#free();
  }

  /** All that was committed is on the disk. */
  #landed(): void {
    const told = [...this.#inFlight, ...this.#waiting];
    [this.#inFlight, this.#waiting] = [[], []];
    for (const { tell } of told) tell();
  }

  #flushNow(what: 'log' | 'database'): void {
    const code = this.#deps.files.flushNow(what);
    if (code === null) return;
    this.#failed(what, code);
    if (this.#state !== 'good') throw this.#error();
  }

  /**
   * The log is on the disk, so its pages may be written into the database; SQLite would flush them on this thread. Once a flush of ours has brought
   * them to the disk, the log is emptied, and flushed too: without that, old frames could come after new ones on a disk that lost its power.
   */
  async #moveLog(): Promise<void> {
    const { files } = this.#deps;
    this.#work = 'move';
    this.#isMoving = this.#writePages();
    const code = this.#isMoving ? await files.flush('database') : null;
    // A write that came meanwhile has done the rest itself.
    if (this.#isMoving && this.#state === 'good') {
      if (code !== null) this.#failed('database', code);
      else if (!this.#emptyMoved()) this.#failed('log', 'EIO');
      else await this.#flushEmptied();
    }
    this.#work = null;
  }

  async #flushEmptied(): Promise<void> {
    const code = await this.#deps.files.flush('log');
    if (code !== null && this.#state === 'good') this.#failed('log', code);
  }

  /** True if all of the log is in the database now, and nothing but a flush is missing. A disk that did not take it is asked at a later flush. */
  #writePages(): boolean {
    this.#setLevel('OFF');
    try {
      const pages = this.#deps.database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
      return pages !== undefined && pages['log'] === pages['checkpointed'];
    } catch (error) {
      this.#deps.said(diskFaultOf(error) ?? 'broken');
      return false;
    }
  }

  /** The rest of a move on this thread, for a write that cannot wait. */
  #endMove(): void {
    this.#flushNow('database');
    if (!this.#emptyMoved()) this.#failed('log', 'EIO');
    if (this.#state !== 'good') throw this.#error();
    this.#flushNow('log');
  }

  /**
   * The level stays at OFF until the next commit: SQLite would flush the header of an empty log before its first frames. Here the whole log is flushed
   * before anything is told.
   */
  #emptyMoved(): boolean {
    if (!playLog(this.#deps.database)) return false;
    [this.#logBytes, this.#isMoving] = [0, false];
    return true;
  }

  /**
   * SQLite counts as done what it wrote into the database, so pages that a flush has failed cannot be written anew: the next start does that, from
   * the log, which is on the disk.
   */
  #failed(what: 'log' | 'database', code: string): void {
    this.#state = 'unknown';
    this.#fault = code;
    this.#deps.said(diskFaultOfCode(code) ?? 'broken');
    if (what === 'database') return this.#lost();
    this.#mend();
    if (this.#state !== 'unknown') return;
    void this.#mendLater();
    const all = [...this.#inFlight, ...this.#waiting];
    [this.#inFlight, this.#waiting] = [[], all.filter(({ of }) => of === 'commit')];
    for (const { of, tell } of all) if (of === 'answer') tell();
  }

  #lost(): void {
    this.#state = 'lost';
    this.#deps.onLost();
  }

  /** The log is still as it was written: SQLite writes and flushes all of it anew, into the database. */
  #mend(): void {
    const { database, files } = this.#deps;
    if (database.isTransaction) return;
    if (!isLogWhole(files.logPath, this.#logBytes)) return this.#lost();
    this.#setLevel('FULL');
    if (!playLog(database)) return;
    this.#setLevel('NORMAL');
    [this.#logBytes, this.#isMoving, this.#state, this.#fault] = [0, false, 'good', null];
    this.#deps.said(null);
    this.#landed();
  }

  async #mendLater(): Promise<void> {
    const isOver = (): true | null => {
      if (this.#state === 'unknown') this.#mend();
      return this.#state === 'unknown' ? null : true;
    };
    await retry({ clock: this.#deps.clock, restMs: AGAIN_MS, firstAfterMs: AGAIN_MS }, isOver);
    this.#free();
  }

  #setLevel(level: 'OFF' | 'NORMAL' | 'FULL'): void {
    if (level === this.#level) return;
    this.#deps.database.exec(`PRAGMA synchronous=${level}`);
    this.#level = level;
  }

  #error(): Error {
    return Object.assign(new Error('the disk has not taken what was written last'), { code: this.#fault ?? 'EIO' });
  }
}
