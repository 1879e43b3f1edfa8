import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** `own`: a program of this same user · `foreign`: none of this user's · `nobody`: it is free again · `unknown`: the system does not tell. */
export type NameHolder = 'own' | 'foreign' | 'nobody' | 'unknown';

/** A socket's line ends with its inode and its path; a NUL at the start of an abstract name is shown as an at sign. */
const SOCKET_LINE = /^\S+: \S+ \S+ \S+ \S+ \S+ +(\d+) @(.+)$/;

/**
 * Who holds an abstract socket's name on Linux. The kernel says which sockets have the name, and shows a user the open files of their own programs
 * alone; so a name that none of these has is another user's. `name`: without the NUL at its start.
 */
export function findNameHolder(name: string): NameHolder {
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
