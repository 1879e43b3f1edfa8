import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import type { DevHost } from './reach-host.ts';

type Forward = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A window's session, and the session that replaces it at one start of the host. */
type Standing = { readonly host: DevHost; readonly session: Promise<string> };

/**
 * Forwards a window's calls to the host. A restarted host has another name and knows no session: a call from our own address is sent under the
 * host's name, and for a window that was signed in before, this signs in again. The host refuses everything else.
 */
export function forwardTo(hostNow: () => Promise<DevHost>, origin: string): Forward {
  const standings = new Map<string, Standing>();
  const sessionAt = (host: DevHost, session: string, userAgent: string): Promise<string> => {
    const known = standings.get(session);
    if (known === undefined) return Promise.resolve(session);
    if (known.host !== host) standings.set(session, { host, session: host.signIn(userAgent) });
    return standings.get(session)?.session ?? Promise.resolve(session);
  };
  const learn = (host: DevHost, session: string, status: number): void => {
    if (status === 401) standings.delete(session);
    else if (status < 300 && !standings.has(session)) standings.set(session, { host, session: Promise.resolve(session) });
  };
  return async (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const session = headers[SESSION_HEADER]?.toString();
    try {
      const host = await hostNow();
      const held = session === undefined ? undefined : await sessionAt(host, session, headers['user-agent'] ?? '');
      const call = request({
        host: '127.0.0.1',
        port: host.port,
        method,
        path,
        headers: {
          ...headers,
          host: host.host,
          ...(headers.origin === origin ? { origin: `http://${host.host}` } : {}),
          ...(held === undefined ? {} : { [SESSION_HEADER]: held }),
        },
      });
      call.once('response', (answer) => {
        if (session !== undefined) learn(host, session, answer.statusCode ?? 0);
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        // A host that restarts cuts its streams: the window notices because its own stream is cut.
        pipeline(answer, outgoing, () => undefined);
      });
      call.once('error', () => unavailable(outgoing));
      outgoing.once('close', () => call.destroy());
      incoming.pipe(call);
    } catch {
      // The host did not start after a change, which the terminal reports; the window tries again.
      unavailable(outgoing);
    }
  };
}

function unavailable(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(503).end();
}
