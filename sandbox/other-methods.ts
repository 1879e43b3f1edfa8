import type { Hono } from 'hono';
import { problem } from './problem.ts';

/** Answers other methods on a known path with 405 and the methods that it has (RFC 9110, 15.5.6). Call it last. */
export function refuseOtherMethods(app: Hono): Hono {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    // Middleware, which does not answer by itself.
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set();
    // GET also serves HEAD.
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) known.add(one);
    methods.set(path, known);
  }
  for (const [path, known] of methods) {
    const allow = [...known].join(', ');
    app.all(path, () => problem({ status: 405, detail: `This path is called by ${allow} alone.`, headers: { allow } }));
  }
  return app;
}
