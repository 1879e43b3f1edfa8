import type { FolderId } from '#shared/domain/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Digest } from '#shared/lib/digest.ts';
import type { World } from '#shared/ports/world.ts';
import { FolderIntake } from './folder-intake.ts';
import { Gate } from './gate.ts';
import type { IntakeStore } from './store.ts';

/** Every doorbell may be lost: so long at most lies between two looks at a folder. */
const SWEEP_EVERY_MS = 30 * SECOND_MS;
/** Files in memory at once, of at most 5 MB each, whatever the number of folders. */
const READ_AT_ONCE = 2;

export type IntakeOptions = {
  readonly world: Pick<World, 'clock' | 'files' | 'log'>;
  readonly store: IntakeStore;
  readonly digest: Digest;
  readonly sweepEveryMs?: number;
};

export type Intake = {
  /** Begins a loop for every folder. */
  start(): void;
  /** Ends all loops; resolves when none of them will touch the journal again. */
  close(): Promise<void>;
  /** Sweeps every folder now; begins and ends loops as folders were added or taken off the list. */
  lookAgain(): void;
};

/** From the watched folders to items in the journal. */
export function createIntake({ world, store, digest, sweepEveryMs = SWEEP_EVERY_MS }: IntakeOptions): Intake {
  const { clock, files, log } = world;
  const stopping = new AbortController();
  const gate = new Gate(READ_AT_ONCE);
  const loops = new Map<FolderId, { readonly intake: FolderIntake; readonly ended: Promise<void> }>();
  let started = false;

  const begin = (id: FolderId): void => {
    const intake = new FolderIntake(id, { clock, files, log, store, digest, gate, sweepEveryMs, stop: stopping.signal });
    // A loop that ended because its folder is off the list makes room for one of a folder that is put back.
    const ended = intake.run().finally(() => loops.delete(id));
    loops.set(id, { intake, ended });
  };
  const look = (): void => {
    if (!started || stopping.signal.aborted) return;
    for (const { intake } of loops.values()) intake.lookAgain();
    for (const { id } of store.folders()) if (!loops.has(id)) begin(id);
  };

  return {
    start: () => {
      started = true;
      look();
    },
    close: async () => {
      stopping.abort();
      await Promise.all(Array.from(loops.values(), ({ ended }) => ended));
    },
    lookAgain: look,
  };
}
