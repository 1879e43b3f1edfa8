import process from 'node:process';
import { type Lack, lackingLimits } from './process-limits.ts';
import type { Log } from '#shared/ports/world.ts';

/** Electron's port for a utility process; elsewhere Node's own IPC is used. */
type ParentPort = {
  on(event: 'message', hear: (message: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

const port = (process as { readonly parentPort?: ParentPort }).parentPort;

export function tellParent(said: object): void {
  if (port === undefined) process.send?.(said, undefined, undefined, () => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
  else port.postMessage(said);
}

/** What every started process says first. `lacks`: what it was to be started with, and was not. */
export type StartedMessage = { readonly kind: 'started'; readonly lacks: readonly Lack[] };

export function tellStarted(): void {
  const said: StartedMessage = { kind: 'started', lacks: lackingLimits() };
  tellParent(said);
}

/** What arrives is of the type that the main program sends: that is the other half of this same version. */
export function onAsked(hear: (asked: unknown) => void): void {
  if (port === undefined) process.on('message', hear);
  else port.on('message', ({ data }) => hear(data));
}

/** Ends this process at once: a normal exit would wait for a read that hangs. The main program notices, and starts another one when it needs it. */
export function endProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/**
 * The main program alone decides about the end of this process, which does not outlive it. A bug ends it too: also a rejection that nobody handles,
 * of which Electron only warns.
 */
export function endWithParent(): void {
  // A terminal signals all processes that it started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', endProcess);
  process.on('uncaughtException', endProcess);
  process.on('unhandledRejection', endProcess);
}

/**
 * Ends the program as a power cut would. Any other way closes SQLite, and that would write into the database what the disk has lost from its log. A
 * service manager starts the program again.
 */
export function endAtOnce(log: Log): void {
  log.error('the disk has lost what was written last; Intray ends at once, to start again from what is on the disk', {});
  process.kill(process.pid, 'SIGKILL');
}
