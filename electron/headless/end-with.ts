/** This answer, of which nothing is sent any more once `ended` is aborted: a stream ends then, whatever the one who fills it does. */
export function endWith(response: Response, ended: AbortSignal): Response {
  // All that is no stream was made as a whole, and is sent at once.
  if (response.body === null || response.headers.get('content-type') === 'application/json') return response;
  return new Response(untilEnded(response.body, ended), response);
}

function untilEnded(body: ReadableStream<Uint8Array>, ended: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = new AbortController();
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = (): void => {
        controller.close();
        // What it fails with now is told to nobody.
        reader.cancel().catch(() => undefined);
      };
      ended.addEventListener('abort', end, { once: true, signal: leave.signal });
    },
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // It is over: what has failed cannot be closed as well.
        leave.abort();
        throw error;
      });
      if (ended.aborted) return;
      if (!done) return controller.enqueue(value);
      leave.abort();
      controller.close();
    },
    cancel: (reason) => {
      leave.abort();
      return reader.cancel(reason);
    },
  });
}
