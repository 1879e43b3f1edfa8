import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type * as E from 'electron/main';
import { needsReady } from './fake-system.ts';

/** Adds `process.parentPort` to the started process. */
const PARENT_PORT = new URL('parent-port.ts', import.meta.url).href;

/** Electron takes `execArgv` for switches of Chromium: V8's own options are heard in one of them alone, and options of Node nowhere. */
function v8Options(switches: readonly string[]): readonly string[] {
  const PREFIX = '--js-flags=';
  return switches.filter((one) => one.startsWith(PREFIX)).flatMap((one) => one.slice(PREFIX.length).split(' '));
}

/** A Node process in place of Electron's. */
class FakeUtilityProcess extends EventEmitter implements Pick<E.UtilityProcess, 'pid' | 'kill' | 'postMessage'> {
  readonly #started: ReturnType<typeof fork>;
  #state: 'starting' | 'running' | 'ended' = 'starting';
  #isKilled = false;

  constructor(file: string, args: readonly string[], { execArgv = [], env = {}, stdio }: E.ForkOptions) {
    needsReady('utilityProcess cannot be created');
    if (file === '') throw new Error('Missing UtilityProcess entry script.');
    super();
    this.#started = fork(file, [...args], {
      execArgv: ['--import', PARENT_PORT, ...v8Options(execArgv)],
      env: { NODE_ENV: process.env['NODE_ENV'], ...Object.fromEntries(Object.entries(env)) },
      serialization: 'advanced',
      stdio: ['ignore', Array.isArray(stdio) && stdio[1] === 'pipe' ? 'pipe' : 'ignore', 'ignore', 'ipc'],
    });
    this.#started.once('spawn', () => {
      this.#state = 'running';
      this.emit('spawn');
    });
    this.#started.on('message', (message) => this.emit('message', message));
    this.#started.once('exit', (code, signal) => this.#ended(code ?? (signal === null ? 1 : constants.signals[signal])));
    this.#started.on('error', () => undefined);
    // These processes do not keep Electron from quitting.
    this.#started.unref();
    this.#started.channel?.unref();
  }

  /** Null unless it was asked for. */
  get stdout(): Readable | null {
    return this.#started.stdout;
  }

  /** Set only while it runs. */
  get pid(): number | undefined {
    return this.#state === 'running' ? this.#started.pid : undefined;
  }

  kill(): boolean {
    if (this.#state === 'ended') return false;
    this.#isKilled = true;
    return this.#started.kill();
  }

  /** A message is queued until the process runs, and dropped once it has ended. */
  postMessage(message: unknown): void {
    structuredClone(message);
    if (this.#started.connected) this.#started.send(message as object, () => undefined);
  }

  /** A requested end counts as success. */
  #ended(code: number): void {
    this.#state = 'ended';
    this.emit('exit', this.#isKilled && code === constants.signals.SIGTERM ? 0 : code);
  }
}

export const utilityProcess = {
  fork: (file: string, args: readonly string[] = [], options: E.ForkOptions = {}) => new FakeUtilityProcess(file, args, options),
};
