import type { ExitCode } from './exit-codes.ts';

/** Prints a line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints why not, and returns the program's exit code. */
export function complain(line: string, code: ExitCode): ExitCode {
  process.stderr.write(`${line}\n`);
  return code;
}

/** What a start prints once it accepts requests. */
type Ready = {
  readonly port: number;
  /** A fresh one-time address of the window; null if standard output is not a terminal. */
  readonly url: string | null;
  readonly handedOver?: true;
};

/**
 * One JSON line for programs. The address grants access to the window, so it is printed only to a terminal: other outputs are journals and
 * files, which others may read and which store it. The command `url` prints one on request.
 */
export function readyLine({ port, url, handedOver }: Ready): string {
  return JSON.stringify({ ready: 'headless', port, ...(url === null ? {} : { url }), ...(handedOver ? { handedOver } : {}) });
}
