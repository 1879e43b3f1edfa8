import { createRouter } from './api/create-router.ts';
import type { Engine, OpenEngine } from './engine.ts';

/** For a host whose window and tray ask the engine from the first moment. */
export function withRouter(app: Engine): OpenEngine {
  const { api, ...engine } = app;
  return { ...engine, router: createRouter(api) };
}
