import { JSON_TYPE, PROBLEM_TYPE } from '#shared/contract/headers.ts';
import type { SchemaName } from './schemas.ts';

const PROBLEMS = {
  '400': 'Malformed: not as this route wants it',
  '401': 'No device has this token',
  '404': 'There is no such thing here, or it is not yours: the two cannot be told apart',
  '409': 'The log has another epoch now (`epoch`), or does not reach that far (`cursor-ahead`)',
  '410': 'Another device of the integration ended this one’s reading, until it proves it again',
  '413': 'The body is too large',
  '429': 'Too many of these: wait, for as long as it says and no longer',
  '503': 'Not possible at the moment: try again',
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** The error answers, by status. `words` replaces the general description where a route has its own. */
export function problems(statuses: readonly ProblemStatus[], words: Partial<Record<ProblemStatus, string>> = {}) {
  return Object.fromEntries(statuses.map((status) => [status, problemOf(status, words[status] ?? PROBLEMS[status])]));
}

function problemOf(status: ProblemStatus, description: string) {
  return { description, content: { [PROBLEM_TYPE]: { schema: refTo('Problem') } }, ...headersOf(status) };
}

function headersOf(status: ProblemStatus) {
  if (status === '401') return { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } };
  if (status !== '429' && status !== '503') return {};
  return { headers: { 'Retry-After': { description: 'Seconds', required: true, schema: { type: 'integer', minimum: 1 } } } };
}

export function json(description: string, schema: SchemaName) {
  return { description, content: { [JSON_TYPE]: { schema: refTo(schema) } } };
}

export function nothing(description: string) {
  return { description };
}

export function refTo(schema: SchemaName) {
  return { $ref: `#/components/schemas/${schema}` };
}
