import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { StandardLinkPlugin } from '@orpc/client/standard';
import { Emitter } from '#shared/async/emitter.ts';
import { BROWSERS_PATH } from '#shared/app-api/browsers-contract.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { script } from '../later/later.tsx';

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

/** The schemas of all calls. They are larger than the first page, which is shown before they are loaded. */
const schemas = script(async () => import('./schemas.ts'));

/** What the first page asks. Until the schemas are loaded, these answers are taken as they come; they are asked for again soon. */
const FIRST_CALLS: ReadonlySet<string> = new Set([
  'changes',
  'companies.expected',
  'companies.months',
  'info',
  'items.chosen',
  'items.counts',
  'items.list',
  'overview',
  'settings.get',
]);

/** Validates both messages of each call; any other one than those of the first page waits for its schemas. */
function validation(contract: 'app' | 'browsers'): StandardLinkPlugin<ClientContext> {
  return {
    init(options) {
      options.interceptors = [
        async (call) => {
          const loaded = schemas.now() ?? (FIRST_CALLS.has(call.path.join('.')) ? null : await schemas.load());
          return loaded === null ? call.next() : loaded.validated[contract](call);
        },
      ];
    },
  };
}

/** Its script is read while the window starts: only the desktop app needs it. */
function portLink(port: WindowPort): EngineLink {
  const link = import('@orpc/client/message-port').then(
    // The preload's object is duck-typed: oRPC uses only these two methods of a port.
    ({ RPCLink: PortLink }) =>
      new PortLink({ port: port as Pick<MessagePort, 'addEventListener' | 'postMessage'>, plugins: [validation('app')] }),
  );
  return {
    transport: { call: async (...call) => (await link).call(...call) },
    browsers: null,
    onClosed: (ring) => port.addEventListener('close', ring),
    onSignedOut: () => {},
  };
}

/** 401: unknown session; 421: the host was restarted and serves another name. */
const SIGNED_OUT: ReadonlySet<number> = new Set([401, 421]);

function httpLink(): EngineLink {
  const signedOut = new Emitter();
  const linkTo = (path: string, contract: 'app' | 'browsers') =>
    new RPCLink({
      url: new URL(path, window.location.origin),
      headers: sessionHeaders,
      plugins: [validation(contract)],
      fetch: async (request, init) => {
        const response = await fetch(request, init);
        if (SIGNED_OUT.has(response.status)) signedOut.emit();
        return response;
      },
    });
  return {
    transport: linkTo('/rpc', 'app'),
    browsers: linkTo(BROWSERS_PATH, 'browsers'),
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
  if (typeof answer !== 'object' || answer === null || !('session' in answer) || typeof answer.session !== 'string') return;
  window.sessionStorage.setItem(KEY, answer.session);
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
