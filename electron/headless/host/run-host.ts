import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Engine } from '#electron/engine/engine.ts';
import { type HeldLoopback, holdLoopback, LOOPBACK_4, LOOPBACK_6, LoopbackFault } from '#shared/node/http/hold-loopback.ts';
import type { Served, ServeOptions } from '#shared/node/http/serve.ts';
import type { Clock, Log, World } from '#shared/ports/world.ts';
import { freshHostName, keepHostNote, windowUrl } from './host-note.ts';
import { COMMAND_KEY_HEADER, SECURITY_HEADERS } from './request-guard.ts';
import { createSessions } from './sessions.ts';
import { windowFiles } from './window-files.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';

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
  /** Starts the engine. Whoever calls before that waits for it. */
  start(): Promise<void>;
  /** A fresh one-time address of the window. */
  address(): string;
  close(): Promise<void>;
};

/** Offers an engine that is not started yet to this computer's browsers and command line. The failure is a sentence for the user. */
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
  const started = Promise.withResolvers<void>();
  const answer = async (request: Request): Promise<Response> => {
    await started.promise;
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
    start: () => app.start().then(started.resolve),
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

/** Why the host cannot listen, as a sentence for the user: what it means, and what they can do. `wanted`: the port that they named, or 0. */
function sayLoopbackFault({ kind, address, port, code }: LoopbackFault, wanted: number): string {
  switch (kind) {
    case 'taken':
      return wanted === 0 ? `${allPortsTakenText(code)} ${ENDED}` : `${portTakenText(address, port, code)} ${ENDED}`;
    case 'refused':
      return `The system does not let Intray listen on port ${port} of ${address} (${code}). Choose another port. ${ENDED}`;
    case 'forbidden':
      return `This computer has the address ${address}, and Intray is not allowed to use it (${code}). ${BOTH} Let the service use IPv6: its unit needs AF_INET6 in RestrictAddressFamilies=. ${ENDED}`;
    case 'not-loopback':
      return `The socket that was handed over listens on ${address}, and Intray listens on this computer alone: write ${listenStreams(port)}. ${ENDED}`;
    case 'other-ports':
      return `The sockets that were handed over have different ports, and Intray needs the same one on both addresses. For port ${port}, write ${listenStreams(port)}. ${ENDED}`;
    case 'lacks':
      return `The socket unit hands over no socket on ${address}. ${BOTH} Add the line ${listenStream(address, port)} to it, then "systemctl daemon-reload" and "systemctl restart intray.socket". ${ENDED}`;
    default:
      return unreachable(kind);
  }
}

/** A browser may ask at either of them. */
const BOTH = `Whoever listens on one of ${LOOPBACK_4} and ${LOOPBACK_6} can answer a browser in place of the window, so Intray runs with both or not at all.`;
const ENDED = 'Intray has ended, and nothing is lost.';

function portTakenText(address: string, port: number, code: string): string {
  return `--port ${port} cannot be listened on: another program, maybe another user's, has it on ${address} (${code}). ${BOTH} End that program (as root, "ss -ltnp sport = :${port}" names it), or choose another port.`;
}

function allPortsTakenText(code: string): string {
  return `No port was found that is free on both ${LOOPBACK_4} and ${LOOPBACK_6} (${code}): another program, maybe another user's, takes them. ${BOTH} End that program (as root, "ss -ltnp" names it), or choose a port with --port.`;
}

function listenStreams(port: number): string {
  return `${listenStream(LOOPBACK_4, port)} and ${listenStream(LOOPBACK_6, port)}`;
}

function listenStream(address: string, port: number): string {
  return `ListenStream=${address.includes(':') ? `[${address}]` : address}:${port}`;
}

type RefusalLog = {
  /** Counts the answer if it is a refusal. */
  note(request: Request, answer: Response): void;
  /** Logs what was counted and not logged yet. */
  close(): void;
};

/** A window left open under an earlier start calls again and again. */
const SAY_EVERY_MS = HOUR_MS;

/** Logs that a caller on this computer was refused, and why: at once, then hourly with the count. It is not known here who calls. */
function logRefusals({ log, clock }: { readonly log: Log; readonly clock: Pick<Clock, 'monotonicMs'> }): RefusalLog {
  /** One entry per cause; there are five. */
  const causes = new Map<string, { saidAtMs: number; times: number }>();
  return {
    note(request, answer) {
      const why = whyRefused(request, answer.status);
      if (why === null) return;
      const cause = causes.get(why) ?? { saidAtMs: -Infinity, times: 0 };
      causes.set(why, cause);
      cause.times += 1;
      if (clock.monotonicMs() - cause.saidAtMs < SAY_EVERY_MS) return;
      log.warn('a call was refused', { why, times: cause.times });
      [cause.saidAtMs, cause.times] = [clock.monotonicMs(), 0];
    },
    close() {
      for (const [why, { times }] of causes) if (times > 0) log.warn('a call was refused', { why, times });
    },
  };
}

/** Only in words of ours: a caller must not be able to write text of the request into the log. */
function whyRefused({ url, headers }: Request, status: number): string | null {
  if (status === 421) return 'wrong-host';
  if (status === 403) return 'wrong-page';
  if (status !== 401) return null;
  if (headers.has(COMMAND_KEY_HEADER)) return 'wrong-command-key';
  return new URL(url).pathname === '/session' ? 'one-time-address-used-or-unknown' : 'no-session';
}
