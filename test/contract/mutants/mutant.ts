import type { Http, HttpAnswer, HttpRequest } from '#shared/ports/http.ts';

type Sent = ReturnType<Http['send']>;

/** One small thing that the service does otherwise than the document says. */
export type Mutant = {
  /** What it does, as a sentence without its subject. */
  readonly name: string;
  /** The cases of the suite that find it: each of them, by itself. */
  readonly caughtBy: readonly string[];
  /** What arrives at the service instead, or is answered before it; null for what came. */
  readonly arrives?: (request: HttpRequest) => HttpRequest | HttpAnswer | null;
  /** What is answered instead. */
  readonly answers?: (answer: HttpAnswer, request: HttpRequest) => HttpAnswer;
  /** How a webhook is delivered instead. */
  readonly delivers?: (request: HttpRequest, send: (request: HttpRequest) => Sent, tools: Tools) => Sent;
};

export type Tools = {
  /** The same token with other claims or another header, signed by the service's own key. */
  readonly resigned: (jwt: string, change: { readonly claims?: Json; readonly header?: Json }) => string;
  /** How often this event was delivered before, as the service counts. */
  readonly before: number;
};

export type Json = Readonly<Record<string, unknown>>;
