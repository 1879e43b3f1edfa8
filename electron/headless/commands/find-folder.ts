import { resolve } from 'node:path';
import type { Folder } from '#shared/domain/folder.ts';
import type { EngineClient } from '../engine-client.ts';

/** A watched folder by its path or its id. */
export async function findFolder(client: EngineClient, wanted: string): Promise<Folder | null> {
  const { folders } = await client.overview();
  return folders.find((one) => one.id === wanted || one.path === resolve(wanted)) ?? null;
}
