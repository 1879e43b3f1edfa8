import { join } from 'node:path';

/** The folder of the private copies in a profile. The process that reads local files may write there and nowhere else (ADR-76). */
export function spoolFolder(profile: string): string {
  return join(profile, 'spool');
}
