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
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  // What Windows answers for a drive letter or a share that went away.
  UNKNOWN: 'unreachable',
};

/** What an error of node:fs means, by its code and never by its words. An error without a code is a bug and is thrown on. */
export function fileFault(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  return { kind: KINDS[code] ?? 'other', code };
}
