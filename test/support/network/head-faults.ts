export type HeadOf = {
  readonly headers: Headers;
  /** Whether the answer must require https for the future (HSTS). */
  readonly isSecure?: boolean;
};

/** Which headers that every answer of our servers needs are missing or wrong; empty when none are. */
export function headFaults({ headers, isSecure = false }: HeadOf): readonly string[] {
  const type = headers.get('content-type') ?? '';
  const isText = type.startsWith('text/');
  const isJson = /^application\/([\w.-]+\+)?json/.test(type);
  const faults: Readonly<Record<string, boolean>> = {
    'no nosniff': headers.get('x-content-type-options') !== 'nosniff',
    'no cache-control': (headers.get('cache-control') ?? '') === '',
    'no referrer-policy': headers.get('referrer-policy') !== 'no-referrer',
    'no policy of its content': !(headers.get('content-security-policy') ?? '').includes("default-src 'none'"),
    'open to other origins': headers.get('cross-origin-resource-policy') !== 'same-origin',
    'text without its charset': isText && !/;\s*charset=utf-8$/i.test(type),
    'json with a charset': isJson && type.includes(';'),
    'no strict-transport-security': isSecure && !/^max-age=\d{7,}$/.test(headers.get('strict-transport-security') ?? ''),
    'strict-transport-security without https': !isSecure && headers.has('strict-transport-security'),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}

/** The headers of an answer as it came over the socket. */
export function headersIn(head: string): Headers {
  const [, ...lines] = head.split('\r\n');
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}
