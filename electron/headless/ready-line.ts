/** What a start prints when it can be called, as one JSON line for programs. */
export type Ready = {
  readonly port: number;
  /** A fresh one-time address of the window. */
  readonly address: () => string;
  readonly handedOver?: true;
};

/**
 * The address opens the window, so that it is printed where a person reads it, and nowhere else: what is no terminal is a journal
 * or a file, which others may read and which keeps it. The command `url` gives one to whoever asks for it.
 */
export function readyLine({ port, address, handedOver }: Ready, isTerminal: boolean): string {
  return JSON.stringify({ ready: 'headless', port, ...(isTerminal ? { url: address() } : {}), ...(handedOver ? { handedOver } : {}) });
}
