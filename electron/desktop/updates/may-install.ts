import { MINUTE_MS } from '#shared/lib/duration.ts';

export type AtWork = {
  /** Documents whose bytes are on their way now. */
  readonly uploading: number;
  /** Whether a person has the window before them. */
  readonly windowShown: boolean;
  /** For how long neither was so. */
  readonly quietMs: number;
  /** Whether a person said "restart now". */
  readonly asked: boolean;
};

/** A person who just closed the window is often back in a moment; after this they are somewhere else. */
export const QUIET_MS = 10 * MINUTE_MS;

/** Whether the app may end now to come back as a newer one: never while a document is on its way, and never before somebody's eyes. */
export function mayInstall({ uploading, windowShown, quietMs, asked }: AtWork): boolean {
  if (uploading > 0) return false;
  return asked || (!windowShown && quietMs >= QUIET_MS);
}
