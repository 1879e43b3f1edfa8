import type { UpdateFault } from '#shared/app-api/updates.ts';
import type { ReleaseNotes } from '#shared/domain/update.ts';
import type { Result } from '#shared/lib/result.ts';

export type Found = { readonly version: string; readonly notes: ReleaseNotes };

/** Where newer versions come from, and how one takes this one's place. */
export type UpdateFeed = {
  /** Null: none that is newer, or not yet for this installation. `off`: this installation cannot replace itself. */
  check(): Promise<Result<Found | null, UpdateFault | 'off'>>;
  /** Of what `check` found last; ready to be installed when it is ok. */
  download(): Promise<Result<null, UpdateFault>>;
  /** Replaces this program and starts the new one. The app is at its end: nothing of it may run any more. */
  install(): void;
};
