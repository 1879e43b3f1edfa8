/** Resolves after the time, or at once when `stop` is aborted; never rejects. */
export function pause(milliseconds: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop?.aborted === true) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    stop?.addEventListener('abort', done, { once: true });
  });
}
