import type { ExitCode } from './exit-codes.ts';

/** A line of what was asked for. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line on why not, with the code that the program ends with. */
export function complain(line: string, code: ExitCode): ExitCode {
  process.stderr.write(`${line}\n`);
  return code;
}
