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
  // What Windows answers for a drive letter or a share that went away, and for a file in the cloud whose program does not run or is offline.
  UNKNOWN: 'unreachable',
  // What macOS answers for a file in the cloud that its program does not give out.
  EDEADLK: 'in-cloud',
  // The person, or the program that syncs, ended the download.
  ECANCELED: 'in-cloud',
};

/** Numbers for which Node has no name: it says `Unknown system error -11` for macOS's EDEADLK, and `-116` for Linux's ESTALE. */
const NAMELESS = new Map<number, string>(
  (['EDEADLK', 'ESTALE', 'EDQUOT'] as const).flatMap((name) => {
    const number: number | undefined = constants.errno[name];
    return number === undefined ? [] : [[-number, name]];
  }),
);

/** What an error of node:fs means, by its code and never by its words. An error without a code is a bug and is thrown on. */
export function fileFault(error: unknown): FileFault {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  const nameless = 'errno' in error && typeof error.errno === 'number' ? NAMELESS.get(error.errno) : undefined;
  const code = error.code in KINDS ? error.code : (nameless ?? error.code);
  return { kind: KINDS[code] ?? 'other', code };
}
