import type { Dispatcher } from 'undici';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { BodyPart, HttpAnswer, HttpFault, HttpRequest } from '../../ports/http.ts';
import { codeOf } from '../code-of.ts';

export type ResponseHead = Pick<HttpAnswer, 'status' | 'headers'>;

export type Listener = {
  readonly failed: (fault: HttpFault) => void;
  readonly answered: (head: ResponseHead) => void;
  readonly data: (chunk: Uint8Array) => void;
  readonly ended: () => void;
};

export type Exchange = {
  /** Ends the exchange from our side. */
  give(kind: HttpFault['kind'], code: string): void;
  /** Removes the time limit. */
  unlimited(): void;
  pause(): void;
  resume(): void;
};

/** One request and its answer. Exactly one of `failed` and `ended` is called, once, and nothing after it. */
export function begin(agent: Dispatcher, request: HttpRequest, listener: Listener): Exchange {
  const course = courseOf(request, listener);
  if (request.stop?.aborted === true) {
    // Asynchronous like every other failure: the caller does not have the exchange yet.
    queueMicrotask(() => course.give('stopped', 'STOPPED'));
    return course;
  }
  const wanted = dispatchOptions(request, course);
  if (!wanted.ok) {
    queueMicrotask(() => course.give('unreachable', wanted.failure));
    return course;
  }
  course.limit();
  agent.dispatch(wanted.value, {
    onRequestStart(controller) {
      // Given up while connecting: the connection exists now, but nothing is written to it.
      if (course.isOver()) controller.abort(new Error('GIVEN_UP'));
      else course.started(controller);
    },
    onResponseStart(_, status, headers) {
      if (!course.isOver() && status >= 200) listener.answered({ status, headers: plainHeaders(headers) });
    },
    onResponseData(_, chunk) {
      if (!course.isOver()) listener.data(chunk);
    },
    onResponseEnd() {
      if (course.finish()) listener.ended();
    },
    onResponseError(_, error) {
      const { kind, code } = faultKind(error, { started: course.hasStarted(), viaProxy: request.via !== undefined });
      course.give(kind, code);
    },
  });
  return course;
}

type Course = Exchange & {
  isOver(): boolean;
  hasStarted(): boolean;
  started(controller: Dispatcher.DispatchController): void;
  /** Starts or restarts the time limit. */
  limit(): void;
  /** From now on the peer may have some of the request. */
  leaves(): void;
  /** False if it was already over. */
  finish(): boolean;
};

function courseOf(request: HttpRequest, listener: Listener): Course {
  let over = false;
  let controller: Dispatcher.DispatchController | null = null;
  let hasLeft = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (): boolean => {
    if (over) return false;
    over = true;
    clearTimeout(timer);
    request.stop?.removeEventListener('abort', stopped);
    return true;
  };
  const give = (kind: HttpFault['kind'], code: string): void => {
    if (!finish()) return;
    listener.failed({ kind, sent: hasLeft ? 'maybe-received' : 'never-sent', code });
    controller?.abort(new Error(code));
  };
  const stopped = (): void => give('stopped', 'STOPPED');
  const limit = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => give('timed-out', 'TIMED_OUT'), request.timeoutMs);
  };
  request.stop?.addEventListener('abort', stopped, { once: true });
  return {
    isOver: () => over,
    hasStarted: () => controller !== null,
    started(startedBy) {
      controller = startedBy;
      hasLeft = request.mayLeave === undefined;
      limit();
    },
    limit,
    leaves: () => {
      hasLeft = true;
    },
    finish,
    give,
    unlimited: () => clearTimeout(timer),
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
  };
}

function dispatchOptions(request: HttpRequest, course: Course): Result<Dispatcher.DispatchOptions, string> {
  if (!URL.canParse(request.url)) return fail('ERR_INVALID_URL');
  const url = new URL(request.url);
  const head = { origin: url.origin, path: `${url.pathname}${url.search}`, method: request.method };
  if (request.body === undefined) return ok({ ...head, headers: { ...request.headers } });
  const length = request.body.reduce((bytes, part) => bytes + part.byteLength, 0);
  return ok({
    ...head,
    headers: { ...request.headers, 'content-length': String(length) },
    // undici writes any iterable chunk by chunk without copying; its types name only some of them.
    body: length === 0 ? '' : (chunksOf(request, course) as unknown as Uint8Array),
  });
}

function chunksOf({ body: parts = [], mayLeave }: HttpRequest, course: Course): Iterable<BodyPart> | AsyncIterable<Uint8Array> {
  if (mayLeave !== undefined) return onceAllowed(parts, mayLeave, course);
  return parts.every((part) => part instanceof Uint8Array) ? parts : readWhileSent(parts);
}

/** undici writes the head of a request together with the first chunk of its body, so until then nothing has left. */
async function* onceAllowed(
  parts: readonly BodyPart[],
  mayLeave: () => Promise<boolean>,
  course: Course,
): AsyncGenerator<Uint8Array, void, void> {
  if (!(await mayLeave())) {
    course.give('stopped', 'NOT_WANTED');
    throw new Error('NOT_WANTED');
  }
  if (course.isOver()) return;
  course.leaves();
  yield* readWhileSent(parts);
}

/** Begun once the connection is there. However the request ends, undici ends this too, after the read that is under way. */
async function* readWhileSent(parts: readonly BodyPart[]): AsyncGenerator<Uint8Array, void, void> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* part.chunks();
  }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

type FaultAt = {
  /** The request was being written to a connected socket. */
  readonly started: boolean;
  readonly viaProxy: boolean;
};

/** Codes of OpenSSL and Node for a bad certificate or a failed handshake. */
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|CRL_|ERROR_IN_CRL|PATH_LENGTH_)/;

/** What an error of undici or of the socket below it means, judged by its code, never by its text. */
function faultKind(error: Error, at: FaultAt): { readonly kind: HttpFault['kind']; readonly code: string } {
  const code = codeOf(error);
  if (code.startsWith('PROXY_')) return { kind: 'proxy', code };
  // undici's error for a 407 to a plain request, which has no code of its own: the request was sent, but got no further than the proxy.
  if (at.viaProxy && code === 'UND_ERR_INVALID_ARG') return { kind: 'proxy', code: 'PROXY_407' };
  if (at.started) return { kind: code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'timed-out' : 'broken', code };
  if (CERTIFICATE.test(code)) return { kind: 'certificate', code };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return { kind: 'timed-out', code };
  if (at.viaProxy && /^UND_ERR_(ABORTED|PRX|PROXY)/.test(code)) return { kind: 'proxy', code };
  return { kind: 'unreachable', code };
}
