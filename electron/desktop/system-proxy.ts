import { session } from 'electron/main';

/** The proxy that the system would use for this address, from its settings or the network's PAC script, as Chromium reads them. */
export function systemProxy(url: string): Promise<string> {
  return session.defaultSession.resolveProxy(url);
}
