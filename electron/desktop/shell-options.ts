import type { Log } from '#shared/ports/world.ts';
import type { InvitationArrivals } from './invitation/arrivals.ts';
import type { OpenEngine } from '../engine/engine.ts';

export type ShellOptions = {
  readonly engine: OpenEngine;
  readonly log: Log;
  /** Folder of the app's own files, with `dist/` and `build/icons/`. */
  readonly root: string;
  /** BCP 47 tag of the user's system. */
  readonly locale: string;
  readonly platform: NodeJS.Platform;
  /** Started by the system, not by the user: shows only the tray. */
  readonly hidden?: boolean;
  /** The previous start ended over a bug, and Intray restarted itself. */
  readonly afterCrash?: boolean;
  /** File that stores the window's position between starts. */
  readonly windowNote?: string;
  /** Invitations that the system opens Intray with, now and by second starts. */
  readonly arrivals?: InvitationArrivals;
  /** The journal is closed while the engine's loops still run, for the few moments until the process ends; their failures are not bugs. */
  readonly onClosedNow?: () => void;
  /** Called at the very end, when nothing of the app runs any longer (`inTime`), or it did not end in time: a newer version may replace it. */
  readonly replace?: (inTime: boolean) => Promise<void>;
};
