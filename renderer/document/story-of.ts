import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { isConvertible } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Failure } from '#shared/domain/item/failure.ts';
import type { Item, Submission } from '#shared/domain/item/item.ts';
import type { SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { isUnseen } from '#shared/domain/results/unseen.ts';
import type { Taken } from '#shared/domain/results/unproven-schemas.ts';
import { datedResult } from '#shared/domain/results/weigh-results.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

export type Step = {
  readonly key: MessageKey;
  readonly mark: ItemStateKind | 'found' | 'checked' | 'resolved' | 'unproven' | 'taken';
  readonly at: WallMs | null;
  readonly tries: number;
  readonly nextTryAt: WallMs | null;
  /** Why the last attempt failed. */
  readonly cause: Failure | null;
  /** Only for an earlier submission, whose reason and number are shown nowhere else. Foreign text. */
  readonly reason: string | null;
  readonly documentId: string | null;
  /** The version that is sent in place of the file. */
  readonly conversion: Conversion | null;
  /** The document that it is like, in spite of which it is sent. */
  readonly before: SentBefore | null;
};

/** The known steps, oldest first; none is guessed. */
export function storyOf(item: Item, earlier: readonly Submission[] = [], sentAt: WallMs | null = null): readonly Step[] {
  const found = isUnseen(item) ? [] : [item.parts === undefined ? step('document.found', 'found', item.foundAt) : joined(item)];
  const sent = sentAt === null || item.receivedAt === null ? [] : [step('document.sent', 'uploading', sentAt, item.attempts)];
  const received = receipt(item.receivedAt, sent.length > 0 ? 0 : item.attempts);
  return [...found, ...checked(item), ...inSpite(item), ...earlier.flatMap(chapter), ...sent, ...received, ...latest(item)];
}

/** It was never found: a user had it made. */
function joined({ foundAt, conversion }: Item): Step {
  return { ...step('joining.chosen', 'found', foundAt), conversion: conversion ?? null };
}

/** A document that was never fit has no such step; its last step says what is wrong. */
function checked({ state, mediaType, allTheSameAt, conversion, toConvert, parts }: Item): readonly Step[] {
  if (parts !== undefined) return [];
  if (allTheSameAt !== undefined) return [step('document.unfit', 'unfit', null), step('document.all-the-same', 'waiting', allTheSameAt)];
  if (toConvert !== undefined) return [step('document.unfit', 'unfit', null), step('conversion.to-be-made', 'waiting', null)];
  if (conversion !== undefined) {
    const key = conversion.by === 'folder' ? 'conversion.by-folder' : 'conversion.chosen';
    return [step('document.unfit', 'unfit', null), { ...step(key, 'waiting', null), conversion }];
  }
  const isFit = mediaType !== null && !(state.kind === 'unfit' && state.by === 'intray');
  return isFit ? [step('document.checked', 'checked', null)] : [];
}

/** A user, or the folder's setting, had it sent although it is like a document that was sent before. */
function inSpite({ sentBefore }: Item): readonly Step[] {
  if (sentBefore === undefined) return [];
  const key = sentBefore.by === 'folder' ? 'sent-before.by-folder' : 'sent-before.chosen';
  return [{ ...step(key, 'waiting', null), before: sentBefore }];
}

/** What happens after the last step; null if nothing happens by itself. */
export function nextOf(item: Item): MessageKey | null {
  const { state } = item;
  switch (state.kind) {
    case 'held':
      return state.question.kind === 'gone' ? null : 'document.next.decide';
    case 'unfit':
      return isConvertible(item) ? 'document.next.convert' : 'document.next.correct';
    case 'waiting':
    case 'uploading':
      return 'document.next.receive';
    case 'awaiting':
      return 'document.next.answer';
    case 'aside':
    case 'accepted':
    case 'refused':
      return null;
    default:
      return unreachable(state);
  }
}

/** An earlier submission, from its receipt until the document was sent again. */
function chapter({ kind, receivedAt, at, rejectedAt, reason, documentId, unproven }: Submission): readonly Step[] {
  const answered =
    kind === 'awaiting'
      ? step('document.waits', kind, null)
      : answer({ kind, at: datedResult({ at, rejectedAt }, receivedAt).at, unproven });
  return [...receipt(receivedAt, 1), { ...answered, reason, documentId }, step('document.sent-again', 'waiting', null)];
}

type Answer = { readonly kind: 'accepted' | 'refused'; readonly at: WallMs; readonly unproven?: Taken | undefined };

/** An unproven result is shown as the relay's word. */
function answer({ kind, at, unproven }: Answer): Step {
  if (unproven === undefined) return step(`document.${kind}`, kind, at);
  return step(`document.unproven-${kind}`, kind === 'accepted' ? 'taken' : 'resolved', unproven.takenAt);
}

function receipt(at: WallMs | null, tries: number): readonly Step[] {
  return at === null ? [] : [step('document.received', 'uploading', at, tries)];
}

function latest({ state, stateSince, attempts, receivedAt }: Item): readonly Step[] {
  switch (state.kind) {
    case 'held':
      return [step(state.question.kind === 'gone' ? 'document.held.gone' : 'document.held', 'held', stateSince)];
    case 'unfit':
      return [step('document.unfit', 'unfit', stateSince)];
    case 'aside':
      return [step(`document.aside.${state.why}`, 'aside', stateSince)];
    case 'waiting':
      return [
        {
          ...step('document.will-be-sent', 'waiting', null, attempts),
          nextTryAt: state.last === null ? null : state.dueAt,
          cause: state.last,
        },
      ];
    case 'uploading':
      return [step('document.sending', 'uploading', state.startedAt)];
    case 'awaiting':
      if (state.unproven !== undefined) return [step('document.unproven-told', 'unproven', state.unproven.seenAt)];
      return [step('document.waits', 'awaiting', null)];
    case 'accepted':
      return [answer({ ...state, ...datedResult(state, receivedAt) })];
    case 'refused':
      return [
        answer({ ...state, ...datedResult(state, receivedAt) }),
        ...(state.resolved === undefined || state.resolved.by === 'elsewhere'
          ? []
          : [step('document.resolved', 'resolved', state.resolved.at)]),
      ];
    default:
      return unreachable(state);
  }
}

function step(key: MessageKey, mark: Step['mark'], at: WallMs | null, tries = 0): Step {
  return { key, mark, at, tries, nextTryAt: null, cause: null, reason: null, documentId: null, conversion: null, before: null };
}
