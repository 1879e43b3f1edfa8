import { EventEmitter } from 'node:events';
import type * as E from 'electron/main';

type Frame = Pick<E.WebFrameMain, 'url' | 'parent'>;

/** The main process's end of all channels; `deliver` acts as a message from a page. */
export class FakeIpcMain extends EventEmitter {
  deliver(
    channel: string,
    message: { readonly sender: unknown; readonly senderFrame: Frame | null; readonly args: readonly unknown[] },
  ): void {
    this.emit(channel, { sender: message.sender, senderFrame: message.senderFrame }, ...message.args);
  }
}
