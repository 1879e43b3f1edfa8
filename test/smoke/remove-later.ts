import { rmSync } from 'node:fs';

/** On Windows a program that has just ended, or a virus scanner, may hold a file open. What then stays does not change the result. */
export function removeLater(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  } catch {
    // It is in a temporary folder.
  }
}
