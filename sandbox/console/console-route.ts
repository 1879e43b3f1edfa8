import { Hono } from 'hono';
import { refuseForeignPage } from '../control/foreign-page.ts';

export const CONSOLE_PATH = '/console';

/** Reads one file of the built page by its name; null if the page was not built. */
export type ConsoleFile = (name: ConsoleFileName) => Promise<Uint8Array<ArrayBuffer> | null>;

/** All files that the build produces; their names do not change. */
const FILES = {
  'index.html': 'text/html; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
export type ConsoleFileName = keyof typeof FILES;

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The names do not change from build to build, so the browser has to ask each time.
  'cache-control': 'no-cache',
} as const;

const NOT_BUILT = 'The console is not built yet. Run: npm run build\nThen reload this page. All else of the sandbox works without it.\n';

/** The page with which a user controls the sandbox. It uses the control API, as any program can. */
export function consoleRoute(file: ConsoleFile): Hono {
  const app = new Hono();
  app.get(CONSOLE_PATH, (c) => c.redirect(`${CONSOLE_PATH}/`, 308));
  app.get(`${CONSOLE_PATH}/`, (c) => answered(c.req.raw, file, 'index.html'));
  app.get(`${CONSOLE_PATH}/:name`, (c) => answered(c.req.raw, file, c.req.param('name')));
  return app;
}

async function answered(request: Request, file: ConsoleFile, wanted: string): Promise<Response> {
  const foreign = hostRefusal(request);
  if (foreign !== null) return foreign;
  const name = (Object.keys(FILES) as ConsoleFileName[]).find((known) => known === wanted);
  if (name === undefined) return new Response('There is no such file.\n', { status: 404, headers: HEADERS });
  const bytes = await file(name);
  if (bytes === null) return new Response(NOT_BUILT, { status: 503, headers: HEADERS });
  return new Response(bytes, { headers: { ...HEADERS, 'content-type': FILES[name] } });
}

/** A link to the page may be on any site, so only the host name of the request is checked. */
function hostRefusal(request: Request): Response | null {
  const host = request.headers.get('host');
  return host === null ? null : refuseForeignPage(new Request(request.url, { headers: { host } }));
}
