import { fail, ok, type Result } from '#shared/lib/result.ts';

export type PartHead = {
  readonly name: string;
  /** Whether Content-Disposition has a filename: then the part is a file, whatever its name. */
  readonly isFile: boolean;
  /** Lower case, without parameters; null if the part has no content type. */
  readonly type: string | null;
};

/** Encodings that change nothing; RFC 7578, 4.7, allows no others. */
const PLAIN = ['7bit', '8bit', 'binary'];

/** The headers of one part of a form. */
export function partHead(text: string): Result<PartHead, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon <= 0 || !/^[\w-]+$/.test(name)) return fail('a header of a part is malformed');
    if (headers.has(name)) return fail(`a part has ${name} twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*(;|$)/i.test(disposition)) return fail('a part is not form-data');
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding !== undefined && !PLAIN.includes(encoding)) return fail('a part is encoded in a way of its own');
  const parameters = parametersOf(disposition);
  if (parameters === null) return fail('a Content-Disposition is malformed');
  const name = parameters.get('name');
  if (name === undefined || name === '') return fail('a part has no name');
  const isFile = parameters.has('filename') || parameters.has('filename*');
  return ok({ name, isFile, type: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null });
}

/** Quoted as by browsers (%22 for a quotation mark) or by RFC 2616 (a backslash before it). Null if malformed, or if one is given twice. */
function parametersOf(disposition: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  const pattern = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))\s*/gy;
  pattern.lastIndex = disposition.indexOf(';');
  while (pattern.lastIndex >= 0 && pattern.lastIndex < disposition.length) {
    const found = pattern.exec(disposition);
    if (found === null) return null;
    const name = (found[1] ?? '').toLowerCase();
    if (parameters.has(name)) return null;
    parameters.set(name, found[2]?.replaceAll(/\\(["\\])/g, '$1') ?? found[3] ?? '');
  }
  return parameters;
}
