import { onTestFinished } from 'vitest';
import { removeFolder, scratchFolder } from './scratch-folder.ts';

/** A new, empty folder of the test's own, removed with its content when the test has finished. Call it inside a test. */
export function tempFolder(): string {
  const path = scratchFolder('test');
  onTestFinished(() => removeFolder(path));
  return path;
}
