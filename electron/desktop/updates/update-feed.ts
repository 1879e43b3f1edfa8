import type { InstallFault, UpdateFault, UpdateObstacle } from '#shared/app-api/updates.ts';
import type { ReleaseNotes } from '#shared/domain/update.ts';
import type { Result } from '#shared/lib/result.ts';

export type FoundUpdate = { readonly version: string; readonly notes: ReleaseNotes };

/** Where newer versions come from, and how one replaces this version. */
export type UpdateFeed = {
  /** Why this installation cannot be replaced where it is, at this moment; null if it can. */
  obstacle(): UpdateObstacle | null;
  /** Null: there is no newer version, or it is not offered to this installation yet. `off`: this installation cannot replace itself. */
  check(): Promise<Result<FoundUpdate | null, UpdateFault | 'off'>>;
  /** Fetches what `check` found last. Once it is ok, the update can be installed. */
  download(): Promise<Result<null, UpdateFault>>;
  /** Whether the fetched file is, at this moment, the announced one. If not, it is deleted, and the next download fetches it again. */
  isWhole(): boolean;
  /** Called when the app ends without a restart request. Returns whether a complete download is installed then; never if that needs a password. */
  endsWithout(): boolean;
  /**
   * Replaces this program and starts the new one. Called at the very end: nothing of the app may run any longer. Resolves within a bounded time:
   * null if the replacement has begun and the app has to end for it, otherwise the reason why not.
   */
  install(): Promise<InstallFault | null>;
};
