import type { Diagnostics } from '#shared/app-api/diagnostics.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** Whether Intray's own files are whole, and can be written. */
export function ofOwnFiles(overview: Overview, { journal }: Pick<Diagnostics, 'journal'>): readonly DoctorFinding[] {
  const { recovery, disk } = overview;
  return [
    recovery === null
      ? good('journal', 'whole')
      : warning(
          'journal',
          `was damaged, and made anew from ${recovery.source}`,
          'see what is missing with "documents"; "status --seen" ends this',
        ),
    disk.kind === 'good'
      ? good('disk', 'can be written')
      : bad('disk', `${disk.fault}; nothing is sent meanwhile`, DISK_REMEDIES[disk.fault]),
    ...ofSetUp(overview, journal),
    ofVault(overview),
  ];
}

/** Beside a disk that refuses everything this would be said twice. */
function ofSetUp({ disk }: Overview, { setUpFault }: Diagnostics['journal']): readonly DoctorFinding[] {
  if (setUpFault === null || disk.kind === 'bad') return [];
  return [
    warning(
      'set-up',
      `profile.json cannot be written (${setUpFault}); if the journal is ever lost, later companies and folders are lost with it`,
      'let this user write profile.json in the folder of the profile, and move away whatever else has that name; Intray tries again each minute',
    ),
  ];
}

const DISK_REMEDIES = {
  full: 'make room on the disk of the profile; then everything goes on by itself',
  'read-only': 'let this user write into the folder of the profile',
  held: 'close the program that has the files of the profile open, or let it leave that folder out',
  broken: 'have the disk looked at: it gives errors',
  gone: 'put the files of the profile back; or end the program that runs on it, and start it again',
} as const satisfies Record<Extract<Overview['disk'], { kind: 'bad' }>['fault'], string>;

function ofVault({ vault, vaultDetail = 'unknown' }: Overview): DoctorFinding {
  switch (vault) {
    case 'open':
      return good('vault', 'open');
    case 'absent':
      return good('vault', 'none yet, and none is needed yet');
    case 'locked':
      return bad('vault', `locked with the keychain; ${ALL_WAITS}`, 'log in to the keychain; then everything goes on by itself');
    case 'unavailable':
      return bad(
        'vault',
        `its key cannot be read (${vaultDetail}); ${ALL_WAITS}`,
        'start the keychain, or name the key file with --key-file',
      );
    case 'lost':
      return bad('vault', `its key is gone; ${ALL_WAITS}`, 'put the key back, or "companies reconnect" each company');
    case 'damaged':
      return bad(
        'vault',
        `it is damaged (${vaultDetail}); ${ALL_WAITS}`,
        'put vault.json back from a backup, or "companies reconnect" each company: the damaged file is kept beside the new one',
      );
    case 'newer':
      return bad('vault', `a newer version of Intray wrote it; ${ALL_WAITS}`, 'install that version again');
    case 'unreadable':
      return bad(
        'vault',
        `the disk does not return it (${vaultDetail}); ${ALL_WAITS}`,
        'let this user read and write vault.json in the folder of the profile',
      );
    default:
      return unreachable(vault);
  }
}

const ALL_WAITS = 'every company waits for it';

/** One finding. `remedy`: what the user can do about it; empty if nothing is to be done. Contains no secret. */
export type DoctorFinding = {
  readonly what: string;
  readonly verdict: 'good' | 'warning' | 'bad';
  readonly detail: string;
  readonly remedy: string;
};

export function good(what: string, detail: string): DoctorFinding {
  return { what, verdict: 'good', detail, remedy: '' };
}

export function warning(what: string, detail: string, remedy: string): DoctorFinding {
  return { what, verdict: 'warning', detail, remedy };
}

export function bad(what: string, detail: string, remedy: string): DoctorFinding {
  return { what, verdict: 'bad', detail, remedy };
}
