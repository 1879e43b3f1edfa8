import { windowsPlace } from '#shared/lib/windows-place.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { fromDisk } from '../files/disk-path.ts';
import { realPath } from '../files/real-path.ts';

/**
 * Whether a place of Windows lies on another computer: by its text, or behind a drive's letter that is connected with a share or a link, of which
 * the system says to what. Null while it is not there.
 */
export async function isOnShare(path: string, real: typeof realPath = realPath): Promise<boolean | null> {
  if (windowsPlace(path).kind === 'remote') return true;
  try {
    return windowsPlace(fromDisk((await real(path)).bytes)).kind === 'remote';
  } catch (error) {
    return codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM' ? false : null;
  }
}
