import type { App } from '#electron/app-shape.ts';
import type { ServeOptions, Served } from '#shared/node/serve.ts';
import type { World } from '#shared/ports/world.ts';
import { keepHostNote } from './host-note.ts';
import { createSessions } from './sessions.ts';
import { windowUrl } from './window-url.ts';
import { windowFiles } from './window-files.ts';

export type HostRun = {
  readonly world: World;
  readonly app: App;
  readonly profile: string;
  /** Where the built window lies. */
  readonly windowFolder: string;
  /** 0 for a free one. */
  readonly port: number;
  /** Of this program, as the system numbers it. */
  readonly pid: number;
  readonly serve: (handler: (request: Request) => Response | Promise<Response>, options: ServeOptions) => Promise<Served>;
};

/** Long enough for an upload that is under way to be answered, short enough for a system that shuts down. */
const PATIENCE_MS = 8_000;
/** An open window never ends its stream of changes by itself. */
const DRAIN_MS = 500;

/** Offers a started engine to this computer's browsers and command line. `url` is good for one sign-in. */
export async function runHost(run: HostRun): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { world, app, profile } = run;
  let port = run.port;
  const sessions = createSessions(world.random, () => `intray-${port}`);
  // With the first request come the api with all of its schemas and what answers it: most hosts have no window open most of the time.
  const load = async () => {
    const [{ hostApp }, { createRouter }] = await Promise.all([import('./host-app.ts'), import('#electron/api/create-router.ts')]);
    const files = windowFiles(world.files, run.windowFolder);
    return hostApp({ router: createRouter(app.api), sessions, windowFiles: files, port: () => port, log: world.log });
  };
  let host: ReturnType<typeof load> | null = null;
  const answer = async (request: Request): Promise<Response> => {
    host ??= load().catch((error: unknown) => {
      // A disk that was away for a moment: the next request tries again.
      host = null;
      throw error;
    });
    return (await host).fetch(request);
  };
  const served = await run.serve(answer, { port, host: '127.0.0.1', drainMs: DRAIN_MS });
  ({ port } = served);
  const noted = await keepHostNote(world, profile, { port, commandKey: sessions.commandKey, pid: run.pid });
  return {
    url: windowUrl(port, sessions.startToken),
    close: async () => {
      await noted.remove();
      await Promise.all([served.close(), app.close(PATIENCE_MS)]);
    },
  };
}
