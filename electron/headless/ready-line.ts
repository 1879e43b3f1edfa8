/** What a start prints when it can be called. */
type Ready = {
  readonly port: number;
  /** A fresh one-time address of the window; null where standard output is no terminal. */
  readonly url: string | null;
  readonly handedOver?: true;
};

/**
 * One JSON line for programs. The address opens the window, so it is printed only where a person reads it: other outputs are
 * journals and files, which others may read and which keep it. The command `url` prints one for whoever asks.
 */
export function readyLine({ port, url, handedOver }: Ready): string {
  return JSON.stringify({ ready: 'headless', port, ...(url === null ? {} : { url }), ...(handedOver ? { handedOver } : {}) });
}
