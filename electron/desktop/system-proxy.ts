import { session } from 'electron/main';

/** What the system would take for this address: its settings, or the script of its network, as Chromium reads them. */
export function systemProxy(url: string): Promise<string> {
  return session.defaultSession.resolveProxy(url);
}
