import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Log } from '#shared/ports/world.ts';
import { type RealPath, realPath } from './files/real-path.ts';
import process from 'node:process';

/** Ends with `release`, or with the program, however that ends. */
export type Claim = { release(): Promise<void> };

export type ClaimDeps = {
  readonly log: Pick<Log, 'warn'>;
  readonly platform?: NodeJS.Platform;
  /** Folder for lock files, on systems without names that end with their program. */
  readonly lockFolder?: string;
  /** Replaces the system's call in tests. */
  readonly real?: (path: string) => Promise<RealPath>;
};

/** Half of a SHA-256 in hex: fits a path of any length, in characters that every name may have. */
const NAME_CHARACTERS = 32;
/** SQLITE_BUSY: another program has it. */
const BUSY = 5;
/** The holder of a name may end between two looks at it. */
const TRIES = 3;

/**
 * Claims the path of a profile for one engine (invariant 16), whatever becomes of the files in it: the journal's own lock is lost if the
 * journal's file is deleted or replaced. The path is the folder's real one, however it was spelled or linked to. Fails if it is claimed
 * already.
 */
export async function claimProfile(profile: string, deps: ClaimDeps): Promise<Result<Claim, 'taken'>> {
  const name = createHash('sha256')
    .update(await readSpelling(profile, deps.real ?? realPath))
    .digest('hex')
    .slice(0, NAME_CHARACTERS);
  const { platform = process.platform } = deps;
  if (platform === 'linux') return claimByName(`intray-profile-${name}`, deps);
  return claimByFile(deps.lockFolder ?? join(homedir(), ...CACHES[platform === 'win32' ? 'win32' : 'darwin'], 'Intray locks'), name, deps);
}

/** In the folder of this user, where nobody else can take the lock before. A pipe's name on Windows could be taken by anybody. */
const CACHES = { win32: ['AppData', 'Local'], darwin: ['Library', 'Caches'] } as const;

type OwnPath = { readonly path: string; readonly by: RealPath['by'] };

/** If Windows has no name for the volume, the case in which the folder was created is unknown, so all cases count as one. */
async function readSpelling(profile: string, real: NonNullable<ClaimDeps['real']>): Promise<string> {
  const { path, by } = await ownPath(profile, real);
  return by === 'system' ? path : path.toLowerCase();
}

/**
 * The path on the disk: without links, and in the case in which it was created. If the folder does not exist yet, its existing parent is
 * resolved.
 */
async function ownPath(path: string, real: NonNullable<ClaimDeps['real']>): Promise<OwnPath> {
  try {
    const { bytes, by } = await real(path);
    return { path: bytes.toString(), by };
  } catch {
    const [parent, name] = [dirname(resolve(path)), basename(resolve(path))];
    if (name === '') return { path: parent, by: 'system' };
    const above = await ownPath(parent, real);
    return { path: join(above.path, name), by: above.by };
  }
}

/**
 * By an abstract socket's name, which exists in the kernel only and ends with the program that holds it. Any user can take any name: one that
 * another user holds counts as forbidden, so that they cannot keep this user's Intray from starting (ADR-29).
 */
async function claimByName(name: string, deps: ClaimDeps): Promise<Result<Claim, 'taken'>> {
  for (let left = TRIES; left > 0; left -= 1) {
    const server = createServer((socket) => socket.destroy());
    const code = await listening(server, `\0${name}`);
    if (code === null) {
      // It only has to exist, and must keep no program from ending.
      server.unref();
      return ok({ release: () => new Promise((done) => void server.close(() => done())) });
    }
    if (code !== 'EADDRINUSE') return unclaimed(code, deps);
    const holder = findNameHolder(name);
    if (holder === 'own' || holder === 'unknown') return fail('taken');
    if (holder === 'foreign') break;
  }
  return unclaimed('HELD-BY-ANOTHER-USER', deps);
}

function listening(server: Server, name: string): Promise<string | null> {
  return new Promise((done) => {
    server.once('error', (error) => done(codeOf(error)));
    server.listen(name, () => done(null));
  });
}

/** A SQLite lock, which the system releases when the program ends. */
function claimByFile(folder: string, name: string, deps: ClaimDeps): Result<Claim, 'taken'> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = openDatabase(join(folder, `${name}.lock`), { busyMs: 0 });
    try {
      database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
    } catch (error) {
      database.close();
      throw error;
    }
    return ok({ release: async () => database.close() });
  } catch (error) {
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === BUSY;
    return isTaken ? fail('taken') : unclaimed(codeOf(error), deps);
  }
}

/** The system forbids such names: then the journal's own lock must do, as it does across computers. */
function unclaimed(code: string, { log }: ClaimDeps): Result<Claim, 'taken'> {
  log.warn('the place of the profile cannot be claimed', { code });
  return ok({ release: async () => undefined });
}

/** `own`: a program of this same user · `foreign`: none of this user's · `nobody`: it is free again · `unknown`: the system does not tell. */
type NameHolder = 'own' | 'foreign' | 'nobody' | 'unknown';

/** A socket's line ends with its inode and its path; a NUL at the start of an abstract name is shown as an at sign. */
const SOCKET_LINE = /^\S+: \S+ \S+ \S+ \S+ \S+ +(\d+) @(.+)$/;

/**
 * Who holds an abstract socket's name on Linux. The kernel says which sockets have the name, and shows a user the open files of their own programs
 * alone; so a name that none of these has is another user's. `name`: without the NUL at its start.
 */
function findNameHolder(name: string): NameHolder {
  const inodes = readInodes(name);
  if (inodes === null) return 'unknown';
  if (inodes.size === 0) return 'nobody';
  const programs = ownPrograms();
  if (programs === null) return 'unknown';
  const isOneOfThem = (link: string | null): boolean => inodes.has(/^socket:\[(\d+)\]$/.exec(link ?? '')?.[1] ?? '');
  return programs.some((program) => openFiles(program).some(isOneOfThem)) ? 'own' : 'foreign';
}

function readInodes(name: string): ReadonlySet<string> | null {
  const text = orNull(() => readFileSync('/proc/net/unix', 'latin1'));
  if (text === null) return null;
  const lines = text.split('\n').flatMap((line) => {
    const [, inode = '', path = ''] = SOCKET_LINE.exec(line) ?? [];
    return path === name ? [inode] : [];
  });
  return new Set(lines);
}

function ownPrograms(): readonly string[] | null {
  const own = process.geteuid?.();
  const all = orNull(() => readdirSync('/proc'));
  if (all === null) return null;
  const programs = all.filter((name) => /^\d+$/.test(name)).map((name) => join('/proc', name));
  // Root sees the files of all.
  return programs.filter((folder) => orNull(() => statSync(folder).uid) === own);
}

/** What each descriptor of a program leads to; none if it has ended meanwhile. */
function openFiles(program: string): readonly (string | null)[] {
  const folder = join(program, 'fd');
  return (orNull(() => readdirSync(folder)) ?? []).map((fd) => orNull(() => readlinkSync(join(folder, fd))));
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    // Of a program that has just ended, or a system without this file.
    return null;
  }
}
