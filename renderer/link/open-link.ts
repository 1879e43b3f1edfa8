import type { ClientContext, ClientLink } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { AnyContractRouter } from '@orpc/contract';
import { RequestValidationPlugin, ResponseValidationPlugin } from '@orpc/contract/plugins';
import { Emitter } from '#shared/async/emitter.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { BROWSERS_PATH, browsersContract } from '#shared/app-api/browsers-contract.ts';
import { sessionHeaders } from './sign-in.ts';
import type { WindowPort } from './window-port.ts';

export type EngineLink = {
  readonly transport: ClientLink<ClientContext>;
  /** To what the headless host answers beside the engine; null where there is none. */
  readonly browsers: ClientLink<ClientContext> | null;
  /** Rings once when it cannot be opened again from within this document. */
  onClosed(ring: () => void): void;
  /** The engine no longer knows this browser. */
  onSignedOut(ring: () => void): void;
};

/** The way to the engine: the desktop app's port where there is one, else HTTP to where this page came from. */
export function openLink(): EngineLink {
  return window.intrayPort === undefined ? httpLink() : portLink(window.intrayPort);
}

/** Every message is checked on this side too: in the browser the engine is another program. */
const plugins = (contract: AnyContractRouter) => [new RequestValidationPlugin(contract), new ResponseValidationPlugin(contract)];

function portLink(port: WindowPort): EngineLink {
  return {
    // The preload's object is duck-typed: oRPC uses these two methods of a port alone.
    transport: new PortLink({ port: port as Pick<MessagePort, 'addEventListener' | 'postMessage'>, plugins: plugins(appContract) }),
    browsers: null,
    onClosed: (ring) => port.addEventListener('close', ring),
    onSignedOut: () => {},
  };
}

/** An unknown session; or another start of the host, which is served under another name. */
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
