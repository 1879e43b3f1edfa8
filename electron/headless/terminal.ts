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
