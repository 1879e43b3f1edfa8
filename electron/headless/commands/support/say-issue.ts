import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with one argument, to follow its name, in place of zod's own "expected number, received NaN". Undefined if the schema's message
 * is better, or if there is none of ours.
 */
export function sayIssue(issue: Issue): string | undefined {
  if (issue.input === undefined) return 'is needed';
  if (issue.code === 'invalid_value') return `has to be ${listed(issue.values.map(String))}`;
  if (issue.code === 'invalid_type') return KINDS.get(issue.expected);
  if (issue.code === 'invalid_format') return FORMATS.get(issue.format);
  if (issue.code === 'too_small') return issue.origin === 'number' ? `has to be at least ${issue.minimum}` : 'must not be empty';
  if (issue.code === 'too_big') return issue.origin === 'number' ? `has to be at most ${issue.maximum}` : `is longer than ${issue.maximum}`;
  return undefined;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['number', 'has to be a number'],
  ['int', 'has to be a whole number'],
]);
const AN_ID = 'has to be an id such as 0b1f4c52-7d0a-4c7e-8d11-1c2b3a4d5e6f';
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['guid', AN_ID],
  ['uuid', AN_ID],
]);

function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
