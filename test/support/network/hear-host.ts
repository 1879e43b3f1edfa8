import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';

/** A requested stream, while it comes in. */
export type Heard = {
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
