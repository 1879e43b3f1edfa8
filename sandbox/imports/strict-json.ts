import { fail, ok, type Result } from '#shared/lib/result.ts';

export type Json = {
  readonly value: unknown;
  /** The text of a member of the root object as it was sent, when it was asked for and is there. */
  readonly raw: string | null;
};

export type JsonOptions = {
  /** Refuse what two readers may understand differently. */
  readonly strict: boolean;
  /** A member of the root object that may have any names in it, and whose text is wanted. */
  readonly free?: string;
};

/** Nothing of the document is nested deeper than ten; what recurses over the value later is safe here. */
const DEPTH_MAX = 100;
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype'];

/** Parses JSON that somebody else wrote. The failure is for a person. */
export function strictJson(text: string, options: JsonOptions): Result<Json, string> {
  const value = parsed(text);
  if (value === undefined) return fail('is not JSON');
  return walked(text, value, options);
}

/** An object has names; an array has none. */
type Level = { readonly names: Set<string> | null; readonly free: boolean };

/** Walks over text that is known to be JSON, so every token is where it must be. */
function walked(text: string, value: unknown, options: JsonOptions): Result<Json, string> {
  const levels: Level[] = [];
  // Where the value of the free member begins, and where it ends.
  let [from, to] = [-1, -1];
  const marks = /["{}[\]]/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const [mark] = found;
    const level = levels.at(-1);
    if (mark === '{' || mark === '[') {
      if (levels.length === DEPTH_MAX) return fail(`is nested deeper than ${DEPTH_MAX} levels`);
      levels.push({ names: mark === '{' ? new Set() : null, free: level?.free === true || (from >= 0 && to < 0) });
    } else if (mark === '"') {
      marks.lastIndex = stringEnd(text, found.index);
      const name = level?.names == null ? null : nameAt(text, found.index, marks.lastIndex);
      if (name === null || level === undefined) continue;
      const fault = options.strict ? nameFault(level, name) : null;
      if (fault !== null) return fail(fault);
      level.names?.add(name);
      if (levels.length > 1) continue;
      if (name === options.free) [from, to] = [text.indexOf(':', marks.lastIndex) + 1, -1];
      // A free value that is no object has no end of its own, and is not kept as text.
      else if (to < 0) from = -1;
    } else {
      levels.pop();
      if (levels.length === 1 && from >= 0 && to < 0) to = marks.lastIndex;
    }
  }
  return ok({ value, raw: to > from && from >= 0 ? text.slice(from, to).trim() : null });
}

function nameFault(level: Level, name: string): string | null {
  if (level.names?.has(name) === true) return `has the member ${JSON.stringify(name.slice(0, 50))} twice`;
  return !level.free && PROTOTYPE_NAMES.includes(name) ? `has a member ${name}` : null;
}

/** Behind the quotation mark that ends the string; a pattern would need memory for each of its characters. */
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

/** The string as a name; null when no colon follows and it is a value. */
function nameAt(text: string, start: number, end: number): string | null {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return text[at] === ':' ? (JSON.parse(text.slice(start, end)) as string) : null;
}

/** `undefined` for what is no JSON: JSON itself has no such value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is a fault of the caller's data like any other.
    return undefined;
  }
}
