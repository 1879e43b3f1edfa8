import type { AnyRouter } from '@orpc/server';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { BROWSERS_PATH } from '#shared/app-api/browsers-contract.ts';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { previewPage } from '../../platform/preview-page.ts';
import type { Log } from '#shared/ports/log.ts';
import { ADDRESS_PAGE } from './address-page.ts';
import { answerCalls } from './answer-calls.ts';
import { browsersRouter } from './browsers-router.ts';
import { refuse } from './refuse.ts';
import { CHALLENGE_HEADER, hostProof, PROOF_HEADER, refuseBrowser, refuseCommand, refuseHost, refusePage } from './request-guard.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { Sessions } from './sessions.ts';
import type { WindowFiles } from './window-files.ts';
import { HEALTH_PATH, type HostAddress, PING_PATH, windowUrl } from './window-url.ts';

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
    else c.res = refuseToPerson(c.req.raw) ?? refuse(refusal);
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

/** A browser that a person navigated here gets a page; every other client gets the bare word. */
function refuseToPerson({ method, headers }: Request): Response | null {
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
