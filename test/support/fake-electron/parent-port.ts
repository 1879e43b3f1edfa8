import { EventEmitter } from 'node:events';
import process from 'node:process';

/** What Electron gives a process that it has started: the channel to its parent. Only listening to it keeps the process alive. */
class ParentPort extends EventEmitter {
  constructor() {
    super();
    process.channel?.unref();
    this.on('newListener', (event) => event === 'message' && this.#start());
  }

  postMessage(message: unknown): void {
    process.send?.(message, undefined, undefined, () => undefined);
  }

  #start(): void {
    if (this.listenerCount('message') > 0) return;
    process.channel?.ref();
    process.on('message', (data) => this.emit('message', { data, ports: [] }));
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
