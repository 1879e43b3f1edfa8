import type { ConnectionHandler } from '#shared/node/http/serve.ts';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isTruncated, truncatedParts } from './broken-answer.ts';

/** Marks a response that must not be sent: the server cuts the connection instead. */
const CUT_HEADER = 'x-sandbox-cut';

export function cut(): Response {
  return new Response(null, { status: 500, headers: { [CUT_HEADER]: 'connection' } });
}

/** For the server, and for a simulation that calls the functions in one process: true if no answer may arrive. */
export function isCut(response: Response): boolean {
  return response.headers.has(CUT_HEADER);
}

/** For a server: answers, or cuts the connection if no answer, or only part of it, may arrive. */
export function cutting(fetch: (request: Request) => Promise<Response>): ConnectionHandler {
  return async (request, { incoming, outgoing }) => {
    const response = await fetch(request);
    if (isCut(response) && 'socket' in incoming) incoming.socket.destroy();
    // Our server speaks only HTTP/1.1; an HTTP/2 connection would have no socket to cut.
    if (!isTruncated(response) || 'stream' in outgoing) return response;
    const { headers, part } = await truncatedParts(response);
    outgoing.writeHead(response.status, headers);
    // Destroyed once these bytes have been passed to the system, so that they arrive.
    outgoing.write(part, () => incoming.socket.destroy());
    return RESPONSE_ALREADY_SENT;
  };
}
