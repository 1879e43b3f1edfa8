import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { codeOf } from '#shared/node/code-of.ts';
import { longPath } from '#shared/node/sqlite/open-database.ts';
import { type Flushed, type FlushThread, startFlushThread } from './flush-thread.ts';

/** Handles of our own to an open database and its log, for flushing them. */
export type OpenFiles = {
  readonly logPath: string;
  logBytes(): number;
  /** On a thread of its own once flushes are many or slow, until then on this one; null, or the error's code. One at a time. */
  flush(what: 'log' | 'database'): Promise<string | null>;
  /**
   * On this thread, after the flush that may be under way. If that one failed, this one does too: the system tells each failure once, and what it has
   * dropped over it counts as written.
   */
  flushNow(what: 'log' | 'database'): string | null;
  /** Before SQLite closes, which removes the log: Windows does not remove an open file. */
  closeLog(): void;
  /** After SQLite has closed: on POSIX systems closing any handle of a file releases all locks of the program on it. */
  closeDatabase(): void;
};

/** The thread ends when it has not been used for so long. A few slow flushes at a start begin one, and its 19 MB are then for nothing. */
const REST_MS = 20_000;

/** Both files have to be there already. Throws the system's error. */
export function openFiles(file: string): OpenFiles {
  const logPath = `${file}-wal`;
  const fds = openBoth(file, logPath);
  const flusher = createFlusher();
  return {
    logPath,
    logBytes: () => fstatSync(fds.log).size,
    flush: (what) => flusher.flush(fds[what]),
    flushNow: (what) => flusher.flushNow(fds[what]),
    closeLog: () => {
      flusher.end();
      closeSync(fds.log);
    },
    closeDatabase: () => closeSync(fds.database),
  };
}

function openBoth(file: string, logPath: string): { readonly log: number; readonly database: number } {
  const log = openSync(longPath(logPath), 'r+');
  try {
    return { log, database: openSync(longPath(file), 'r+') };
  } catch (error) {
    closeSync(log);
    throw error;
  }
}

function createFlusher() {
  const pace = flushPace();
  let thread: FlushThread | null = null;
  const noted = ({ code, ms }: Flushed): string | null => {
    const nowMs = performance.now();
    pace.took(ms, nowMs);
    if (pace.isWorthAThread(nowMs)) {
      thread ??= startFlushThread((fd, tell) => {
        thread = null;
        if (fd !== null) tell(flushedHere(fd));
      });
      rest.refresh();
    }
    return code;
  };
  const end = (): void => {
    thread?.end();
    thread = null;
  };
  const rest = setTimeout(() => {
    // A disk that hangs.
    if (thread?.isBusy() === true) rest.refresh();
    else end();
  }, REST_MS).unref();
  return {
    flush: async (fd: number) => noted(thread?.isReady() === true ? await thread.flush(fd) : flushedHere(fd)),
    flushNow: (fd: number) => thread?.wait()?.code ?? noted(flushedHere(fd)),
    end: () => {
      clearTimeout(rest);
      end();
    },
  };
}

/** On macOS Node's call waits until the disk itself is done (F_FULLFSYNC). */
function flushedHere(fd: number): Flushed {
  const fromMs = performance.now();
  try {
    fdatasyncSync(fd);
    return { code: null, ms: performance.now() - fromMs };
  } catch (error) {
    return { code: codeOf(error), ms: performance.now() - fromMs };
  }
}

/** A longer flush on the event loop would be felt: a frame of the window takes 16 ms. */
const SLOW_MS = 4;
/** So many flushes within so long come from many documents at once. */
const BURST = { flushes: 8, withinMs: 1_000 } as const;

/** How often and how slowly a disk is flushed: whether a thread of its own, which takes 19 MB, is worth it. */
type FlushPace = {
  took(ms: number, nowMs: number): void;
  /** The last flush was slow, or many came just now. */
  isWorthAThread(nowMs: number): boolean;
};

export function flushPace(): FlushPace {
  let lastMs = 0;
  let ends: number[] = [];
  return {
    took: (ms, nowMs) => {
      lastMs = ms;
      ends = [...ends.slice(1 - BURST.flushes), nowMs];
    },
    isWorthAThread: (nowMs) => {
      const [first = Number.NEGATIVE_INFINITY] = ends;
      return lastMs > SLOW_MS || (ends.length === BURST.flushes && nowMs - first < BURST.withinMs);
    },
  };
}
