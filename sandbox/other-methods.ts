import type { Hono } from 'hono';
import { problem } from './problem.ts';

/** A known path that is called by a method that it has not is answered with 405 and those that it has (RFC 9110, 15.5.6). Call it last. */
export function refuseOtherMethods(app: Hono): Hono {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    // Of middleware, which answers nothing by itself.
    if (method === 'ALL') continue;
    const known = methods.get(path) ?? new Set();
    // A GET is also asked for its headers alone.
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) known.add(one);
    methods.set(path, known);
  }
  for (const [path, known] of methods) {
    const allow = [...known].join(', ');
    app.all(path, () => problem({ status: 405, detail: `This path is called by ${allow} alone.`, headers: { allow } }));
  }
  return app;
}
