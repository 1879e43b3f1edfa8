import { fail, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { createEngine } from './create-engine.ts';
import type { Engine, EngineDeps, EngineFault } from './engine.ts';
import { diskFaultOfFile } from '../journal/sqlite/disk-fault.ts';

/** The engine of a profile whose folder is made where there is none. */
export async function openEngine(world: World, deps: EngineDeps): Promise<Result<Engine, EngineFault>> {
  const folder = await world.files.makeFolder(deps.profile);
  if (folder.ok) return createEngine(world, deps);
  return fail({ kind: diskFaultOfFile(folder.failure) ?? 'unreadable', detail: folder.failure.code });
}
