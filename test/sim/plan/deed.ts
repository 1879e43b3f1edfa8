import type { FaultRule } from '#sandbox/faults/fault-rules.ts';
import type { RevokingCode } from '#shared/contract/answers.ts';
import type { Paper } from './papers.ts';

/** Something that a person, a scanner, a disk or fate does. What lasts is undone after `lengthMs`, and by the calm. */
export type Doing =
  | { readonly kind: 'put'; readonly path: string; readonly paper: Paper }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** More files at once than anybody scans. */
  | { readonly kind: 'flood'; readonly folder: string; readonly papers: readonly Paper[] }
  /** Another program holds the file: nobody can read it. */
  | { readonly kind: 'file-held'; readonly path: string; readonly lengthMs: number }
  | { readonly kind: 'share-gone'; readonly folder: string; readonly lengthMs: number }
  | { readonly kind: 'other-disk'; readonly folder: string; readonly papers: readonly Paper[]; readonly lengthMs: number }
  | { readonly kind: 'kill'; readonly computer: number }
  | { readonly kind: 'sleep'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'clock'; readonly computer: number; readonly byMs: number; readonly lengthMs: number }
  | { readonly kind: 'second-start'; readonly computer: number }
  | { readonly kind: 'relay-kill' }
  | { readonly kind: 'relay-down'; readonly lengthMs: number }
  | { readonly kind: 'relay-backup' }
  | { readonly kind: 'relay-restore' }
  /** The relay lies to the desktops: forged, repeated, foreign and withheld events. */
  | { readonly kind: 'relay-hostile'; readonly lengthMs: number }
  /** Everybody goes home, and the relay is down for longer than the service repeats its events. */
  | { readonly kind: 'weekend' }
  /** A webhook of somebody who is not the service. */
  | { readonly kind: 'forge' }
  /** A signed event of a type, or with a state, that nobody knows. */
  | { readonly kind: 'odd-event' }
  /** A webhook that was seen before, once more. */
  | { readonly kind: 'replay' }
  /** Another tenant's device asks for what is not its own. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'close'; readonly code: RevokingCode }
  | { readonly kind: 'reconnect'; readonly computer: number; readonly sameId: boolean }
  | { readonly kind: 'pause'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'allow'; readonly computer: number }
  | { readonly kind: 'parallel'; readonly computer: number; readonly uploads: number }
  /** All refused documents that this computer shows; `accepts`: the accountant takes them this time. */
  | { readonly kind: 'send-again'; readonly computer: number; readonly accepts: boolean }
  /** From now on this computer moves files after their result, and writes a note beside those that were refused. */
  | { readonly kind: 'tidy'; readonly computer: number; readonly note: boolean }
  /** This computer asks for its tokens with the company's own client credentials (decision 5). */
  | { readonly kind: 'direct'; readonly computer: number; readonly lengthMs: number }
  | { readonly kind: 'expire-tokens' }
  | { readonly kind: 'rotate-keys' }
  | { readonly kind: 'service-fault'; readonly rule: FaultRule; readonly lengthMs: number };

/** `id` names it among the faults that can be left out. */
export type Deed = { readonly id: string; readonly atMs: number; readonly doing: Doing };

export type Planned = Pick<Deed, 'atMs' | 'doing'>;
