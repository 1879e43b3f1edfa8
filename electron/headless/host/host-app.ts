import { type AnyRouter, implement } from '@orpc/server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { BROWSERS_PATH, browsersContract } from '#shared/app-api/browsers-contract.ts';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { previewPage } from '../../platform/preview-page.ts';
import type { Log } from '#shared/ports/world.ts';
import {
  admitCall,
  CHALLENGE_HEADER,
  hostProof,
  PROOF_HEADER,
  type Refusal,
  refuseBrowser,
  refuseCommand,
  refuseHost,
  refusePage,
  type RequestSource,
  SECURITY_HEADERS,
} from './request-guard.ts';
import type { Sessions } from './sessions.ts';
import type { WindowFiles } from './window-files.ts';
import { HEALTH_PATH, type HostAddress, PING_PATH, windowUrl } from './host-note.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { RPCHandler } from '@orpc/server/fetch';

export type HostParts = {
  /** The engine's api: `app.router`. */
  readonly router: AnyRouter;
  readonly windowFiles: WindowFiles;
  readonly sessions: Sessions;
  /** Known once the host listens. */
  readonly at: () => HostAddress;
  readonly log: Log;
};

/** The longest call contains 500 item ids, which is 20 KB. */
const CALL_BYTES_MAX = 256 * 1024;
const sessionRequestSchema = z.object({ token: z.string().max(200) });

