import { realpath } from 'node:fs/promises';
import { isInside } from '#shared/node/is-inside.ts';

/** Whether a place really lies under a folder: a junction or a link in the middle of the path may lead elsewhere. */
export async function isUnder(path: string, root: string): Promise<boolean> {
  const [place, folder] = await Promise.all([realpath(path), realpath(root)]);
  return isInside(place, folder);
}
