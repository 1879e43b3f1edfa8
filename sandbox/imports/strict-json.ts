import { fail, ok, type Result } from '#shared/lib/result.ts';

export type Json = {
  readonly value: unknown;
  /** Of each member of the root object, by its name: the text of its value as it was sent. Of several with one name the last, as in `value`. */
  readonly texts: ReadonlyMap<string, string>;
};

export type JsonOptions = {
  /** Refuse what two parsers may understand differently. */
  readonly strict: boolean;
  /** A member of the root object that may contain any names. */
  readonly free?: string;
};

/** Nothing in the contract is nested deeper than ten levels. This keeps later recursion over the value safe. */
const DEPTH_MAX = 100;
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype'];

/** Parses JSON from outside. The failure is for a user. */
export function strictJson(text: string, options: JsonOptions): Result<Json, string> {
  const value = parsed(text);
  if (value === undefined) return fail('is not JSON');
  return walked(text, value, options);
}

/** `names`: those of an object so far; null for an array. */
type Level = { readonly names: Set<string> | null; readonly free: boolean };

/** Walks over text that is known to be valid JSON, so every token is where it must be. */
function walked(text: string, value: unknown, options: JsonOptions): Result<Json, string> {
  const levels: Level[] = [];
  const texts = new Map<string, string>();
  // The root's member that the walk is in, and where its value begins.
  let member: { readonly name: string; readonly from: number } | null = null;
  const marks = /["{}[\]]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    const level = levels.at(-1);
    if (mark === '{' || mark === '[') {
      if (levels.length === DEPTH_MAX) return fail(`is nested deeper than ${DEPTH_MAX} levels`);
      levels.push({ names: mark === '{' ? new Set() : null, free: member !== null && member.name === options.free });
    } else if (mark === '"') {
      marks.lastIndex = stringEnd(text, found.index);
      const name = level?.names == null ? null : nameAt(text, found.index, marks.lastIndex);
      if (name === null || level === undefined) continue;
      const fault = options.strict ? nameFault(level, name) : null;
      if (fault !== null) return fail(fault);
      level.names?.add(name);
      if (levels.length > 1) continue;
      if (member !== null) texts.set(member.name, memberText(text, member.from, found.index));
      member = { name, from: text.indexOf(':', marks.lastIndex) + 1 };
    } else {
      levels.pop();
      if (levels.length === 0 && member !== null) texts.set(member.name, memberText(text, member.from, found.index));
    }
  }
  return ok({ value, texts });
}

/** `to`: where the next name or the end of the object is. Between the value and it, there is nothing but white space and one comma. */
function memberText(text: string, from: number, to: number): string {
  const value = text.slice(from, to).trim();
  return value.endsWith(',') ? value.slice(0, -1).trimEnd() : value;
}

function nameFault(level: Level, name: string): string | null {
  if (level.names?.has(name) === true) return `has the member ${JSON.stringify(name.slice(0, 50))} twice`;
  return !level.free && PROTOTYPE_NAMES.includes(name) ? `has a member ${name}` : null;
}

/** The position after the quotation mark that ends the string. A pattern would need memory for each of its characters. */
function stringEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** The string as a name; null if no colon follows, so that it is a value. */
function nameAt(text: string, start: number, end: number): string | null {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':' ? (JSON.parse(text.slice(start, end)) as string) : null;
}

/** `undefined` if it is not JSON, which has no such value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is a fault in the caller's data like any other.
    return undefined;
  }
}
