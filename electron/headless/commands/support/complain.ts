import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Call } from './command.ts';

/** Ends a command that was not carried out. */
export function complain(call: Pick<Call, 'complain'>, sentence: string, exit: ExitCode = EXIT.no): ExitCode {
  call.complain(sentence);
  return exit;
}
