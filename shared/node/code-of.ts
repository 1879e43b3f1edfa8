/** Errors are wrapped once or twice (several addresses of one name, a proxy's tunnel); the innermost code is the most specific. */
const DEPTH_MAX = 4;

/** The platform's code of an error. */
export function codeOf(error: unknown): string {
  let code = 'UNKNOWN';
  let at: unknown = error;
  for (let depth = 0; depth < DEPTH_MAX && at instanceof Error; depth += 1) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return code;
}
