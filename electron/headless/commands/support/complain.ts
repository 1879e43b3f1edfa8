import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Call } from './command.ts';

/** The end of a command that did not do what was asked. */
export function complain(call: Pick<Call, 'complain'>, sentence: string, exit: ExitCode = EXIT.no): ExitCode {
  call.complain(sentence);
  return exit;
}
