import { isCut } from '#sandbox/faults/cut.ts';
import { concat } from '#shared/lib/concat.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest, HttpStream } from '#shared/ports/http.ts';
import type { Random } from '#shared/ports/random.ts';
import type { Chance } from './chance.ts';
import type { Life } from './life.ts';

/** A server of the simulation is a function; null while it is down. */
export type SimServer = (request: Request) => Promise<Response>;

/** Who listens where, by origin. */
export type Network = Map<string, SimServer | null>;

export type SimHttpOptions = {
  readonly network: Network;
  readonly life: Life;
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  /** Sees every request as it leaves, for the checkers. */
  readonly tap?: (request: HttpRequest) => Promise<void>;
};

/** A request or an answer takes between nothing and this long on its way. */
const LATENCY_MOST_MS = 300;
/** A stream that is cut is cut somewhere in its first minutes. */
const CUT_WITHIN_MS = 240 * SECOND_MS;

/** The Http port of one simulated program: requests, answers and streams get lost by seed. */
export function simHttp(options: SimHttpOptions): Http {
  const { life } = options;
  return {
    send: (request) => life.step(() => exchange(options, request)),
    open: (request) => life.step(() => openStream(options, request)),
  };
}

async function exchange(options: SimHttpOptions, request: HttpRequest): Promise<Result<HttpAnswer, HttpFault>> {
  const arrived = await arrive(options, request);
  if (!arrived.ok) return arrived;
  const response = arrived.value;
  const body = new Uint8Array(await response.arrayBuffer());
  if (isCut(response) || options.chance.strikes('answer-lost')) return fail({ kind: 'broken', sent: 'maybe-received', code: 'ECONNRESET' });
  await latency(options);
  if (body.byteLength > request.answerBytesMax) return fail({ kind: 'too-large', sent: 'maybe-received', code: 'TOO_LARGE' });
  const cut = options.chance.strikes('answer-truncated') ? body.slice(0, Math.floor(body.byteLength / 2)) : body;
  return ok({ status: response.status, headers: Object.fromEntries(response.headers), body: cut });
}

async function arrive(options: SimHttpOptions, request: HttpRequest): Promise<Result<Response, HttpFault>> {
  // Looked at while the sender lives: once bytes are on their way they arrive, whether it is killed or not.
  await options.tap?.(request);
  await latency(options);
  const server = options.network.get(new URL(request.url).origin) ?? null;
  if (server === null) return fail({ kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' });
  if (options.chance.strikes('request-lost')) return fail({ kind: 'timed-out', sent: 'maybe-received', code: 'TIMEOUT' });
  if (options.chance.strikes('service-busy')) return ok(new Response('busy', { status: 503, headers: { 'retry-after': '2' } }));
  const body = request.body === undefined ? {} : { body: concat(request.body) };
  return ok(await server(new Request(request.url, { method: request.method, headers: request.headers, ...body })));
}

async function openStream(options: SimHttpOptions, request: HttpRequest): Promise<Result<HttpStream, HttpFault>> {
  const arrived = await arrive(options, request);
  if (!arrived.ok) return arrived;
  const { status, headers, body } = arrived.value;
  const stopped = new AbortController();
  if (options.chance.strikes('stream-cut')) void options.clock.sleep(options.random.fraction() * CUT_WITHIN_MS).then(() => stopped.abort());
  request.stop?.addEventListener('abort', () => stopped.abort(), { once: true });
  return ok({
    status,
    headers: Object.fromEntries(headers),
    chunks: chunksOf(body, options.life, stopped.signal),
    close: () => stopped.abort(),
  });
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null, life: Life, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const end = Promise.withResolvers<{ readonly done: true; readonly value?: undefined }>();
  if (stop.aborted) end.resolve({ done: true });
  stop.addEventListener('abort', () => end.resolve({ done: true }), { once: true });
  void life.killed.then(() => end.resolve({ done: true }));
  try {
    while (true) {
      const next = await Promise.race([reader.read(), end.promise]);
      if (next.done || !life.alive) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function latency(options: SimHttpOptions): Promise<void> {
  return options.clock.sleep(Math.floor(options.random.fraction() * LATENCY_MOST_MS));
}
