import process from 'node:process';
import type { Log } from '#shared/ports/log.ts';

/**
 * Ends the program as a power cut would. Any other way closes SQLite, and that would write into the database what the disk has lost from its log. A
 * service manager starts the program again.
 */
export function endAtOnce(log: Log): void {
  log.error('the disk has lost what was written last; Intray ends at once, to start again from what is on the disk', {});
  process.kill(process.pid, 'SIGKILL');
}
