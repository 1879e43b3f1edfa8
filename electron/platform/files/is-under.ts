import { stat } from 'node:fs/promises';
import { isInside } from '#shared/node/is-inside.ts';
import { realPath, type RealPath } from './real-path.ts';

type Path = string | Buffer;
/** As bytes, one character each: what is no UTF-8 would be lost in a text. */
type RealText = Pick<RealPath, 'by'> & { readonly text: string };
export type ReadRealText = (path: Path) => RealText | Promise<RealText>;

/**
 * Whether a place really lies under a folder: a junction or a link in the middle of the path may lead elsewhere. Where the system could not name
 * one of them, both have to lie on one volume too, since a volume that is mounted in a folder is no link.
 */
export async function isUnder(path: Path, root: Path, realOf: ReadRealText = realText): Promise<boolean> {
  const [place, folder] = await Promise.all([realOf(path), realOf(root)]);
  if (!isInside(place.text, folder.text)) return false;
  if (place.by === 'system' && folder.by === 'system') return true;
  const [one, other] = await Promise.all([stat(path, { bigint: true }), stat(root, { bigint: true })]);
  return one.dev === other.dev;
}

export const realText: ReadRealText = textOf(realPath);

export function textOf(real: (path: Path) => Promise<RealPath>): ReadRealText {
  return async (path) => {
    const { bytes, by } = await real(path);
    return { text: bytes.toString('latin1'), by };
  };
}
