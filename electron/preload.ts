import { contextBridge, ipcRenderer } from 'electron';
import { PORT_CHANNEL, QUESTION_CHARS_MAX } from './desktop/window/port-channel.ts';
import type { MessageListener } from './desktop/window/window-port.ts';

/** The window has one client, which adds one listener per type. */
const LISTENERS_MAX = 8;
const listeners: { readonly type: 'message' | 'close'; readonly listener: MessageListener }[] = [];

ipcRenderer.on(PORT_CHANNEL, (_event, data: string | null) => {
  const type = data === null ? 'close' : 'message';
  for (const each of listeners) if (each.type === type) each.listener({ data: data ?? '' });
});

/** Everything that the page is given: text out, text in. */
contextBridge.exposeInMainWorld('intrayPort', {
  postMessage(message: unknown): void {
    if (typeof message === 'string' && message.length <= QUESTION_CHARS_MAX) ipcRenderer.send(PORT_CHANNEL, message);
  },
  addEventListener(type: unknown, listener: MessageListener): void {
    if ((type !== 'message' && type !== 'close') || typeof listener !== 'function' || listeners.length >= LISTENERS_MAX) return;
    listeners.push({ type, listener });
  },
});

ipcRenderer.send(PORT_CHANNEL, null);
