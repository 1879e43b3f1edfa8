import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** A connection that an endless answer is written to. */
export type StreamSink = {
  /** False when the reader has not taken what was written before. */
  write(text: string): boolean;
  /** Resolves when the reader has taken all, or is gone. */
  drained(): Promise<void>;
  /** Called once, when the connection is over for whatever reason. */
  onClose(listener: () => void): void;
  end(): void;
  /** Without waiting for what was not taken. */
  cut(): void;
};

/** `response`: what a handler returns once the answer goes its own way. */
export type OpenStream = (headers: Readonly<Record<string, string>>) => { readonly sink: StreamSink; readonly response: Response };

/** Writes an endless answer straight to Node's response: a stream of the web between costs more memory than the whole connection. */
export function openStreamOn(outgoing: object): { readonly stream: OpenStream } | Record<string, never> {
  if (!(outgoing instanceof ServerResponse)) return {};
  return { stream: (headers) => ({ sink: sinkOf(outgoing.writeHead(200, { ...headers })), response: RESPONSE_ALREADY_SENT }) };
}

function sinkOf(outgoing: ServerResponse): StreamSink {
  return {
    write: (text) => outgoing.write(text),
    drained: () =>
      new Promise((resolve) => {
        const done = (): void => {
          outgoing.off('drain', done).off('close', done);
          resolve();
        };
        outgoing.once('drain', done).once('close', done);
      }),
    onClose: (listener) => void outgoing.once('close', listener),
    end: () => void outgoing.end(),
    cut: () => void outgoing.destroy(),
  };
}
