import { z } from 'zod';
import { entriesSchema } from '#shared/contract/entries.ts';
import { referenceSchema } from '#shared/contract/ids.ts';
import { REFERENCE_CHARACTERS_MAX } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Switches } from '../switches/switches-schema.ts';

/** ISO 8601: a date, or a date and time with or without a zone. */
const dateSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** Checks entries, whichever way they were sent (§ Lines of entries). The value is the number of lines. */
export function entriesFault(entries: unknown, rules: Pick<Switches, 'datesChecked'>): Result<number, ImportFault> {
  const parsed = entriesSchema.safeParse(entries);
  if (!parsed.success) return fail(invalid(`entries: ${words(parsed.error)}`));
  const { lines } = parsed.data.data;
  for (const [index, { date, dueDate }] of rules.datesChecked ? lines.entries() : []) {
    const wrong = !dateSchema.safeParse(date).success
      ? 'date'
      : dueDate !== undefined && !dateSchema.safeParse(dueDate).success
        ? 'dueDate'
        : null;
    if (wrong !== null) return fail(invalid(`entries: data.lines.${index}.${wrong}: not an ISO 8601 date`));
  }
  return ok(lines.length);
}

/** `text` is the JSON as it was sent. */
export function entriesSizeFault(text: string, rules: Pick<Switches, 'maxEntriesBytes'>): ImportFault | null {
  const bytes = Buffer.byteLength(text);
  return bytes > rules.maxEntriesBytes ? { kind: 'oversize', detail: `entries has ${bytes} bytes.` } : null;
}

/** The document's class `_-:`, read as a range: from `:` (0x3A) to `_` (0x5F). */
const RANGE_CLASS = /^[a-zA-Z0-9:-_]{1,64}$/;

export function referenceFault(reference: string | null, rules: Pick<Switches, 'referenceClass'>): ImportFault | null {
  if (reference === null) return null;
  if (rules.referenceClass === 'listed' ? referenceSchema.safeParse(reference).success : RANGE_CLASS.test(reference)) return null;
  return invalid(`externalReference must be 1 to ${REFERENCE_CHARACTERS_MAX} characters of [a-zA-Z0-9_-:].`);
}

/** An empty string is not an address: a client without one leaves the field out. */
export function emailFault(email: string | null, rules: Pick<Switches, 'emailChecked'>): ImportFault | null {
  if (email === null || !rules.emailChecked || z.email().safeParse(email).success) return null;
  return invalid('userEmail is not an email address.');
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalid(detail: string): ImportFault {
  return { kind: 'invalid', detail };
}

/** Only the first fault: that is enough for a user, and keeps an answer to a few hundred bytes. */
function words(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'is not valid.' : `${issue.path.join('.').slice(0, 200)}: ${issue.message}`;
}

/** Why an import is rejected: `invalid` data, or too large, for which a switch decides the answer. `detail` is English, for people. */
export type ImportFault = { readonly kind: 'invalid' | 'oversize'; readonly detail: string };
