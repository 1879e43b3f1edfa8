import type { WebFrameMain } from 'electron/main';
import { isAppAddress } from './app-address.ts';

/** Whether this is the main frame of a page of ours. A frame that navigated away or was closed is null. */
export function isTrustedSender(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}
