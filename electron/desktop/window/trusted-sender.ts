import type { WebFrameMain } from 'electron/main';
import { isAppAddress } from './app-address.ts';

/** The main frame of a page of ours. Null is what is left of a frame that navigated away or was closed. */
export function isTrustedSender(frame: Pick<WebFrameMain, 'url' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && isAppAddress(frame.url);
}
