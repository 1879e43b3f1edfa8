import type { InstallFault, UpdateFault, UpdateObstacle } from '#shared/app-api/updates.ts';
import type { ReleaseNotes } from '#shared/domain/update.ts';
import type { Result } from '#shared/lib/result.ts';

export type FoundUpdate = { readonly version: string; readonly notes: ReleaseNotes };

/** Where newer versions come from, and how one takes this one's place. */
export type UpdateFeed = {
  /** Why this installation cannot replace itself where it lies, at this moment; null where it can. */
  obstacle(): UpdateObstacle | null;
  /** Null: none that is newer, or not yet for this installation. `off`: this installation cannot replace itself. */
  check(): Promise<Result<FoundUpdate | null, UpdateFault | 'off'>>;
  /** Of what `check` found last; ready to be installed when it is ok. */
  download(): Promise<Result<null, UpdateFault>>;
  /** Whether what was fetched is, at this moment, what was announced. Where it is not, it is thrown away, and the next download fetches it anew. */
  isWhole(): boolean;
  /** The app ends without a wish to restart: what is whole is installed behind it, where nobody has to be asked. Whether that will be tried. */
  endsWithout(): boolean;
  /**
   * Replaces this program and has the new one started. The app is at its end: nothing of it may run any more. Resolves within a bounded time: null when it is under way and
   * the app has to end for it, else why it is not.
   */
  install(): Promise<InstallFault | null>;
};
