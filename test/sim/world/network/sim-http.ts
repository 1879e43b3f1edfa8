import { isCut } from '#sandbox/faults/broken-answer.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest, HttpStream } from '#shared/ports/http.ts';
import type { Chance } from '../chance.ts';
import { type Life, never } from '../life.ts';
import type { Trace } from '../ledger.ts';
import { bodyAtHand, wholeBody } from '#test/support/network/scripted-server.ts';

/** A server of the simulation is a function. When it is killed, its answers never come and its streams end. */
export type SimServer = { readonly fetch: (request: Request) => Promise<Response>; readonly killed: Promise<void> };

/** The server that listens at an origin; null while there is none. */
export type Network = { readonly get: (origin: string) => SimServer | null };

export type SimHttpOptions = {
  readonly name: string;
  readonly network: Network;
  readonly life: Life;
  readonly clock: Clock;
  readonly random: Random;
  readonly chance: Chance;
  readonly trace: Trace;
  /** Sees every request as it leaves, for the checkers. */
  readonly tap?: (request: HttpRequest) => Promise<void>;
  /** Called with every answer that reached the program. */
  readonly heard?: (request: HttpRequest, answer: HttpAnswer) => void;
  /** Called with every request when its program begins it; the result is called when it ends. */
  readonly sends?: (request: HttpRequest) => () => void;
  /** The connection is there, and the program is asked whether the body may leave. The result is called if it says no. */
  readonly asked?: (request: HttpRequest) => () => void;
  /** Why no connection to this origin is possible now; null if it is. */
  readonly fault?: (origin: string) => HttpFault | null;
};

/** What the checkers hear of one run of a program, and the faults of its line. */
export type Listeners = Pick<SimHttpOptions, 'tap' | 'heard' | 'sends' | 'asked' | 'fault'>;

/** Maximum latency of a request or an answer. */
const LATENCY_MOST_MS = 300;
/** A cut stream is cut within this time of its start. */
const CUT_WITHIN_MS = 120 * SECOND_MS;

/** The Http port of one simulated program: requests, answers and streams get lost by seed. */
export function simHttp(options: SimHttpOptions): Http {
  const { life, trace, name } = options;
  return {
    send: (request) =>
      life.step(async () => {
        const ended = options.sends?.(request);
        const { answer, sent } = await sendWhole(options, request);
        ended?.();
        trace.note(`${name} ${request.method} ${request.url} ${answer.ok ? answer.value.status : answer.failure.code}`);
        if (answer.ok) options.heard?.(sent, answer.value);
        return answer;
      }),
    open: (request) => life.step(() => openStream(options, request)),
  };
}

const LOST = { kind: 'broken', sent: 'maybe-received', code: 'ECONNRESET' } as const;
const TIMED_OUT = { kind: 'timed-out', sent: 'maybe-received', code: 'TIMEOUT' } as const;

/** What is read while it is sent is read from this computer's disk, which may fail. */
async function sendWhole(options: SimHttpOptions, { body, ...request }: HttpRequest) {
  if (body === undefined) return { answer: await exchange(options, request), sent: request };
  const kept = await keptBack(options, { ...request, body });
  if (!options.life.alive) return never<never>();
  if (kept !== null) return { answer: fail(kept), sent: request };
  const bytes = await wholeBody(body).catch(() => null);
  // A program that was killed while it read sends nothing.
  if (!options.life.alive) return never<never>();
  const sent = { ...request, body: [bytes ?? new Uint8Array()] };
  return { answer: bytes === null ? fail(LOST) : await exchange(options, sent), sent };
}

