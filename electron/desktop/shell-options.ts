import type { Log } from '#shared/ports/log.ts';
import type { OpenEngine } from '../engine/engine.ts';

export type ShellOptions = {
  readonly engine: OpenEngine;
  readonly log: Log;
  /** Folder of the app's own files: `dist/` and `build/icons/` lie in it. */
  readonly root: string;
  /** BCP 47 tag of the person's system. */
  readonly locale: string;
  readonly platform: NodeJS.Platform;
  /** Started by the computer and not by the person: the tray alone. */
  readonly hidden?: boolean;
  /** The start before this one ended in a bug, and Intray started itself again. */
  readonly afterCrash?: boolean;
  /** File that keeps where the window was, from start to start. */
  readonly windowNote?: string;
  /** The journal was closed while the engine's loops still run, for the few moments until the process ends: what fails there is no bug. */
  readonly onClosedNow?: () => void;
  /** Called at the very end, when nothing of the app runs any more (`inTime`), or when it did not end in time: a newer version may take its place. */
  readonly replace?: (inTime: boolean) => Promise<void>;
};
