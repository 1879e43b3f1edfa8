import { fail, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { createEngine } from './create-engine.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { diskFaultOfFile } from '../journal/sqlite/disk-fault.ts';

/** Creates the profile's folder if necessary, then the engine. */
export async function openEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const folder = await world.files.makeFolder(deps.profile);
  if (folder.ok) return createEngine(world, deps);
  return fail({ kind: diskFaultOfFile(folder.failure) ?? 'unreadable', detail: folder.failure.code });
}
