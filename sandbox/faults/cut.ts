import type { ConnectionHandler } from '#shared/node/serve.ts';

/** An answer that is none: whoever carries it to the client cuts the connection instead. */
const CUT_HEADER = 'x-sandbox-cut';

export function cut(): Response {
  return new Response(null, { status: 500, headers: { [CUT_HEADER]: 'connection' } });
}

/** For the server, and for a simulation that joins the functions in one process: true when no answer must arrive. */
export function isCut(response: Response): boolean {
  return response.headers.has(CUT_HEADER);
}

/** For a server: answers, or cuts the connection where no answer must arrive. */
export function cutting(fetch: (request: Request) => Promise<Response>): ConnectionHandler {
  return async (request, { incoming }) => {
    const response = await fetch(request);
    if (isCut(response) && 'socket' in incoming) incoming.socket.destroy();
    return response;
  };
}
