import { closeSync, fstatSync, openSync } from 'node:fs';
import { longPath } from '../../../shared/node/files/long-path.ts';
import { flushHere, startFlushThread } from './flush-thread.ts';

/** Handles of our own to an open database and its log, for flushing them. */
export type OpenFiles = {
  readonly logPath: string;
  logBytes(): number;
  /** On a thread of its own; null, or the error's code. */
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

/** Both files have to be there already. Throws the system's error. */
export function openFiles(file: string): OpenFiles {
  const logPath = `${file}-wal`;
  const log = openSync(longPath(logPath), 'r+');
  const database = openSync(longPath(file), 'r+');
  const thread = startFlushThread();
  const fds = { log, database };
  return {
    logPath,
    logBytes: () => fstatSync(log).size,
    flush: (what) => thread.flush(fds[what]),
    flushNow: (what) => thread.wait() ?? flushHere(fds[what]),
    closeLog: () => {
      thread.end();
      closeSync(log);
    },
    closeDatabase: () => closeSync(database),
  };
}
