import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../shared/lib/result.ts';
import { codeOf } from '../shared/node/code-of.ts';

/** Reads a small text file that a setting names. The failure is the platform's code. */
export function readText(file: string): Result<string, string> {
  return readWith(() => readFileSync(file, 'utf8'));
}

/** The same for a file that is no text. */
export function readBytes(file: string): Result<Uint8Array<ArrayBuffer>, string> {
  return readWith(() => new Uint8Array(readFileSync(file)));
}

function readWith<T>(read: () => T): Result<T, string> {
  try {
    return ok(read());
  } catch (error) {
    return fail(codeOf(error));
  }
}
