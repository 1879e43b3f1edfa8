import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder of the test's own, removed with all in it when the test has finished. Call it inside a test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'intray-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}
