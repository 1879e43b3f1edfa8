/** This response, but nothing more of it is sent once `ended` is aborted: a stream ends then, whatever its source does. */
export function endWith(response: Response, ended: AbortSignal): Response {
  // A response without a stream is complete already, and is sent at once.
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
        // Nobody needs its failure now.
        reader.cancel().catch(() => undefined);
      };
      ended.addEventListener('abort', end, { once: true, signal: leave.signal });
    },
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // The stream has failed: a failed stream cannot also be closed.
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
