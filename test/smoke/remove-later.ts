import { rmSync } from 'node:fs';

/** A program that has just ended, or a virus scanner, may hold a file of it on Windows: what stays does not change what was seen. */
export function removeLater(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  } catch {
    // It lies among what is temporary.
  }
}
