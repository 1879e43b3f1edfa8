import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** A connection to which an endless answer is written. */
export type StreamSink = {
  /** False if the reader has not yet taken what was written before. */
  write(text: string): boolean;
  /** Resolves when the reader has taken everything, or is gone. */
  drained(): Promise<void>;
  /** Called once, when the connection ends for whatever reason. */
  onClose(listener: () => void): void;
  end(): void;
  /** Ends at once, without waiting for the reader to take the rest. */
  cut(): void;
};

/** `response`: what the handler returns, since the answer is written to the connection directly. */
export type OpenStream = (headers: Readonly<Record<string, string>>) => { readonly sink: StreamSink; readonly response: Response };

/** Writes an endless answer straight to Node's response: a web stream in between costs more memory than the whole connection. */
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
