import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

/** A process of Node's in place of Electron's: what is started finds no `parentPort`, and answers by Node's own way. */
class FakeUtilityProcess extends EventEmitter implements Pick<E.UtilityProcess, 'pid' | 'kill' | 'postMessage'> {
  readonly #started: ReturnType<typeof fork>;

  constructor(file: string, args: readonly string[], { execArgv = [], env = {} }: E.ForkOptions) {
    super();
    this.#started = fork(file, [...args], {
      execArgv,
      env: { NODE_ENV: process.env['NODE_ENV'], ...Object.fromEntries(Object.entries(env)) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#started.on('message', (message) => this.emit('message', message));
    this.#started.once('exit', (code) => this.emit('exit', code ?? 1));
    this.#started.on('error', () => undefined);
    // Electron's end waits for none of them.
    this.#started.unref();
    this.#started.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#started.pid;
  }

  kill(): boolean {
    return this.#started.kill();
  }

  postMessage(message: unknown): void {
    if (this.#started.connected) this.#started.send(message as object, () => undefined);
  }
}

export const utilityProcess = {
  fork: (file: string, args: readonly string[] = [], options: E.ForkOptions = {}) => new FakeUtilityProcess(file, args, options),
};
