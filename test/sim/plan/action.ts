import type { FaultRule } from '#sandbox/faults/fault-rules.ts';
import type { RevokingCode } from '#shared/contract/answers.ts';
import type { HttpFault } from '#shared/ports/http.ts';
import type { Paper } from './places.ts';
import type { Random } from '#shared/ports/world.ts';
import { basename, dirname, join, sep } from 'node:path';
import type { Streams } from '../world/network/streams.ts';

/** Something that a user, a scanner, a disk or fate does. A lasting deed is undone after `lengthMs`, or by the calm. */
export type Doing =
  | { readonly kind: 'put'; readonly path: string; readonly paper: Paper }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** More files at once than anybody scans. */
  | { readonly kind: 'bulk-arrival'; readonly folder: string; readonly papers: readonly Paper[] }
  /** Another program holds the file, so nobody can read it. */
  | { readonly kind: 'file-held'; readonly path: string; readonly lengthMs: number }
  | { readonly kind: 'share-gone'; readonly folder: string; readonly lengthMs: number }
  /** `sameNumbers`: the disk has the device number of the previous one, and its folder has the same inode. */
  | {
      readonly kind: 'other-disk';
      readonly folder: string;
      readonly papers: readonly Paper[];
      readonly lengthMs: number;
      readonly sameNumbers?: boolean;
    }
  /** From now on the disk reuses the inodes of removed files for new ones. */
  | { readonly kind: 'numbers-again' }
  /** Other bytes of the same length, with the file's old modification time: written in place, or renamed over the file. */
  | { readonly kind: 'overwrite'; readonly nth: number; readonly mark: string; readonly how: 'over' | 'renamed' }
  /** Backup programs and virus scanners: every file gets a new change time, but nothing in it changes. */
  | { readonly kind: 'restamp'; readonly folder: string }
  | { readonly kind: 'kill'; readonly computer: number }
  | { readonly kind: 'sleep'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'clock'; readonly computer: number; readonly byMs: number; readonly lengthMs: number }
  | { readonly kind: 'second-start'; readonly computer: number }
  | { readonly kind: 'off'; readonly computer: number; readonly lengthMs: number }
  /** Free bytes that are left on the disk of journal and spool. */
  | { readonly kind: 'room-full'; readonly computer: number; readonly freeBytes: number; readonly lengthMs: number }
  /** The disk returns other bytes of each private copy than were written: the byte at this part of it is another one. */
  | { readonly kind: 'change-copies'; readonly computer: number; readonly part: number }
  /** The keychain was emptied, or the sealed file beside the journal is gone. */
  | { readonly kind: 'lose-secrets'; readonly computer: number; readonly what: 'keychain' | 'vault' }
  | { readonly kind: 'profile-backup'; readonly computer: number }
  | { readonly kind: 'profile-restore'; readonly computer: number }
  /**
   * A computer was set up from an image of another one, so the same profile and keychain run twice. `renews`: whether its user gives it a
   * new identity when told.
   */
  | { readonly kind: 'profile-copy'; readonly computer: number; readonly renews: boolean }
  | { readonly kind: 'relay-kill' }
  | { readonly kind: 'relay-down'; readonly lengthMs: number }
  | { readonly kind: 'relay-backup' }
  | { readonly kind: 'relay-restore' }
  /** The backup was restored without anyone being told: the epoch is the old one. */
  | { readonly kind: 'relay-restore-as-is' }
  /** The relay lies to the desktops: forged, repeated, foreign and withheld events. */
  | { readonly kind: 'relay-hostile'; readonly lengthMs: number }
  /** Everybody goes home, and the relay is down for longer than the service repeats its events. */
  | { readonly kind: 'weekend' }
  /** A webhook from someone other than the service. */
  | { readonly kind: 'forge' }
  /** A signed event with an unknown type or state. */
  | { readonly kind: 'odd-event' }
  /** A webhook that was already seen, repeated. */
  | { readonly kind: 'replay' }
  /** Another tenant's device asks for what is not its own. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'close'; readonly code: RevokingCode }
  | { readonly kind: 'reconnect'; readonly computer: number; readonly sameId: boolean }
  /** Nobody reconnects a company whose secret is the right one, whatever Intray says: it has to find that out by itself. */
  | { readonly kind: 'wait-and-see' }
  | { readonly kind: 'pause'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'allow'; readonly computer: number }
  /** The user's one answer for everything that arrived at once. */
  | { readonly kind: 'answer-flood'; readonly computer: number; readonly answer: 'all' | 'none' }
  /** The user ignores all that this computer asks about or cannot send, or no longer ignores what was ignored. */
  | { readonly kind: 'put-aside' | 'put-back'; readonly computer: number }
  /** The user says for each file of entries that is asked about whether its lines are sent: of sixteen, those of so many. */
  | { readonly kind: 'answer-entries'; readonly computer: number; readonly send: number }
  /** The user has each scan that is held for its entries sent without any: of sixteen, so many. */
  | { readonly kind: 'without-entries'; readonly computer: number; readonly send: number }
  /** The user finds the questions about entries only then, and has all of them sent. */
  | { readonly kind: 'answer-late'; readonly computer: number; readonly lengthMs: number }
  /** Until it is updated, this computer runs an Intray that reads entries differently. */
  | { readonly kind: 'older-version'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'parallel'; readonly computer: number; readonly uploads: number }
  /** All refused documents that this computer shows; `accepts`: the accountant accepts them this time. */
  | { readonly kind: 'send-again'; readonly computer: number; readonly accepts: boolean }
  /** From now on this computer moves files after their result and, with `note`, writes a note beside refused ones. */
  | { readonly kind: 'tidy'; readonly computer: number; readonly note: boolean }
  /** From now on this computer converts TIFFs by itself, in all folders; or no longer. */
  | { readonly kind: 'convert'; readonly computer: number; readonly on: boolean }
  /** This computer asks for its tokens with the company's own client credentials (C5). */
  | { readonly kind: 'direct'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'expire-tokens' }
  | { readonly kind: 'rotate-keys' }
  /** The older keys are no longer published. */
  | { readonly kind: 'rotate-alone' }
  | { readonly kind: 'service-kill'; readonly lengthMs: number }
  /** The accountant refuses all that arrives meanwhile. */
  | { readonly kind: 'service-refuses'; readonly lengthMs: number }
  | { readonly kind: 'service-backup' }
  | { readonly kind: 'service-restore' }
  /** No connection from a desktop to the service comes about. */
  | { readonly kind: 'service-line'; readonly fault: HttpFault['kind']; readonly lengthMs: number }
  | { readonly kind: 'service-fault'; readonly rule: FaultRule; readonly lengthMs: number };

