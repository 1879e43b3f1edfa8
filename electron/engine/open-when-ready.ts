import { retry } from '#shared/async/retry.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { createEngine } from './create-engine.ts';
import { diskFaultOfFile } from '../journal/sqlite/disk-fault.ts';

export type OpenWhenReady = {
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly open: () => Promise<Result<Engine, EngineFault>>;
  /** Called with the reason for waiting each time it changes; with null when the wait is over. */
  readonly tell: (fault: EngineFault | null) => void;
};

const AGAIN_MS = 5 * SECOND_MS;
/** A command that the user runs, such as `status`, may hold the profile for a moment while the start waits. */
const IN_USE_TRIES = 6;

/**
 * Opens the engine. If the disk is full, read-only or broken, or another program holds our files, it waits and retries: a start that gave up
 * would have to be repeated by a user, who may not know that it ended. A fault that waiting cannot cure is returned at once.
 */
export function openWhenReady({ world, open, tell }: OpenWhenReady): Promise<Result<Engine, EngineFault>> {
  let told: EngineFault['kind'] | null = null;
  let inUse = 0;
  return retry({ clock: world.clock, restMs: AGAIN_MS }, async () => {
    const opened = await open();
    const kind = opened.ok ? null : opened.failure.kind;
    inUse = kind === 'in-use' ? inUse + 1 : 0;
    const isOver = !opened.ok && !isOfTheDisk(opened.failure) && (told === null || kind !== 'in-use' || inUse > IN_USE_TRIES);
    if (opened.ok || isOver) {
      if (told !== null) tell(null);
      return opened;
    }
    if (kind !== told && kind !== 'in-use') {
      told = kind;
      world.log.warn('the start waits for the disk', { fault: kind, detail: opened.failure.detail });
      tell(opened.failure);
    }
    return null;
  });
}

/** Whether the fault may pass without anyone doing anything to Intray itself. */
function isOfTheDisk({ kind }: EngineFault): boolean {
  return kind === 'full' || kind === 'read-only' || kind === 'held' || kind === 'broken';
}

/** Creates the profile's folder if necessary, then the engine. */
export async function openEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const folder = await world.files.makeFolder(deps.profile);
  if (folder.ok) return createEngine(world, deps);
  return fail({ kind: diskFaultOfFile(folder.failure) ?? 'unreadable', detail: folder.failure.code });
}
