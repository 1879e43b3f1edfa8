import { fail, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { createApp } from './create-engine.ts';
import type { App, AppDeps, AppFault } from './engine.ts';
import { diskFaultOfFile } from '../journal/sqlite/disk-fault.ts';

/** The engine of a profile whose folder is made where there is none. */
export async function openApp(world: World, deps: AppDeps): Promise<Result<App, AppFault>> {
  const folder = await world.files.makeFolder(deps.profile);
  if (folder.ok) return createApp(world, deps);
  return fail({ kind: diskFaultOfFile(folder.failure) ?? 'unreadable', detail: folder.failure.code });
}
