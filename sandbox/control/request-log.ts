import { iso } from '../core.ts';
import type { WallMs } from '#shared/lib/duration.ts';

/** `status` is null until the answer is known, and 0 if the connection was cut instead. */
export type RequestLine = { readonly at: string; readonly method: string; readonly path: string; readonly status: number | null };

export type RequestLog = {
  /** Records a request. Call the returned function with the status when the answer is known. */
  arrived(request: Request, at: WallMs): (status: number) => void;
  /** In the order of arrival. */
  lines(): readonly RequestLine[];
};

/** The newest requests: enough for a long test, in bounded memory. */
const LINES_MAX = 5_000;

/** Records which requests arrived, but never a header, a query or a body. */
export function requestLog(): RequestLog {
  const lines: { at: string; method: string; path: string; status: number | null }[] = [];
  return {
    arrived(request, at) {
      const line = { at: iso(at), method: request.method, path: new URL(request.url).pathname, status: null as number | null };
      if (lines.push(line) > LINES_MAX) lines.shift();
      return (status) => {
        line.status = status;
      };
    },
    lines: () => lines.map((line) => ({ ...line })),
  };
}
