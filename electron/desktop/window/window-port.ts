import type { Log } from '#shared/ports/log.ts';
import { endedBy, readQuestion } from './port-gate.ts';

/** A window has about ten open questions; a page that opens many more is not ours any longer. */
const OPEN_QUESTIONS_MAX = 256;

export type MessageListener = (event: { readonly data: string }) => void;

/** The main process's end of one document's port, shaped for oRPC's handler, with its input bounded. */
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

  /** `listener` is oRPC's own; its type differs between the browser's types and Node's. */
  addEventListener(type: string, listener: unknown): void {
    if (typeof listener !== 'function') return;
    if (type === 'message') this.#onMessage = listener as MessageListener;
    if (type === 'close') this.#onClose = listener as () => void;
  }

  /** Sends the window an answer, or one ring of a doorbell. */
  postMessage(answer: unknown): void {
    if (this.#closed || typeof answer !== 'string') return;
    const ended = endedBy(answer);
    if (ended !== null) this.#open.delete(ended);
    this.#send(answer);
  }

  /** Takes any message of the window, valid or not. */
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

  /** Logged once per port, so that a hostile page cannot fill the log. */
  #refuse(): void {
    this.#refused += 1;
    if (this.#refused === 1) this.#log.warn('window sent what is no message of ours');
  }
}
