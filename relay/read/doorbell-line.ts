import { WakeSignal } from '#shared/async/wake-signal.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { RelayCore } from '../relay-core.ts';
import { doorbellNews } from './doorbell-news.ts';

/** Why a stream ended: `over`: one side ended it; `stalled`: its reader took nothing. */
export type Ending = 'over' | 'stalled';

/** What a device is told, one text after another, until the device is gone, the relay closes or the line is closed. */
export type DoorbellLine = {
  /** Resolves with the next text as soon as there is one; null at the end. */
  next(): Promise<string | null>;
  close(why: Ending): void;
  isOver(): boolean;
};

/** When the relay ends its streams, thousands of readers reconnect: spread over these milliseconds, not all at once. */
const RETRY_MS = { least: 200, spread: 3_000 };

/** `closed` is called once. */
export function doorbellLine(core: RelayCore, deviceId: string, closed: (why: Ending) => void): DoorbellLine {
  let over = false;
  const signal = new WakeSignal(core.clock);
  const news = doorbellNews(core, deviceId, () => signal.wake());
  const close = (why: Ending): void => {
    if (over) return;
    over = true;
    news.close();
    signal.wake();
    closed(why);
  };
  return {
    close,
    isOver: () => over,
    async next() {
      while (true) {
        if (over) return null;
        const text = await news.told();
        if (text === null) close('over');
        else if (text !== '') return text;
        else if (!(await signal.wait(HEARTBEAT_MS))) return ': alive\n\n';
      }
    },
  };
}

export function retryLine(core: RelayCore): string {
  return `retry: ${RETRY_MS.least + Math.floor(core.random.fraction() * RETRY_MS.spread)}\n\n`;
}
