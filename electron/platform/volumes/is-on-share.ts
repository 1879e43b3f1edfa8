import { windowsPlace } from '#shared/lib/windows-place.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { fromDisk } from '../files/disk-path.ts';
import { realPath } from '../files/real-path.ts';

/**
 * Whether a Windows path is on another computer: by its text, or through a drive letter or a link that the system resolves to a share. Null
 * while the path is missing.
 */
export async function isOnShare(path: string, real: typeof realPath = realPath): Promise<boolean | null> {
  if (windowsPlace(path).kind === 'remote') return true;
  try {
    return windowsPlace(fromDisk((await real(path)).bytes)).kind === 'remote';
  } catch (error) {
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? false : null;
  }
}
