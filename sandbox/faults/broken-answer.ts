import type { Clock } from '#shared/ports/clock.ts';

export type Pace = { readonly everyMs: number; readonly clock: Clock; readonly stop: AbortSignal };

/** The same answer byte by byte, with a pause before each: slow loris from the server's side. */
export async function slowed(answer: Response, pace: Pace): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let at = 0;
  let left = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (at >= bytes.byteLength) return controller.close();
        await pace.clock.sleep(pace.everyMs, pace.stop);
        // The client may have hung up during the pause.
        if (left) return;
        controller.enqueue(bytes.slice(at, at + 1));
        at += 1;
      },
      cancel() {
        left = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: answer.status, headers: withLength(answer, bytes) });
}

/** Marks an answer whose body must end too early, for the server. */
const TRUNCATED_HEADER = 'x-sandbox-truncated';

/** The same answer with only `atByte` bytes of its body, but the length of all of them; then the connection breaks. */
export async function truncated(answer: Response, atByte: number): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let told = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (told || atByte === 0) return controller.error(new TypeError('terminated'));
        told = true;
        controller.enqueue(bytes.slice(0, atByte));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    status: answer.status,
    headers: { ...withLength(answer, bytes), [TRUNCATED_HEADER]: String(Math.min(atByte, bytes.byteLength)) },
  });
}

export function isTruncated(response: Response): boolean {
  return response.headers.has(TRUNCATED_HEADER);
}

/** What must be written before the connection breaks. */
export async function truncatedParts(response: Response): Promise<{ readonly headers: Record<string, string>; readonly part: Uint8Array }> {
  const { [TRUNCATED_HEADER]: length, ...headers } = Object.fromEntries(response.headers);
  const first = length === '0' ? undefined : (await response.body?.getReader().read())?.value;
  return { headers, part: first ?? new Uint8Array() };
}

function withLength(answer: Response, bytes: Uint8Array): Record<string, string> {
  return { ...Object.fromEntries(answer.headers), 'content-length': String(bytes.byteLength) };
}
