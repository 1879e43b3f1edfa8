import { MINUTE_MS } from '#shared/lib/duration.ts';

export type AtWork = {
  /** Documents that are being uploaded now. */
  readonly uploading: number;
  /** Whether the person has the window in front of them. */
  readonly windowShown: boolean;
  /** For how long there has been neither an upload nor a shown window. */
  readonly quietMs: number;
  /** Whether the person chose "restart now". */
  readonly asked: boolean;
};

/** A person who has just closed the window often comes back in a moment; after this time they are doing something else. */
export const QUIET_MS = 10 * MINUTE_MS;

/** Whether the app may end now and restart as the newer version: never during an upload, and unasked only while nobody is at the window. */
export function mayInstall({ uploading, windowShown, quietMs, asked }: AtWork): boolean {
  if (uploading > 0) return false;
  return asked || (!windowShown && quietMs >= QUIET_MS);
}
