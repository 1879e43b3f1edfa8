import type { Log } from '#shared/ports/world.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { z } from 'zod';
import { QUESTION_CHARS_MAX } from './port-channel.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { type Translate, translator } from '#shared/i18n/translate.ts';

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

/** What the window may send over its port: a question, or the end of one. */
type Question = { readonly kind: 'ask' | 'stop'; readonly id: string; readonly text: string };

const id = z.string().min(1).max(64);

/** oRPC's wire form (`i` id, `t` type, `p` payload). No question of ours contains a file, form or stream, so their headers are refused. */
const askSchema = z.strictObject({
  i: id,
  t: z.literal(1).optional(),
  p: z.strictObject({
    u: z.string().regex(/^(\/[A-Za-z]{1,40}){1,3}$/),
    b: z.unknown().optional(),
    h: z.strictObject({ 'last-event-id': z.string().max(200).optional() }).optional(),
    m: z.literal('POST').optional(),
  }),
});
const stopSchema = z.strictObject({ i: id, t: z.literal(4), p: z.unknown().optional() });
const questionSchema = z.union([stopSchema, askSchema]);

/**
 * Parses one message of the window; null if it is not a valid question. oRPC trusts its peer, and bad input would cause an unhandled rejection,
 * so everything that comes from a page is parsed here first.
 */
export function readQuestion(message: unknown): Question | null {
  if (typeof message !== 'string' || message.length > QUESTION_CHARS_MAX) return null;
  const parsed = questionSchema.safeParse(jsonOf(message));
  return parsed.success ? { kind: parsed.data.t === 4 ? 'stop' : 'ask', id: parsed.data.i, text: message } : null;
}

const answerSchema = z.object({
  i: z.string(),
  t: z.number().optional(),
  p: z
    .object({ h: z.record(z.string(), z.unknown()), e: z.string() })
    .partial()
    .nullish(),
});

/** The id of the question that this answer ends; null if more will follow (a doorbell's stream). */
export function endedBy(answer: string): string | null {
  const parsed = answerSchema.safeParse(jsonOf(answer));
  if (!parsed.success) return null;
  const { i, t, p } = parsed.data;
  const more = t === 3 ? p?.e === 'message' : t === undefined && p?.h?.['content-type'] === 'text/event-stream';
  return more ? null : i;
}

/** Translator for the language that the user chose, or for the system's. */
export function speakTo(settings: Settings, locale: string): Translate {
  return translator(languageOf(settings.language, locale));
}
