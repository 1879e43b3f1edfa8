import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import type { Configuration } from '#shared/app-api/installation.ts';

export type HostAsk = {
  readonly method?: string;
  readonly path: string;
  /** Include `host`: the name under which the host believes it was called. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};
export type HostAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Every byte received, headers included. */
  readonly bytes: Buffer;
};

/** Sends a request to this port of 127.0.0.1, or of ::1, with exactly these headers and this path, unnormalised. No name is resolved. */
export function askHost(
  port: number | string,
  { method = 'POST', path, headers = {}, body }: HostAsk,
  host: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, path, method, headers: { ...headers } }, (answer) => {
      const heads: string[] = [];
      for (let at = 0; at < answer.rawHeaders.length; at += 2) heads.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
      const status = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const content = Buffer.concat(chunks);
        const bytes = Buffer.concat([Buffer.from(`${status}\n${heads.join('\n')}\n`), content]);
        resolve({ status, headers: answer.headers, body: content.toString('utf8'), bytes });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** What a page of this address sends with each call. */
export function pageHeaders(url: string): Record<string, string> {
  const { host, origin } = new URL(url);
  return { host, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', 'x-intray': '1' };
}

/** Opens a one-time address as a browser does, which also sends these headers. */
export function signInBy(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HostAnswer> {
  const { port, hash } = new URL(url);
  const body = JSON.stringify({ token: hash.replace('#token=', '') });
  return askHost(port, { path: '/session', headers: { ...pageHeaders(url), ...headers }, body });
}

/** The session in the answer to a sign-in; empty when there is none. */
export function sessionIn({ body }: HostAnswer): string {
  return /"session":"([\w-]+)"/.exec(body)?.[1] ?? '';
}

/** A requested stream, while it comes in. */
type Heard = {
  readonly status: number;
  /** Everything received so far. */
  readonly text: () => string;
  /** Whether the host has ended it. */
  readonly isOver: () => boolean;
  readonly close: () => void;
};

/** Requests a stream from this port of 127.0.0.1 with exactly these headers, and keeps listening. */
export async function hearHost(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Heard> {
  const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers } });
  asked.end('{}');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  let isOver = false;
  answer.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  for (const end of ['end', 'error'] as const)
    answer.on(end, () => {
      isOver = true;
    });
  return { status: answer.statusCode ?? 0, text: () => text, isOver: () => isOver, close: () => asked.destroy() };
}

/** What a build may bring along, with every member that its schema would add. */
export const CONFIGURATION: Configuration = {
  relayUrl: 'https://relay.example/',
  service: {
    baseUrl: 'https://api.example/v1',
    authUrl: 'https://auth.example/token',
    jwksUrl: 'https://api.example/jwks',
    issuer: 'https://api.example',
    scope: '',
    apiKeyHeader: 'x-api-key',
    signatureHeader: 'x-signature',
  },
};
