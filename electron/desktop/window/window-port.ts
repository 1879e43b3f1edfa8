import type { Log } from '#shared/ports/log.ts';
import { endedBy, readQuestion } from './port-gate.ts';

/** A window has some ten questions open; a page that opens more is not ours any longer. */
const OPEN_QUESTIONS_MAX = 256;

export type MessageListener = (event: { readonly data: string }) => void;

/** One document's end of the port, shaped as oRPC's handler wants it, and bounded on the way in. */
export class WindowPort {
  readonly #send: (text: string) => void;
  readonly #log: Log;
  readonly #open = new Set<string>();
  #onMessage: MessageListener | null = null;
  #onClose: (() => void) | null = null;
  #refused = 0;
  #closed = false;

  constructor(send: (text: string) => void, log: Log) {
    this.#send = send;
    this.#log = log;
  }

  /** `listener` is oRPC's own; what it is typed as differs between the types of a browser and of Node. */
  addEventListener(type: string, listener: unknown): void {
    if (typeof listener !== 'function') return;
    if (type === 'message') this.#onMessage = listener as MessageListener;
    if (type === 'close') this.#onClose = listener as () => void;
  }

  /** An answer, or one ring of a doorbell, on its way to the window. */
  postMessage(answer: unknown): void {
    if (this.#closed || typeof answer !== 'string') return;
    const ended = endedBy(answer);
    if (ended !== null) this.#open.delete(ended);
    this.#send(answer);
  }

  /** A message of the window, whatever it is. */
  receive(message: unknown): void {
    const question = readQuestion(message);
    if (this.#closed) return;
    if (question === null || (question.kind === 'ask' && this.#open.size >= OPEN_QUESTIONS_MAX)) return this.#refuse();
    if (question.kind === 'ask') this.#open.add(question.id);
    else this.#open.delete(question.id);
    this.#onMessage?.({ data: question.text });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#open.clear();
    this.#onClose?.();
  }

  /** Said once for each port, so that a hostile page cannot fill the log. */
  #refuse(): void {
    this.#refused += 1;
    if (this.#refused === 1) this.#log.warn('window sent what is no message of ours');
  }
}