/** `id` names the deed, so that a run can leave it out. */
export type PlannedAction = { readonly id: string; readonly atMs: number; readonly doing: Doing };

export type Planned = Pick<PlannedAction, 'atMs' | 'doing'>;

/** Draws from one seed's random stream. */
export type Dice = {
  readonly chance: (odds: number) => boolean;
  /** A whole number from 0 up to, but not including, `most`. */
  readonly below: (most: number) => number;
  readonly one: <T>(of: readonly [T, ...T[]]) => T;
};

export function diceOf(random: Random): Dice {
  const below = (most: number): number => Math.floor(random.fraction() * most);
  return { chance: (odds) => random.fraction() < odds, below, one: (of) => of[below(of.length)] ?? of[0] };
}

/** The share of written names whose letter case differs from before. */
const ODDS = 0.25;

/**
 * On Windows a file is found by its name in any letter case: scanners, people and programs write it as they like. Each deed draws from a
 * random stream of its own, so the rest of the seed does not change.
 */
export function inOtherCase(streams: Streams, actions: readonly PlannedAction[]): readonly PlannedAction[] {
  if (sep !== '\\') return actions;
  return actions.map(({ id, atMs, doing }) => {
    const dice = diceOf(streams(`letter case ${id}`));
    return { id, atMs, doing: written(doing, (path) => (dice.chance(ODDS) ? inCapitals(path) : path)) };
  });
}

function written(doing: Doing, as: (path: string) => string): Doing {
  if (doing.kind === 'rename') return { ...doing, from: as(doing.from), to: as(doing.to) };
  return doing.kind === 'put' || doing.kind === 'remove' || doing.kind === 'file-held' ? { ...doing, path: as(doing.path) } : doing;
}

function inCapitals(path: string): string {
  return join(dirname(path), basename(path).toUpperCase());
}
