import { isVaultShut } from '#shared/app-api/is-vault-shut.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { openRefusals } from '#shared/domain/standing.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { MessageValues } from '#shared/i18n/speaker.ts';

/** `good` only if nothing is held back, out of reach or unanswered, and every refusal was dealt with. */
export type Tone = 'good' | 'under-way' | 'needs-you' | 'disconnected' | 'paused' | 'nothing';

export type HeadText = { readonly key: MessageKey; readonly values: MessageValues };

export type OverviewHead = {
  readonly tone: Tone;
  readonly sentence: HeadText;
  /** Part of the sentence: what needs the person or, if nothing does, what is in progress and what was dealt with. */
  readonly clauses: readonly HeadText[];
  /** A second, quieter sentence if something needs the person: what is in progress and what was dealt with. */
  readonly underWay: readonly HeadText[];
  /** Obstacles and hints, a sentence each. */
  readonly remarks: readonly HeadText[];
};

/** The status sentence: what became of all documents, computed from counts and from contacts that really happened. */
export function headOf(overview: Overview): OverviewHead {
  const { counts } = overview;
  const received = counts.awaiting + counts.accepted + counts.refused;
  const total = received + counts.held + counts.unfit + counts.waiting + counts.uploading;
  const cut = cutOff(overview);
  const troubles = counted([
    ['overview.head.refused', openRefusals(counts)],
    ['overview.head.unfit', counts.unfit],
    ['overview.head.held', counts.held],
    ['overview.head.unproven', counts.unproven],
    ['overview.head.no-answer', counts.noAnswer],
  ]);
  const quieter = counted([
    ['overview.head.settled', counts.settled],
    [cut || overview.waitsForMains === true ? 'overview.head.blocked' : 'overview.head.sending', counts.waiting + counts.uploading],
    ['overview.head.awaiting', counts.awaiting - counts.noAnswer - counts.unproven],
  ]);
  return {
    tone: toneOf(overview, total, cut),
    sentence: sentenceOf(total, received, counts.accepted),
    clauses: troubles.length > 0 ? troubles : quieter,
    underWay: troubles.length > 0 ? quieter : [],
    remarks: remarksOn(overview, total),
  };
}

function sentenceOf(total: number, received: number, accepted: number): HeadText {
  if (total === 0) return said('overview.head.nothing');
  if (accepted === total) return said('overview.head.accepted-all', total);
  if (received === total) return said('overview.head.received-all', total);
  if (received === 0) return said('overview.head.received-none', total);
  return { key: 'overview.head.received-some', values: { count: received, total } };
}

function toneOf({ standing, relay, vault, disk, companies, folders }: Overview, total: number, cut: boolean): Tone {
  if (standing === 'needs-you' || disk.kind === 'bad') return 'needs-you';
  if (standing === 'empty') return 'nothing';
  if (cut || standing === 'disconnected' || relay.kind !== 'connected' || isVaultShut(vault)) return 'disconnected';
  if (standing === 'paused') return 'paused';
  if (standing === 'working') return 'under-way';
  // Scans of a company without a watched folder are not seen, so nobody can say that all is well.
  const isUnseen = companies.some(({ id }) => !folders.some(({ companyId }) => companyId === id));
  return total === 0 || isUnseen ? 'nothing' : 'good';
}

/** Nothing can be sent now: no company is connected, the keychain is shut, or the disk cannot record it. */
function cutOff({ companies, vault, disk }: Overview): boolean {
  return disk.kind === 'bad' || isVaultShut(vault) || companies.every(({ connection }) => connection.kind !== 'active');
}

/** Remarks that have no entry of their own below the head: what the person paused, and how to begin. */
function remarksOn({ companies, folders }: Overview, total: number): readonly HeadText[] {
  const paused = companies.filter(({ connection }) => connection.kind === 'paused').length;
  return [
    ...counted([['overview.head.paused', paused]]),
    ...(total === 0 && folders.length > 0 ? [said('overview.head.nothing.text')] : []),
  ];
}

function counted(pairs: readonly (readonly [MessageKey, number])[]): readonly HeadText[] {
  return pairs.filter(([, count]) => count > 0).map(([key, count]) => said(key, count));
}

function said(key: MessageKey, count?: number): HeadText {
  return { key, values: count === undefined ? {} : { count } };
}
