import { RPCHandler } from '@orpc/server/message-port';
import { ipcMain, type WebContents } from 'electron/main';
import type { Log } from '#shared/ports/log.ts';
import type { EngineRouter } from '../../engine/engine.ts';
import { PORT_CHANNEL } from './port-channel.ts';
import { isTrustedSender } from './trusted-sender.ts';
import { WindowPort } from './window-port.ts';

/** Offers the engine to our windows: one port per document, closed with it. Returns a function that closes all of them. */
export function servePorts(router: EngineRouter, log: Log): () => void {
  const handler = new RPCHandler(router, {
    interceptors: [
      async (call) => {
        const result = await call.next();
        if (result.matched && result.response.status >= 500) log.error('a call failed', { status: result.response.status });
        return result;
      },
    ],
  });
  const ports = new Map<WebContents, WindowPort>();
  const close = (contents: WebContents): void => {
    ports.get(contents)?.close();
    ports.delete(contents);
  };
  // A new document starts counting its questions again; the old document's port must not answer them.
  const open = (contents: WebContents): void => {
    if (!ports.has(contents)) endWith(contents, () => close(contents));
    close(contents);
    const port = new WindowPort((text) => send(contents, text), log);
    handler.upgrade(port);
    ports.set(contents, port);
  };
  ipcMain.on(PORT_CHANNEL, (event, message: unknown) => {
    if (!isTrustedSender(event.senderFrame)) return log.warn('message from a page that is not ours');
    if (message === null) open(event.sender);
    else ports.get(event.sender)?.receive(message);
  });
  return () => {
    for (const contents of ports.keys()) {
      close(contents);
      send(contents, null);
    }
  };
}

function send(contents: WebContents, message: string | null): void {
  if (!contents.isDestroyed()) contents.send(PORT_CHANNEL, message);
}

function endWith(contents: WebContents, close: () => void): void {
  contents.once('destroyed', close);
  contents.on('render-process-gone', close);
}
