import type { IncomingMessage, ServerResponse } from 'node:http';

/** `proto`: what the header `x-forwarded-proto` says, if there is one. */
export type HeaderWriter = { readonly remoteAddress: string; readonly proto: string };

/** What a server says about each of its answers, whatever becomes of the request. */
export type AnswerHeaders = {
  /** By lower-case name. An answer that says one of them itself says it in its own way. */
  readonly always: Readonly<Record<string, string>>;
  /** Whether a request has come by TLS all the way, though not to this process: what stands in front of it ends that. Never, when absent. */
  readonly isSecure?: (by: HeaderWriter) => boolean;
};

/**
 * For servers that answer programs. No browser keeps an answer, guesses what it is, shows it as a page, hands its address on or lets another
 * site's page use it. Text says its charset where it is made; JSON has none (RFC 8259, 11), it is UTF-8 by definition.
 */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** A year, and nothing about other names below this one: they may be somebody else's. */
const SECURE = { name: 'strict-transport-security', value: 'max-age=31536000' } as const;

/** What an answer says when it is written; what a handler says there replaces it. Costs a webhook about a microsecond. */
export function sayAnswerHeaders(incoming: IncomingMessage, outgoing: ServerResponse, { always, isSecure }: AnswerHeaders): void {
  for (const name in always) outgoing.setHeader(name, always[name] ?? '');
  // Over plain HTTP it must not be said (RFC 6797, 7.2).
  if (isSecure?.(wayOf(incoming)) === true) outgoing.setHeader(SECURE.name, SECURE.value);
}

function wayOf({ socket, headers }: IncomingMessage): HeaderWriter {
  return { remoteAddress: socket.remoteAddress ?? '', proto: String(headers['x-forwarded-proto'] ?? '') };
}
