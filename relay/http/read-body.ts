import type { z } from 'zod';
import { concat } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { problem } from './problem.ts';

/** A page of claims, the largest body of the relay's own protocol, is 20 KB. */
const JSON_BYTES_MAX = 65_536;

/** The whole body, or null if it is longer than `bytesMax`; the rest is not read then. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (!(Number(length) <= bytesMax)) return null;
    // The server reads no more than the declared length, and a web stream would cost more than everything else done here.
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.byteLength > bytesMax ? null : whole;
  }
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return concat(parts);
}

export function tooLarge(bytesMax: number): Response {
  return problem({ status: 413, code: 'too-large', detail: `The body may have ${bytesMax} bytes.` });
}

/** The body, parsed by the schema, or the answer that names the wrong members without repeating their content. */
export async function readJson<T>(request: Request, schema: z.ZodType<T>): Promise<Result<T, Response>> {
  const bytes = await readBody(request, JSON_BYTES_MAX);
  if (bytes === null) return fail(tooLarge(JSON_BYTES_MAX));
  const parsed = schema.safeParse(jsonOf(bytes));
  if (parsed.success) return ok(parsed.data);
  const members = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole'))].join(', ');
  return fail(problem({ status: 400, code: 'malformed', detail: `Not as this route wants it: ${members}.` }));
}