/** The engine's api and window, only for browsers on this same computer (docs/guide/headless.en.md). */
export function hostApp(parts: HostParts): Hono {
  const { sessions, log } = parts;
  const app = new Hono();

  app.use(async (c, next) => {
    const refusal = refuseHost(c.req.raw, parts.at());
    if (refusal === null) await next();
    else c.res = refuseToUser(c.req.raw) ?? refuse(refusal);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
  app.use(async (c, next) => refuseBody(c.req.raw.headers) ?? next());

  app.get(HEALTH_PATH, () => new Response('ok\n', { headers: { 'content-type': 'text/plain; charset=utf-8' } }));

  app.post('/session', async (c) => {
    const refusal = refusePage(c.req.raw, parts.at());
    if (refusal !== null) return refuse(refusal);
    const body = sessionRequestSchema.safeParse(await c.req.json().catch(() => null));
    const { headers } = c.req.raw;
    const of = { userAgent: headers.get('user-agent'), former: headers.get(SESSION_HEADER) };
    const session = body.success ? sessions.signIn({ token: body.data.token, ...of }) : null;
    return session === null ? refuse('not-signed-in') : c.json({ session });
  });

  // A browser that lost its session gets in again with a new address, which only this user can request.
  app.post('/token', (c) => {
    const refusal = refuseCommand(c.req.raw.headers, sessions);
    return refusal === null ? c.json({ url: windowUrl(parts.at(), sessions.issueToken()) }) : refuse(refusal);
  });

  // Shows that this host is the one that left the note, before a command sends anything that another program should not get.
  app.post(PING_PATH, (c) => {
    const refusal = refuseBrowser(c.req.raw.headers);
    if (refusal !== null) return refuse(refusal);
    const proof = hostProof(sessions.commandKey, c.req.header(CHALLENGE_HEADER) ?? '');
    return new Response(null, { status: 204, headers: { [PROOF_HEADER]: proof } });
  });

  // The page brings its own, stricter policy.
  app.get(PREVIEW_PATH, () => new Response(previewPage.html, { headers: previewPage.headers }));
  app.all('/rpc/*', answerCalls({ router: parts.router, prefix: '/rpc', endsSessions: false }, parts));
  app.all(`${BROWSERS_PATH}/*`, answerCalls({ router: browsersRouter(sessions), prefix: BROWSERS_PATH, endsSessions: true }, parts));
  app.get('*', (c) => giveWindowFile(c, parts.windowFiles));
  app.notFound(() => Response.json({ error: 'not-found' }, { status: 404 }));
  app.onError((_error, c) => {
    log.error('a request failed');
    return c.json({ error: 'internal' }, 500);
  });
  return app;
}

/** A browser that a user navigated here gets a page; every other client gets the bare word. */
function refuseToUser({ method, headers }: Request): Response | null {
  const wantsPage = method === 'GET' && headers.get('sec-fetch-dest') !== 'iframe' && (headers.get('accept') ?? '').includes('text/html');
  return wantsPage ? new Response(ADDRESS_PAGE, { status: 421, headers: { 'content-type': 'text/html; charset=utf-8' } }) : null;
}

/** Browsers and our command line send the length before the first byte, so nothing has to be read to refuse a body. */
function refuseBody(headers: Headers): Response | undefined {
  if (headers.has('transfer-encoding')) return Response.json({ error: 'no-length' }, { status: 411 });
  const tooLarge = Number(headers.get('content-length') ?? 0) > CALL_BYTES_MAX;
  return tooLarge ? Response.json({ error: 'too-large' }, { status: 413 }) : undefined;
}

async function giveWindowFile(c: Context, files: WindowFiles): Promise<Response> {
  const { path } = c.req;
  const file = await files(path);
  if (file !== null) {
    // Files that the build names after their content never change; the page itself is revalidated each time.
    const cacheControl = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache';
    return new Response(file.bytes, { headers: { 'content-type': file.mediaType, 'cache-control': cacheControl } });
  }
  return path === '/' ? new Response(NOT_BUILT, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } }) : c.notFound();
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Intray</title>
<h1>The window is not built yet</h1>
<p>Intray runs and sends your documents, but its window is missing from this installation. Build it once with
<code>npm run build</code>, then reload this page.</p>
<p lang="fr">Intray fonctionne et envoie vos documents, mais sa fenêtre manque dans cette installation. Construisez-la une
fois avec <code>npm run build</code>, puis rechargez cette page.</p></html>
`;

/** For a user whose browser used another host name than the one of this start: a bookmark, an earlier start, the bare port. */
const ADDRESS_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Intray</title>
<h1>This is not the address of Intray’s window</h1>
<p>Intray has a new address each time it starts, and shows nothing under any other. <code>intray url --profile DIR</code> prints one;
it works once, in one tab. It ends in <code>.localhost</code>: Chrome, Edge, Firefox and other current browsers know that this is the
computer itself. If yours says that it cannot find the server, open the address in one of these.</p>
<h1 lang="fr">Ceci n’est pas l’adresse de la fenêtre d’Intray</h1>
<p lang="fr">Intray change d’adresse à chaque démarrage et n’affiche rien sous une autre. <code>intray url --profile DIR</code> en donne
une ; elle sert une seule fois, dans un seul onglet. Elle se termine par <code>.localhost</code> : Chrome, Edge, Firefox et les autres
navigateurs actuels savent qu’il s’agit de l’ordinateur lui-même. Si le vôtre dit qu’il ne trouve pas le serveur, ouvrez l’adresse dans
l’un de ceux-ci.</p></html>
`;

const api = implement(browsersContract).$context<{ readonly caller: RequestSource }>();

/** Calls of the window and the command line about signed-in browsers. */
export function browsersRouter(sessions: Sessions) {
  return api.router({
    list: api.list.handler(({ context: { caller } }) => {
      const browsers = sessions.all().map(({ id, browser, system, signedInAt, usedAt, userEmail }) => {
        return { id, browser, system, signedInAt, usedAt, own: id === caller?.id, userEmail };
      });
      return { browsers: browsers.toReversed().toSorted((one, other) => Number(other.own) - Number(one.own)) };
    }),
    giveAddress: api.giveAddress.handler(({ input: { userEmail }, context: { caller } }) => {
      const given = userEmail === '' ? null : userEmail;
      if (caller !== null) sessions.giveAddress(caller.id, given);
      return { userEmail: caller === null ? null : given };
    }),
    end: api.end.handler(({ input: { id } }) => (sessions.end(id) ? ok({ ended: 1 }) : fail({ kind: 'not-found' as const }))),
    endOthers: api.endOthers.handler(({ context: { caller } }) => ({ ended: sessions.endAll(caller) })),
    endAll: api.endAll.handler(() => ({ ended: sessions.endAll(null) })),
  });
}

type Calls = {
  readonly router: AnyRouter;
  readonly prefix: `/${string}`;
  /** A call may end its caller's own session and is still answered. If false, a call whose session has ended meanwhile gets no answer. */
  readonly endsSessions: boolean;
};

type Door = { readonly sessions: Sessions; readonly at: () => HostAddress; readonly log: Log };

/** Answers a contract's calls for admitted callers, while they are admitted: a stream ends with the session that opened it. */
function answerCalls({ router, prefix, endsSessions }: Calls, { sessions, at, log }: Door): (c: Context) => Promise<Response> {
  const handler = new RPCHandler<{ caller: RequestSource }>(router, {
    interceptors: [
      async (call) => {
        const ended = call.context.caller?.ended;
        const { signal } = call.request;
        const either = ended === undefined ? signal : signal === undefined ? ended : AbortSignal.any([signal, ended]);
        const result = await call.next({ ...call, request: { ...call.request, signal: either } });
        if (result.matched && result.response.status >= 500) log.error('a call failed', { status: result.response.status });
        return result;
      },
    ],
  });
  return async (c) => {
    const admitted = admitCall(c.req.raw, at(), sessions);
    if (!admitted.ok) return refuse(admitted.failure);
    // oRPC itself answers every method but GET, also HEAD, which promises to change nothing.
    if (c.req.raw.method !== 'POST') return Response.json({ error: 'no-post' }, { status: 405, headers: { allow: 'POST' } });
    const caller = admitted.value;
    const { matched, response } = await handler.handle(c.req.raw, { prefix, context: { caller } });
    if (!matched) return c.notFound();
    if (caller === null || endsSessions) return response;
    return caller.ended.aborted ? refuse('not-signed-in') : endWith(response, caller.ended);
  };
}

/** This response, but nothing more of it is sent once `ended` is aborted: a stream ends then, whatever its source does. */
function endWith(response: Response, ended: AbortSignal): Response {
  // A response without a stream is complete already, and is sent at once.
  if (response.body === null || response.headers.get('content-type') === 'application/json') return response;
  return new Response(untilEnded(response.body, ended), response);
}

function untilEnded(body: ReadableStream<Uint8Array>, ended: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = new AbortController();
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = (): void => {
        controller.close();
        // Nobody needs its failure now.
        reader.cancel().catch(() => undefined);
      };
      ended.addEventListener('abort', end, { once: true, signal: leave.signal });
    },
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // The stream has failed: a failed stream cannot also be closed.
        leave.abort();
        throw error;
      });
      if (ended.aborted) return;
      if (!done) return controller.enqueue(value);
      leave.abort();
      controller.close();
    },
    cancel: (reason) => {
      leave.abort();
      return reader.cancel(reason);
    },
  });
}

/** The bare word, for clients that are not a user's browser. */
function refuse(refusal: Refusal): Response {
  const status = refusal === 'wrong-host' ? 421 : refusal === 'not-signed-in' ? 401 : 403;
  return Response.json({ error: refusal }, { status });
}
