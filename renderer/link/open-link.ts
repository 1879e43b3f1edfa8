import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { AnyContractRouter } from '@orpc/contract';
import { RequestValidationPlugin, ResponseValidationPlugin } from '@orpc/contract/plugins';
import { Emitter } from '#shared/async/emitter.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH, browsersContract } from '#shared/app-api/browsers-contract.ts';
import { sessionHeaders } from './sign-in.ts';

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
