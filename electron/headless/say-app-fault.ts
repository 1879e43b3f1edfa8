import type { EngineFault } from '#electron/engine/engine.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { diskFaultOfCode } from '#electron/journal/sqlite/disk-fault.ts';
import { EXISTS, NOT_A_FILE } from './write-named-file.ts';

/** Why the profile did not open, what that means, and what the user can do; never just a code. */
export function sayAppFault({ kind, detail }: EngineFault): string {
  switch (kind) {
    case 'in-use':
      return 'Another Intray has this profile open. Close it first.';
    case 'newer':
      return 'A newer version of Intray wrote this profile, and this version cannot read it. Nothing was changed, nothing is lost, and nothing is sent meanwhile. Install the newer version again.';
    case 'full':
      return `The disk that holds Intray's own files is full. ${MEANWHILE} Make room on it.`;
    case 'read-only':
      return `Intray may not write to its own files: their disk is read-only, or this user has no right to write to the folder of the profile. ${MEANWHILE} Make it writable for this user.`;
    case 'held':
      return `Another program on this computer holds Intray's own files, a virus scanner or a backup perhaps, so that they cannot be written. ${MEANWHILE} Close that program, or let it leave the folder of the profile out.`;
    case 'broken':
      return `The disk that holds Intray's own files gives errors, or does not let them be opened. ${MEANWHILE} Have the disk looked at, or bring it back if it is a share.`;
    case 'not-own':
      return 'The profile, or a file in it, belongs to another user of this computer, who could read the secrets of your companies. Nothing was opened. Run this as that user (sudo -u USER …), or give the whole folder to this one (chown -R).';
    case 'not-private':
      return 'Other users of this computer could read the profile, with the secrets of your companies in it, and its disk does not let that be changed. Nothing was opened. Use a folder on a disk that knows who owns a file, such as one in your home.';
    case 'unreadable':
      return `Intray cannot open its own files in this profile, and waiting does not mend it. Look at --profile: does it name the right folder? Nothing was changed there. For whoever is asked for help, the system calls it ${JSON.stringify(detail)}.`;
    default:
      return unreachable(kind);
  }
}

const MEANWHILE = 'What Intray sends it writes down first, so nothing is sent meanwhile, and nothing is lost.';

/** The same for a start that waits for the cause to pass, as a host does. */
export function sayThatStartWaits(fault: EngineFault): string {
  return `${sayAppFault(fault)} Intray tries again every few seconds, and goes on by itself.`;
}

/** Exit code of a command that cannot open the profile. */
export function exitOf({ kind }: EngineFault): ExitCode {
  return kind === 'full' || kind === 'read-only' || kind === 'held' || kind === 'broken' ? EXIT.disk : EXIT.closed;
}

const WORDS = {
  full: 'the disk is full; make room on it',
  'read-only': 'the disk is read-only, or this user may not write there',
  held: 'another program holds the file; close that program',
  broken: 'the disk gives errors, or is away',
} as const;

/** Why something could not be written, from the system's code: words if a user can fix it, otherwise the code to look up. */
export function sayDiskCode(code: string): string {
  if (code === EXISTS) return 'a file of this name is there already, and stays as it is; choose another name';
  if (code === NOT_A_FILE) return 'something else than a file has this name; choose another one';
  const fault = diskFaultOfCode(code);
  return fault === null ? `the system says ${code}` : WORDS[fault];
}
