import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Engine } from '#electron/engine/engine.ts';
import { type HeldLoopback, holdLoopback, LoopbackFault } from '#shared/node/http/hold-loopback.ts';
import type { ServeOptions, Served } from '#shared/node/http/serve.ts';
import type { World } from '#shared/ports/world.ts';
import { keepHostNote } from './host-note.ts';
import { logRefusals } from './log-refusals.ts';
import { sayLoopbackFault } from './say-loopback-fault.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { createSessions } from './sessions.ts';
import { freshHostName, windowUrl } from './window-url.ts';
import { windowFiles } from './window-files.ts';

export type HostRun = {
  readonly world: World;
  readonly app: Engine;
  readonly profile: string;
  /** Folder of the built window. */
  readonly windowFolder: string;
  /** 0: any free port. */
  readonly port: number;
  /** Descriptors of sockets that already listen, used instead of the port. */
  readonly sockets: readonly number[];
  /** Process id of this program. */
  readonly pid: number;
  readonly serve: (handler: (request: Request) => Response | Promise<Response>, options: ServeOptions) => Promise<Served>;
};

/** Long enough for a running upload to be answered, short enough for a system that shuts down. */
const PATIENCE_MS = 8_000;
/** An open window never ends its stream of changes by itself. */
const DRAIN_MS = 500;

export type RunningHost = {
  readonly port: number;
  /** A fresh one-time address of the window. */
  address(): string;
  close(): Promise<void>;
};

/** Offers a started engine to this computer's browsers and command line. The failure is a sentence for the person. */
export async function runHost(run: HostRun): Promise<Result<RunningHost, string>> {
  const { world, app, profile } = run;
  let { port } = run;
  const name = freshHostName(world.random);
  const refusals = logRefusals(world);
  const sessions = createSessions(world);
  // The api, with all of its schemas, and its server are loaded at the first request: most hosts have no window open most of the time.
  const load = async () => {
    const [{ hostApp }, { createRouter }] = await Promise.all([import('./host-app.ts'), import('#electron/engine/create-router.ts')]);
    const files = windowFiles(world.files, run.windowFolder);
    return hostApp({
      router: createRouter(app.api, () => app.durable()),
      sessions,
      windowFiles: files,
      at: () => ({ name, port }),
      log: world.log,
    });
  };
  let host: ReturnType<typeof load> | null = null;
  const answer = async (request: Request): Promise<Response> => {
    host ??= load().catch((error: unknown) => {
      // The disk may have been away for a moment: the next request tries again.
      host = null;
      throw error;
    });
    const answered = await (await host).fetch(request);
    refusals.note(request, answered);
    return answered;
  };
  const listening = await listen(run, answer);
  if (!listening.ok) return listening;
  const { served, ipv6 } = listening.value;
  ({ port } = served);
  const noted = await keepHostNote(world, profile, { port, commandKey: sessions.commandKey, pid: run.pid, ipv6 });
  return ok({
    port,
    address: () => windowUrl({ name, port }, sessions.startToken()),
    close: async () => {
      await noted.remove();
      sessions.close();
      refusals.close();
      await Promise.all([served.close(), app.close(PATIENCE_MS)]);
    },
  });
}

type OnLoopback = { readonly served: Served; readonly ipv6: HeldLoopback['ipv6'] };

/** Only on loopback, even for sockets that systemd opened: nothing encrypts what is served here. */
async function listen({ serve, port, sockets }: HostRun, answer: Parameters<HostRun['serve']>[0]): Promise<Result<OnLoopback, string>> {
  let ipv6: HeldLoopback['ipv6'] = 'none';
  try {
    const served = await serve(answer, {
      port,
      listen: async (server) => {
        const held = await holdLoopback(server, { port, given: sockets });
        ({ ipv6 } = held);
        return held;
      },
      drainMs: DRAIN_MS,
      headers: { always: SECURITY_HEADERS },
    });
    return ok({ served, ipv6 });
  } catch (error) {
    if (error instanceof LoopbackFault) return fail(sayLoopbackFault(error, port));
    throw error;
  }
}
