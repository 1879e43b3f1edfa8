import type { ByteSource } from '../lib/bytes.ts';
import type { Result } from '../lib/result.ts';
import type { Stop } from './stop.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

/** A proxy: `http://host:port` or `https://host:port`, and the value of `Proxy-Authorization`. */
export type ProxyAddress = { readonly url: string; readonly authorization: string | null };

export type BodyPart = Uint8Array | ByteSource;

export type HttpRequest = {
  readonly method: HttpMethod;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in sequence with a known Content-Length; nothing is chunked and nothing is sent twice. */
  readonly body?: readonly BodyPart[];
  /**
   * Asked once the connection is there, before anything is written to it: false ends the request as `stopped`, with the code `NOT_WANTED`. Until it has
   * answered yes, a failure is `never-sent`. Only for requests with a body.
   */
  readonly mayLeave?: () => Promise<boolean>;
  /** From the first byte sent to the last byte received (`send`), or to the answer's headers (`open`). */
  readonly timeoutMs: number;
  /** A longer answer is a failure (`too-large`), and is not read to its end. */
  readonly answerBytesMax: number;
  readonly stop?: Stop;
  /** Goes through this proxy: by CONNECT for https, as a plain request for http. Direct if absent. */
  readonly via?: ProxyAddress;
};

export type HttpAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type HttpStream = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends when the peer ends it or the connection breaks; never throws. */
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
};

/**
 * Why there is no (whole) answer. `maybe-received` is ambiguous: bytes may have left, so the peer may have
 * acted. `never-sent` proves that it has not. `code` is the platform's own (ECONNREFUSED, …), for diagnostics only.
 */
export type HttpFault = {
  readonly kind: 'unreachable' | 'timed-out' | 'certificate' | 'proxy' | 'broken' | 'too-large' | 'stopped';
  readonly sent: 'never-sent' | 'maybe-received';
  readonly code: string;
};

/** Redirects are never followed: they come back as answers. */
export interface Http {
  send(request: HttpRequest): Promise<Result<HttpAnswer, HttpFault>>;
  /** For streams (server-sent events): resolves with the headers; no limit on the length of the whole. */
  open(request: HttpRequest): Promise<Result<HttpStream, HttpFault>>;
}
