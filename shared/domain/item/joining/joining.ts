import type { WallMs } from '../../../lib/duration.ts';
import { unreachable } from '../../../lib/unreachable.ts';
import type { ItemId } from '../../ids.ts';
import { type Advance, to, unchanged } from '../advanced.ts';
import { isUnsent, openIn, reopened } from '../aside.ts';
import { versionSourceOf } from '../conversion/conversion-offer.ts';
import { withoutConversion } from '../conversion/converted.ts';
import type { Item } from '../item.ts';
import type { ItemState } from '../item-state.ts';
import type { Question } from '../question.ts';
import { PARTS_MAX, PARTS_MIN, PICTURE_KINDS, type PictureKind } from './parts.ts';

/** `into`: the joined document. Each happens to its parts, and to itself. */
export type JoinHappening =
  /** The user has seen what was made of them together, and wants that sent in their place. */
  | { readonly kind: 'joined'; readonly into: ItemId }
  /** The user takes that back, before a byte of it left. */
  | { readonly kind: 'join-undone'; readonly into: ItemId };

/**
 * Why documents cannot be joined: too few, too many, of several companies, or of both import types · `not-pictures`: one of them is no picture, or was
 * sent, or is about to be · `asked-first`: one of them is known as the other import type, which is to be answered first.
 */
export const WHY_NOT_JOINED = ['too-few', 'too-many', 'companies', 'types', 'not-pictures', 'asked-first'] as const;
export type WhyNotJoined = (typeof WHY_NOT_JOINED)[number];

/** Null if a user may join these. */
export function whyNotJoined(items: readonly Item[]): WhyNotJoined | null {
  if (new Set(items.map(({ id }) => id)).size < PARTS_MIN) return 'too-few';
  if (items.length > PARTS_MAX) return 'too-many';
  if (items.some((item) => pictureKindOf(item) === null)) return items.some(isAskedFirst) ? 'asked-first' : 'not-pictures';
  if (items.some(({ companyId }) => companyId !== items[0]?.companyId)) return 'companies';
  return items.some(({ importType }) => importType !== items[0]?.importType) ? 'types' : null;
}

/**
 * The kind of picture that may become a part: it never left, and it is unfit as it is, or held by a question about the file, or ignored. Null for all
 * other documents.
 */
export function pictureKindOf(item: Item): PictureKind | null {
  if (!isUnsent(item) || item.sha256 === null || item.conversion !== undefined || item.parts !== undefined) return null;
  const kind = versionSourceOf(item) ?? kindOfHeld(item);
  return PICTURE_KINDS.find((one) => one === kind) ?? null;
}

/** Whether the user may take the joining back: nothing of it ever left. */
export function mayUndoJoin(item: Item): boolean {
  const { kind } = item.state;
  const isIgnored = item.state.kind === 'aside' && item.state.why === 'user';
  return item.parts !== undefined && isUnsent(item) && (kind === 'waiting' || kind === 'held' || kind === 'unfit' || isIgnored);
}

/** The document that this one is sent as a part of; null for all others. */
export function joinedInto({ state }: Pick<Item, 'state'>): ItemId | null {
  return state.kind === 'aside' && state.why === 'joined' ? (state.into ?? null) : null;
}

export function withJoining(item: Item, happening: JoinHappening, now: WallMs): Advance {
  const { kind, into } = happening;
  if (kind === 'joined') return into === item.id ? joinedAgain(item, now) : joined(item, into, now);
  return into === item.id ? undone(item, now) : apart(item, into, now);
}

/** Of several files: only what is made of them together can be sent. */
export const IN_PARTS: ItemState = { kind: 'unfit', by: 'intray', problem: { kind: 'in-parts' } };

/** Held, because it may be at the accountant already; `part`: that document was sent on its own by another computer. */
export function doubtAbout(part: ItemId | undefined): ItemState {
  return { kind: 'held', question: part === undefined ? { kind: 'maybe-received' } : { kind: 'part-received', itemId: part } };
}

function joined(item: Item, into: ItemId, now: WallMs): Advance {
  if (pictureKindOf(item) === null) return unchanged(item);
  const { state } = item;
  if (state.kind !== 'aside') return to(item, now, { kind: 'aside', why: 'joined', into, ...openIn(state) }, ['drop-spool']);
  return to(item, now, { ...state, why: 'joined', into, wasIgnored: true });
}

/** As it was before. */
function apart(item: Item, into: ItemId, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'aside' || joinedInto(item) !== into) return unchanged(item);
  const { into: _, wasIgnored, ...open } = state;
  const before = reopened(state);
  return to(item, now, wasIgnored === true || before === null ? { ...open, why: 'user' } : before);
}

function undone(item: Item, now: WallMs): Advance {
  return mayUndoJoin(item)
    ? to({ ...withoutConversion(item), attempts: 0 }, now, { kind: 'aside', why: 'undone' }, ['drop-spool'])
    : unchanged(item);
}

/** The same files in the same order, once more. */
function joinedAgain(item: Item, now: WallMs): Advance {
  return item.state.kind === 'aside' && item.state.why === 'undone' ? to(item, now, IN_PARTS) : unchanged(item);
}

function isAskedFirst({ state }: Item): boolean {
  return (state.kind === 'held' || state.kind === 'aside') && state.question?.kind === 'other-type';
}

/** Of the service's own formats, by its media type. */
function kindOfHeld({ state, mediaType }: Item): PictureKind | null {
  const isIgnored = state.kind === 'aside' && state.why === 'user' && state.unfit === undefined;
  if (state.kind !== 'held' && !isIgnored) return null;
  if (state.question !== undefined && !isAboutTheFile(state.question)) return null;
  return PICTURE_KINDS.find((kind) => mediaType === `image/${kind}`) ?? null;
}

/** Whether joining it with others answers the question: it is to be sent. */
function isAboutTheFile({ kind }: Question): boolean {
  switch (kind) {
    case 'blank':
    case 'not-understood':
    case 'bulk-arrival':
    case 'new-subfolder':
    case 'note':
    case 'entries-missing':
      return true;
    // The same paper may be at the accountant already.
    case 'other-type':
    case 'sent-before':
    case 'unclear-answer':
    case 'maybe-received':
    case 'part-received':
    case 'gone':
    // No picture.
    case 'entries':
      return false;
    default:
      return unreachable(kind);
  }
}
