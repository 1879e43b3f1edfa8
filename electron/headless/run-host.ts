import type { App } from '#electron/app-shape.ts';
import type { ServeOptions, Served } from '#shared/node/serve.ts';
import type { World } from '#shared/ports/world.ts';
import { hostApp, windowUrl } from './host-app.ts';
import { removeHostNote, writeHostNote } from './host-note.ts';
import { createSessions } from './sessions.ts';
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
  const host = hostApp({
    router: app.router,
    sessions,
    windowFiles: windowFiles(world.files, run.windowFolder),
    port: () => port,
    log: world.log,
  });
  const served = await run.serve(host.fetch, { port, host: '127.0.0.1', drainMs: DRAIN_MS });
  ({ port } = served);
  const noted = await writeHostNote(world.files, profile, { port, commandKey: sessions.commandKey, pid: run.pid });
  if (!noted.ok) world.log.warn('commands cannot find this host', { code: noted.failure.code });
  return {
    url: windowUrl(port, sessions.issueToken()),
    close: async () => {
      await removeHostNote(world.files, profile);
      await Promise.all([served.close(), app.close(PATIENCE_MS)]);
    },
  };
}
