import type { IncomingMessage, ServerResponse } from 'node:http';

/** `proto`: the value of the header `x-forwarded-proto`, or an empty text. */
export type HeaderWriter = { readonly remoteAddress: string; readonly proto: string };

/** The headers that a server puts on each of its answers, whatever becomes of the request. */
export type AnswerHeaders = {
  /** By lower-case name. A handler that sets one of them itself replaces it. */
  readonly always: Readonly<Record<string, string>>;
  /** Whether the request arrived by TLS, which a proxy in front of this process may have terminated. Never, if absent. */
  readonly isSecure?: (by: HeaderWriter) => boolean;
};

/**
 * For servers that answer programs. No browser may cache an answer, guess its type, show it as a page, pass its address on, or let another
 * site's page use it. Text states its charset where it is made; JSON has none (RFC 8259, 11), because it is UTF-8 by definition.
 */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** One year, without sub-domains: they may belong to somebody else. */
const SECURE = { name: 'strict-transport-security', value: 'max-age=31536000' } as const;

/** Sets the headers of an answer; a handler may replace them later. Costs a webhook about a microsecond. */
export function sayAnswerHeaders(incoming: IncomingMessage, outgoing: ServerResponse, { always, isSecure }: AnswerHeaders): void {
  for (const name in always) outgoing.setHeader(name, always[name] ?? '');
  // Must not be sent over plain HTTP (RFC 6797, 7.2).
  if (isSecure?.(wayOf(incoming)) === true) outgoing.setHeader(SECURE.name, SECURE.value);
}

function wayOf({ socket, headers }: IncomingMessage): HeaderWriter {
  return { remoteAddress: socket.remoteAddress ?? '', proto: String(headers['x-forwarded-proto'] ?? '') };
}
