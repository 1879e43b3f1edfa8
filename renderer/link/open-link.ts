import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { AnyContractRouter } from '@orpc/contract';
import { RequestValidationPlugin, ResponseValidationPlugin } from '@orpc/contract/plugins';
import { Emitter } from '#shared/async/emitter.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH, browsersContract } from '#shared/app-api/browsers-contract.ts';
import { z } from 'zod';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';

export type EngineLink = {
  readonly transport: ClientLink<ClientContext>;
  /** Link to the headless host's own calls, beside the engine's; null in the desktop app. */
  readonly browsers: ClientLink<ClientContext> | null;
  /** Rings once when the link can no longer be opened from this document. */
  onClosed(ring: () => void): void;
  /** Rings when the host no longer knows this browser. */
  onSignedOut(ring: () => void): void;
};

/** Opens the link to the engine: the desktop app's port if there is one, else HTTP to this page's origin. */
export function openLink(): EngineLink {
  return window.intrayPort === undefined ? httpLink() : portLink(window.intrayPort);
}

/** Messages are validated on this side too: in a browser the engine is another program. */
const plugins = (contract: AnyContractRouter) => [new RequestValidationPlugin(contract), new ResponseValidationPlugin(contract)];

function portLink(port: WindowPort): EngineLink {
  return {
    // The preload's object is duck-typed: oRPC uses only these two methods of a port.
    transport: new PortLink({ port: port as Pick<MessagePort, 'addEventListener' | 'postMessage'>, plugins: plugins(appContract) }),
    browsers: null,
    onClosed: (ring) => port.addEventListener('close', ring),
    onSignedOut: () => {},
  };
}

/** 401: unknown session; 421: the host was restarted and serves another name. */
const SIGNED_OUT: ReadonlySet<number> = new Set([401, 421]);

function httpLink(): EngineLink {
  const signedOut = new Emitter();
  const linkTo = (path: string, contract: AnyContractRouter) =>
    new FetchLink({
      url: new URL(path, window.location.origin),
      headers: sessionHeaders,
      plugins: plugins(contract),
      fetch: async (request, init) => {
        const response = await fetch(request, init);
        if (SIGNED_OUT.has(response.status)) signedOut.emit();
        return response;
      },
    });
  return {
    transport: linkTo('/rpc', appContract),
    browsers: linkTo(BROWSERS_PATH, browsersContract),
    onClosed: () => {},
    onSignedOut: signedOut.subscribe,
  };
}

/** The object that the desktop app's preload exposes: text out, text in. Absent in a browser. */
type WindowPort = {
  postMessage(message: unknown): void;
  addEventListener(type: 'message' | 'close', listener: (event: { readonly data: string }) => void): void;
};

declare global {
  interface Window {
    readonly intrayPort?: WindowPort;
  }
}

/** In session storage, which is per tab and per origin: pages of another program on this computer cannot read it. */
const KEY = 'session';
const answerSchema = z.object({ session: z.string() });

/**
 * Exchanges the one-time token in the address for a session. The token is removed from the address first, so that it stays in no
 * history and no bookmark. Without a token, the tab's existing session may still be valid.
 */
export async function signIn(): Promise<void> {
  const token = tokenHere();
  if (token === null) return;
  window.history.replaceState(null, '', window.location.pathname);
  // Sent with the tab's existing session, if any, which the host then ends.
  const request = { method: 'POST', headers: { ...sessionHeaders(), 'content-type': 'application/json' }, body: JSON.stringify({ token }) };
  // If it is refused or unreachable, the first call fails and the window says so.
  const answer = await fetch('/session', request)
    .then((response) => response.json() as unknown)
    .catch(() => null);
  const read = answerSchema.safeParse(answer);
  if (read.success) window.sessionStorage.setItem(KEY, read.data.session);
}

/** Headers that identify this tab's session on each call. */
function sessionHeaders(): Readonly<Record<string, string>> {
  const session = window.sessionStorage.getItem(KEY);
  return session === null ? CALL_HEADERS : { ...CALL_HEADERS, [SESSION_HEADER]: session };
}

export function hasToken(): boolean {
  return tokenHere() !== null;
}

function tokenHere(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}

/** A foreign page cannot send this header without a CORS permission, which the host never gives. */
const CALL_HEADERS = { 'x-intray': '1' } as const;
