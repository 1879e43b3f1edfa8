import { constants } from 'node:os';
import type { FileFault } from '#shared/ports/files.ts';

const KINDS: Readonly<Record<string, FileFault['kind']>> = {
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  EBUSY: 'busy',
  EAGAIN: 'busy',
  ETXTBSY: 'busy',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // O_NOFOLLOW met a link.
  ELOOP: 'escaped',
  EMLINK: 'escaped',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EIO: 'unreachable',
  ESTALE: 'unreachable',
  ENODEV: 'unreachable',
  ENXIO: 'unreachable',
  ENOTCONN: 'unreachable',
  ECONNABORTED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  EREMOTEIO: 'unreachable',
  ETIMEDOUT: 'unreachable',
  // Windows, for a drive letter or share that went away, and for a file in the cloud whose program does not run or is offline.
  UNKNOWN: 'unreachable',
  // macOS, for a file in the cloud that its program does not hand out.
  EDEADLK: 'in-cloud',
  // The user, or the syncing program, cancelled the download.
  ECANCELED: 'in-cloud',
};

/** Error numbers without a name in Node: it reports `Unknown system error -11` for macOS's EDEADLK, and `-116` for Linux's ESTALE. */
const NAMELESS = new Map<number, string>(
  (['EDEADLK', 'ESTALE', 'EDQUOT'] as const).flatMap((name) => {
    const number: number | undefined = constants.errno[name];
    return number === undefined ? [] : [[-number, name]];
  }),
);

/** The meaning of a node:fs error, by its code and never by its text. An error without a code is a bug and is rethrown. */
export function fileFault(error: unknown): FileFault {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  const nameless = 'errno' in error && typeof error.errno === 'number' ? NAMELESS.get(error.errno) : undefined;
  const code = error.code in KINDS ? error.code : (nameless ?? error.code);
  return { kind: KINDS[code] ?? 'other', code };
}