const REFUSED = { kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' } as const;
const NOT_WANTED = { kind: 'stopped', sent: 'never-sent', code: 'NOT_WANTED' } as const;

/** Connects, and asks whether the body may leave. Null if it may; else why nothing of it has left. */
async function keptBack(options: SimHttpOptions, request: HttpRequest): Promise<HttpFault | null> {
  const { mayLeave } = request;
  if (mayLeave === undefined) return null;
  const answered = await within(options, request, async () => {
    await latency(options);
    const fault = faultOf(options, request);
    if (fault !== null) return fail(fault);
    const keep = options.asked?.(request);
    if (await mayLeave()) return ok(null);
    keep?.();
    return fail(NOT_WANTED);
  });
  if (answered === null) return { ...TIMED_OUT, sent: 'never-sent' };
  return answered.ok ? null : { ...answered.failure, sent: 'never-sent' };
}

/** Why there is no connection for this request now; null if there is one. */
function faultOf({ network, fault }: SimHttpOptions, { url }: HttpRequest): HttpFault | null {
  const { origin } = new URL(url);
  return fault?.(origin) ?? (network.get(origin) === null ? REFUSED : null);
}

async function exchange(options: SimHttpOptions, request: HttpRequest): Promise<Result<HttpAnswer, HttpFault>> {
  const answered = await within(options, request, async () => {
    const arrived = await arrive(options, request);
    if (!arrived.ok) return arrived;
    const body = new Uint8Array(await arrived.value.arrayBuffer());
    if (isCut(arrived.value) || options.chance.strikes('answer-lost')) return fail(LOST);
    await latency(options);
    return ok({ response: arrived.value, body });
  });
  if (answered === null) return fail(TIMED_OUT);
  if (!answered.ok) return answered;
  const { response, body } = answered.value;
  if (body.byteLength > request.answerBytesMax) return fail({ kind: 'too-large', sent: 'maybe-received', code: 'TOO_LARGE' });
  const cut = options.chance.strikes('answer-truncated') ? body.slice(0, Math.floor(body.byteLength / 2)) : body;
  return ok({ status: response.status, headers: Object.fromEntries(response.headers), body: cut });
}

/** Null if the request timed out first; a stopped request resolves at once. */
async function within<T>(options: SimHttpOptions, request: HttpRequest, work: () => Promise<Result<T, HttpFault>>) {
  const done = new AbortController();
  const stopped = Promise.withResolvers<Result<T, HttpFault>>();
  const stop = (): void => stopped.resolve(fail({ kind: 'stopped', sent: 'maybe-received', code: 'STOPPED' }));
  if (request.stop?.aborted === true) stop();
  request.stop?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), stopped.promise, options.clock.sleep(request.timeoutMs, done.signal).then(() => null)]);
  } finally {
    request.stop?.removeEventListener('abort', stop);
    done.abort();
  }
}

async function arrive(options: SimHttpOptions, request: HttpRequest): Promise<Result<Response, HttpFault>> {
  const { chance, life } = options;
  // Called while the sender is alive: once bytes are on their way they arrive, even if the sender is killed.
  await options.tap?.(request);
  await latency(options);
  const server = options.network.get(new URL(request.url).origin);
  const fault = faultOf(options, request);
  if (server === null || fault !== null) return fail(request.mayLeave === undefined ? (fault ?? REFUSED) : LOST);
  if (chance.strikes('request-lost')) return fail(TIMED_OUT);
  if (chance.strikes('service-busy')) return ok(new Response('busy', { status: 503, headers: { 'retry-after': '2' } }));
  const body = request.body === undefined ? {} : { body: bodyAtHand(request.body) };
  const response = await Promise.race([
    server.fetch(new Request(request.url, { method: request.method, headers: request.headers, ...body })),
    server.killed,
  ]);
  // The computer fell asleep meanwhile: its connections are gone when it wakes.
  return response === undefined || life.asleep ? fail(LOST) : ok(response);
}

async function openStream(options: SimHttpOptions, request: HttpRequest): Promise<Result<HttpStream, HttpFault>> {
  const arrived = await within(options, request, () => arrive(options, request));
  if (arrived === null) return fail(TIMED_OUT);
  if (!arrived.ok) return arrived;
  const { status, headers, body } = arrived.value;
  options.trace.note(`${options.name} OPEN ${request.url} ${status}`);
  const stopped = new AbortController();
  if (options.chance.strikes('stream-cut')) void options.clock.sleep(options.random.fraction() * CUT_WITHIN_MS).then(() => stopped.abort());
  request.stop?.addEventListener('abort', () => stopped.abort(), { once: true });
  const server = options.network.get(new URL(request.url).origin);
  void server?.killed.then(() => stopped.abort());
  return ok({
    status,
    headers: Object.fromEntries(headers),
    chunks: chunksOf(body, options.life, stopped.signal),
    close: () => stopped.abort(),
  });
}

const ENDED = { done: true, value: undefined } as const;

async function* chunksOf(body: ReadableStream<Uint8Array> | null, life: Life, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  const end = Promise.withResolvers<{ readonly done: true; readonly value?: undefined }>();
  if (stop.aborted) end.resolve({ done: true });
  stop.addEventListener('abort', () => end.resolve({ done: true }), { once: true });
  void life.killed.then(() => end.resolve({ done: true }));
  try {
    while (true) {
      const next = await Promise.race([reader.read().catch(() => ENDED), end.promise]);
      if (next.done || !life.alive) return;
      if (life.asleep) await life.awake();
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function latency(options: SimHttpOptions): Promise<void> {
  return options.clock.sleep(Math.floor(options.random.fraction() * LATENCY_MOST_MS));
}
