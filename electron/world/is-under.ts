import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether a place really lies under a folder: a junction or a link in the middle of the path may lead elsewhere. */
export async function isUnder(path: string, root: string): Promise<boolean> {
  const [place, folder] = await Promise.all([realpath(path), realpath(root)]);
  return place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
