import type { Http, HttpAnswer, HttpRequest } from '#shared/ports/http.ts';

type Sent = ReturnType<Http['send']>;

/** One small deviation of the service from the document. */
export type Mutant = {
  /** What it does, as a sentence without its subject. */
  readonly name: string;
  /** The cases of the suite that detect it, each on its own. */
  readonly caughtBy: readonly string[];
  /** Replaces a request before it reaches the service, or answers it; null to pass it on. */
  readonly arrives?: (request: HttpRequest) => HttpRequest | HttpAnswer | null;
  /** Replaces an answer. */
  readonly answers?: (answer: HttpAnswer, request: HttpRequest) => HttpAnswer;
  /** Replaces the delivery of a webhook. */
  readonly delivers?: (request: HttpRequest, send: (request: HttpRequest) => Sent, tools: Tools) => Sent;
};

export type Tools = {
  /** The same token with other claims or another header, signed by the service's own key. */
  readonly resigned: (jwt: string, change: { readonly claims?: Json; readonly header?: Json }) => string;
  /** How many times this event was delivered before, as the service counts. */
  readonly before: number;
};

export type Json = Readonly<Record<string, unknown>>;
