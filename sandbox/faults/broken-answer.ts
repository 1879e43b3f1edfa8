import type { Clock } from '#shared/ports/world.ts';
import type { ConnectionHandler } from '#shared/node/http/serve.ts';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/routes.ts';
import type { Core } from '../core.ts';

export type Pace = { readonly everyMs: number; readonly clock: Clock; readonly stop: AbortSignal };

/** The same answer byte by byte, with a pause before each: slow loris from the server's side. */
export async function slowed(answer: Response, pace: Pace): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let at = 0;
  let left = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= bytes.byteLength) return controller.close();
        await pace.clock.sleep(pace.everyMs, pace.stop);
        // The client may have hung up during the pause.
        if (left) return;
        controller.enqueue(bytes.slice(at, at + 1));
        at += 1;
      },
      cancel() {
        left = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: answer.status, headers: withLength(answer, bytes) });
}

/** Marks an answer whose body must end too early, for the server. */
const TRUNCATED_HEADER = 'x-sandbox-truncated';

/** The same answer with only `atByte` bytes of its body, but the length of all of them; then the connection breaks. */
export async function truncated(answer: Response, atByte: number): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let told = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (told || atByte === 0) return controller.error(new TypeError('terminated'));
        told = true;
        controller.enqueue(bytes.slice(0, atByte));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    status: answer.status,
    headers: { ...withLength(answer, bytes), [TRUNCATED_HEADER]: String(Math.min(atByte, bytes.byteLength)) },
  });
}

function isTruncated(response: Response): boolean {
  return response.headers.has(TRUNCATED_HEADER);
}

/** What must be written before the connection breaks. */
async function truncatedParts(response: Response): Promise<{ readonly headers: Record<string, string>; readonly part: Uint8Array }> {
  const { [TRUNCATED_HEADER]: length, ...headers } = Object.fromEntries(response.headers);
  const first = length === '0' ? undefined : (await response.body?.getReader().read())?.value;
  return { headers, part: first ?? new Uint8Array() };
}

function withLength(answer: Response, bytes: Uint8Array): Record<string, string> {
  return { ...Object.fromEntries(answer.headers), 'content-length': String(bytes.byteLength) };
}

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

/** A member that no client knows, in a shape that trips up a careless reader. */
export const EXTRA_MEMBERS = { futureMember: { nested: [null, 1, 'é'] } } as const;

/** The members of an error body that the document names. */
const DOCUMENTED = ['errorCode', 'documentId', 'depositDate'];

/** Changes the members of JSON answers as the switches `problemMembers` and `extraMembers` say. */
export function shaped(core: Core): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { problemMembers, extraMembers } = core.switches.now();
    const answer = context.res;
    const type = answer.headers.get('content-type') ?? '';
    const bare = problemMembers === 'documented' && type.startsWith(PROBLEM_TYPE);
    if (!bare && !(extraMembers && (type.startsWith(PROBLEM_TYPE) || type.startsWith(JSON_TYPE)))) return;
    const members = Object.entries((await answer.json()) as object).filter(([name]) => !bare || DOCUMENTED.includes(name));
    const body = { ...Object.fromEntries(members), ...(extraMembers ? EXTRA_MEMBERS : {}) };
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    context.res = undefined;
    context.res = new Response(JSON.stringify(body), { status: answer.status, headers });
  };
}
