import { PROBLEM_TYPE } from '#shared/contract/routes.ts';
import type { Answer } from './read-answers.ts';

/** Signs that an answer reveals its implementation: stack lines, and paths of the source. */
const INSIDES = [
  /^\s+at .+:\d+:\d+\)?$/m,
  /node_modules/,
  /node:internal/,
  /\bfile:\/\//,
  /\.[cm]?[jt]s:\d+/,
  /SQLITE_|SqliteError|syntax error at/,
];

/** Why no server may give this answer; null if it may. `never`: texts that belong to somebody else, or were sent in. */
export function faultOfAnswer(answer: Answer, never: readonly string[]): string | null {
  const { status, headers, body, isWhole } = answer;
  const type = headers.get('content-type');
  const text = body.toString('utf8');
  if (status >= 500) return `the status ${status}`;
  if (body.byteLength > 0 && type === undefined) return 'a body without a content type';
  if (isWhole && type !== undefined && /json/.test(type) && body.byteLength > 0 && jsonOf(text) === undefined) return 'JSON that is none';
  const shown = [...headers.values(), text].join('\n');
  const inside = INSIDES.find((pattern) => pattern.test(shown));
  if (inside !== undefined) return `something of its insides (${inside.source})`;
  const told = [process.cwd(), ...never].find((secret) => secret !== '' && shown.includes(secret));
  return told === undefined ? null : `what it must not tell: ${told.slice(0, 60)}`;
}

/** What is wrong with a refusal, which has to be an RFC 9457 problem; or null. */
export function faultOfProblem({ status, headers, body }: Answer): string | null {
  if (status < 400 || body.byteLength === 0) return null;
  if (headers.get('content-type') !== PROBLEM_TYPE) return `a refusal as ${headers.get('content-type') ?? 'nothing'}`;
  const problem = jsonOf(body.toString('utf8')) as Partial<Record<string, unknown>>;
  if (problem['status'] !== status) return 'a problem of another status';
  const lacking = ['type', 'title', 'detail'].find((name) => typeof problem[name] !== 'string');
  return lacking === undefined ? null : `a problem without ${lacking}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
