import { stat } from 'node:fs/promises';
import { isInside } from '#shared/node/is-inside.ts';
import { realPath, type RealPath } from './real-path.ts';

type Path = string | Buffer;
/** One character per byte: bytes that are not UTF-8 would be lost in decoded text. */
type RealText = Pick<RealPath, 'by'> & { readonly text: string };
export type ReadRealText = (path: Path) => RealText | Promise<RealText>;

/**
 * Whether a path is really under a folder: a junction or link in the middle may lead elsewhere. If the system could not name one of them,
 * both must also be on one volume, since a volume mounted in a folder is not a link.
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
