import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, type TestOptions } from 'vitest';
import { type Parts, startParts } from '../../build/demo/start-parts.ts';
import type { CopiesAhead } from '#shared/ports/copies-ahead.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped; build/windows/line-reporter.ts reads it. */
    whySkipped?: string;
  }
}

/** Why a test cannot show anything on this machine, as text for the report; null if it can. */
export type WhySkipped = string | null;

/** More than any file system stores beside a file's name, without a block. */
const PROBED_BYTES = 100_000;
const onWindows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;

export const NO_MODES: WhySkipped = keepsModes() ? null : 'no modes of files are kept here: who may read them is up to the folder';
export const NO_SIGNALS: WhySkipped = onWindows ? 'a signal ends a program of Windows at once: it has no way to hear one' : null;
export const NO_FOLDER_FLUSH: WhySkipped = flushesFolders()
  ? null
  : 'this system cannot flush a folder: its file system keeps names by itself';
export const NO_LINKS: WhySkipped = whyNoLinks('dir');
export const NO_BLOCKS: WhySkipped = whyNoBlocks();
export const NO_JUNCTIONS: WhySkipped = whyNoLinks('junction');
export const NO_NOFOLLOW: WhySkipped = constants.O_NOFOLLOW === undefined ? 'this system has no way to open a file but not a link' : null;
export const NO_ROOT_FOLDER: WhySkipped = sep === '/' ? null : 'paths of this system begin with a drive or a share';
export const NO_PIPES: WhySkipped = onWindows ? 'Windows has no pipes that lie in a folder like a file' : null;
export const NO_ODD_NAMES: WhySkipped = process.platform === 'linux' ? null : 'only Linux has names of files that are no UTF-8';
export const NO_SYSTEMD: WhySkipped = process.platform === 'linux' ? null : 'only Linux has systemd, which hands a socket on by its number';
/** What the Linux kernel reveals about mounts, watches, open files and memory. */
export const NO_PROC: WhySkipped = process.platform === 'linux' ? null : 'only Linux tells it, in /proc';
export const NO_ABSTRACT_NAMES: WhySkipped = process.platform === 'linux' ? null : 'only Linux has names of sockets that lie in no folder';
export const NO_IPV6: WhySkipped = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  ? null
  : 'there is no ::1 here';
export const NO_EXCLUSIVE_OPEN: WhySkipped = onWindows ? null : 'only Windows lets a program keep others out of a file';
/** OpenSSL reads it where it is told to; Windows and macOS have stores of their own. */
export const NO_AUTHORITIES_FILE: WhySkipped =
  process.platform === 'linux' ? null : 'this system’s authorities are in a store that a test does not put anything into';
export const NO_SCRIPTS: WhySkipped = onWindows ? 'Windows starts no script of a shell in place of a program' : null;
/** Elsewhere there always is one. */
export const NO_WAYLAND_OR_X: WhySkipped = process.platform === 'linux' ? null : 'only Linux may be without a display';
export const NOT_ROOT: WhySkipped = isRoot ? null : 'only root gives files to another user, and asks as one';
export const IS_ROOT: WhySkipped = isRoot ? 'root may do everything' : null;
export const NO_LINUX_PACKAGES: WhySkipped = onWindows ? 'AppImages and Debian packages are fetched and put in place on Linux alone' : null;

/** Options that skip a test, or a whole block with its hooks, if there is a reason; the report shows the reason. */
export function unless(...reasons: readonly WhySkipped[]): TestOptions {
  const why = reasons.find((reason) => reason !== null) ?? null;
  return why === null ? {} : { skip: true, meta: { whySkipped: why } };
}

/**
 * Whether a program of the system can be started here. A function, because starting one takes time, on Windows most of all. The program has to
 * succeed, too: the bash in Windows' own folder only says that no Linux is installed.
 */
export function noProgram(name: string): WhySkipped {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0 ? null : `there is no ${name} here`;
}

/** A network of its own, in which IPv6 can be switched off and on. */
export function noNetworkOfItsOwn(): WhySkipped {
  const script = 'ip link set lo up && echo 0 > /proc/sys/net/ipv6/conf/lo/disable_ipv6';
  return spawnSync('unshare', ['-n', 'sh', '-c', script], { stdio: 'ignore' }).status === 0
    ? null
    : 'no program gets a network of its own here, with switches of its own';
}

/** Windows treats some names as a stream or a device, and refuses others. */
export function noFileCalled(name: string): WhySkipped {
  return tried((folder) => {
    try {
      writeFileSync(join(folder, name), '');
    } catch {
      return 'this system takes it for no name of a file';
    }
    return readdirSync(folder).includes(name) ? null : 'this system takes it for a stream or a device';
  });
}

function flushesFolders(): boolean {
  return tried((folder) => {
    try {
      const handle = openSync(folder, 'r');
      fsyncSync(handle);
      closeSync(handle);
      return true;
    } catch {
      return false;
    }
  });
}

function whyNoLinks(kind: 'dir' | 'junction'): WhySkipped {
  return tried((folder) => {
    try {
      symlinkSync(folder, join(folder, 'link'), kind);
    } catch (error) {
      const isRight = error instanceof Error && 'code' in error && ['EPERM', 'EACCES'].includes(String(error.code));
      return isRight ? 'this account lacks the right to make links' : 'this system makes no links of this kind';
    }
    // Wine claims to have made one.
    return readdirSync(folder).includes('link') ? null : 'this system makes no links, although it says so';
  });
}

function keepsModes(): boolean {
  return tried((folder) => {
    const file = join(folder, 'private');
    writeFileSync(file, '', { mode: 0o600 });
    const made = statSync(file).mode & 0o777;
    chmodSync(file, 0o640);
    return made === 0o600 && (statSync(file).mode & 0o777) === 0o640;
  });
}

function whyNoBlocks(): WhySkipped {
  return tried((folder) => {
    const [full, hole] = [join(folder, 'full'), join(folder, 'hole')];
    writeFileSync(full, Buffer.alloc(PROBED_BYTES, 'a'));
    writeFileSync(hole, '');
    truncateSync(hole, PROBED_BYTES);
    if (lstatSync(full).blocks === 0) return 'it is not said here how much of a file lies on the disk: one just written has no blocks';
    return lstatSync(hole).blocks === 0
      ? null
      : 'a file without content takes up room on this disk, so it cannot stand for one in the cloud';
  });
}

function tried<T>(attempt: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'intray-probe-'));
  try {
    return attempt(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Sandbox and relay as separate programs, for all tests of the calling file. They are ready once the tests begin. */
export function realParts(): () => Parts {
  let parts: Parts | null = null;
  beforeAll(async () => {
    parts = await startParts();
  });
  afterAll(() => parts?.stop());
  return () => {
    if (parts === null) throw new Error('not before the tests begin');
    return parts;
  };
}

/** For an intake on its own: a reader in this process, and no delivery that needs copies; `room` says when it has capacity. */
export function readsHere(
  files: Pick<Files, 'read' | 'writeOver'> = nodeFiles(),
  ready: () => void = () => undefined,
  room: CopiesAhead['waitForCapacity'] = () => null,
) {
  const copies: CopiesAhead = {
    take: () => null,
    giveBack: () => undefined,
    keep: () => undefined,
    drop: () => undefined,
    waitForCapacity: room,
  };
  return { reader: { ...readHere({ files, digest: nodeDigest }), ready }, copies, enqueued: () => undefined };
}
