import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export type Asked = { readonly port: number; readonly method: string; readonly path: string; readonly headers: OutgoingHttpHeaders };
export type HostAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };

/** One complete request to the headless host. Uses Node's own client, because `fetch` sets the Host header itself. */
export function askHost({ body = '', ...asked }: Asked & { readonly body?: string }): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', ...asked, headers: { ...asked.headers, 'content-length': Buffer.byteLength(body) } });
    call.once('error', reject);
    call.once('response', (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }), reject);
    });
    call.end(body);
  });
}
