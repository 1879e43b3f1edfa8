import { z } from 'zod';
import { entriesSchema } from '#shared/contract/entries.ts';
import { referenceSchema } from '#shared/contract/ids.ts';
import { ENTRIES_BYTES_MAX, REFERENCE_CHARACTERS_MAX } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ImportFault } from './import-fault.ts';

/** Entries, whichever way they came (contract, Accounting entries structure). The value is the number of lines. */
export function entriesFault(entries: unknown): Result<number, ImportFault> {
  const parsed = entriesSchema.safeParse(entries);
  if (!parsed.success) return fail(invalid(`entries: ${words(parsed.error)}`));
  return ok(parsed.data.data.lines.length);
}

/** `text` is the JSON as it was sent. */
export function entriesSizeFault(text: string): ImportFault | null {
  const bytes = Buffer.byteLength(text);
  return bytes > ENTRIES_BYTES_MAX ? { kind: 'oversize', detail: `entries has ${bytes} bytes.` } : null;
}

export function referenceFault(reference: string | null): ImportFault | null {
  if (reference === null || referenceSchema.safeParse(reference).success) return null;
  return invalid(`externalReference must be 1 to ${REFERENCE_CHARACTERS_MAX} characters of [a-zA-Z0-9_-:].`);
}

/** An empty text counts as omitted. */
export function emailFault(email: string | null): ImportFault | null {
  if (email === null || email === '' || z.email().safeParse(email).success) return null;
  return invalid('userEmail is not an email address.');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `undefined` for what is no JSON: JSON itself has no such value. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is a fault of the caller's data like any other.
    return undefined;
  }
}

export function invalid(detail: string): ImportFault {
  return { kind: 'invalid', detail };
}

/** The first thing that is wrong is enough for a person; an answer is a few hundred bytes. */
function words(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'is not valid.' : `${issue.path.join('.')}: ${issue.message}`;
}
