import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createVite } from 'vite';
import { BROWSERS_PATH } from '#shared/app-api/browsers-contract.ts';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { holdLoopback } from '#shared/node/http/hold-loopback.ts';
import { forwardTo } from './forward.ts';
import type { DevHost } from './reach-host.ts';
import { previewPrograms } from './preview-programs.ts';

export type WindowServer = { readonly origin: string; readonly close: () => Promise<void> };

/**
 * Serves the window from its sources, on one address as long as development runs: Vite serves its files and replaces them in the open page, and
 * the host answers its calls. None of this is in the product: the host itself does not know of it.
 */
export async function windowServer(hostNow: () => Promise<DevHost>): Promise<WindowServer> {
  const server = createServer();
  // Accepts no other name that resolves to this computer: by DNS rebinding, a foreign page could read the sources and call the engine.
  const held = await holdLoopback(server, { port: 0, given: [] });
  const host = `${randomBytes(12).toString('hex')}.localhost:${held.port}`;
  const origin = `http://${host}`;
  const isOurs = (incoming: IncomingMessage): boolean => incoming.headers.host === host;
  server.on('upgrade', (incoming, socket) => {
    if (!isOurs(incoming)) socket.destroy();
  });
  const nonce = randomBytes(16).toString('base64');
  const vite = await createVite({
    configFile: 'vite.config.ts',
    logLevel: 'warn',
    appType: 'spa',
    cacheDir: `${process.cwd()}/dist/dev`,
    html: { cspNonce: nonce },
    plugins: [previewPrograms()],
    server: {
      middlewareMode: true,
      ws: { server },
      // `node_modules` may be a link, if two work trees share it.
      fs: { allow: [process.cwd(), realpathSync('node_modules')] },
    },
  });
  // Read once at the start: pages would otherwise wait for a restarting host.
  const pageHeaders = devHeaders(await hostNow(), nonce);
  const forward = forwardTo(hostNow, origin);
  server.on('request', (incoming, outgoing) => {
    if (!isOurs(incoming)) {
      outgoing.writeHead(421).end();
    } else if (isOfHost(incoming.url ?? '/')) {
      void forward(incoming, outgoing);
    } else {
      for (const [name, value] of Object.entries(pageHeaders)) outgoing.setHeader(name, value);
      vite.middlewares(incoming, outgoing);
    }
  });
  return {
    origin,
    close: async () => {
      await vite.close();
      server.closeAllConnections();
      await Promise.all([held.close(), new Promise((resolve) => server.close(resolve))]);
    },
  };
}

/** The host's own headers, except that the two things that hot replacement inserts into the page, a script and style sheets, carry a nonce. */
export function devHeaders({ pageHeaders }: Pick<DevHost, 'pageHeaders'>, nonce: string): Readonly<Record<string, string>> {
  const policy = pageHeaders['content-security-policy'] ?? '';
  return { ...pageHeaders, 'content-security-policy': policy.replaceAll(/((?:script|style)-src) 'self'/g, `$1 'self' 'nonce-${nonce}'`) };
}

function isOfHost(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname === '/session' || pathname === PREVIEW_PATH || ['/rpc/', `${BROWSERS_PATH}/`].some((start) => pathname.startsWith(start));
}
