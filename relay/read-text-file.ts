import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../shared/lib/result.ts';
import { codeOf } from '../shared/node/code-of.ts';

/** Reads a small text file that a setting names. The failure is the platform's code. */
export function readText(file: string): Result<string, string> {
  try {
    return ok(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(codeOf(error));
  }
}
