import { Emitter } from './emitter.ts';

/** An event that happens only once. Whoever subscribes after that is called at once. */
export class OnceEmitter {
  #isOver = false;
  readonly #emitter = new Emitter();

  subscribe(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#emitter.subscribe(listener);
  }

  /** Only the first call counts. */
  emit(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#emitter.emit();
  }
}
