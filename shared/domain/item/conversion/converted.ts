import type { WallMs } from '../../../lib/duration.ts';
import { unreachable } from '../../../lib/unreachable.ts';
import { type Advance, to, unchanged } from '../advanced.ts';
import type { Conversion, ConvertedKind } from './conversion.ts';
import { type Remark, remarksAgainst } from './remark.ts';
import { versionSourceOf, problemBefore } from './conversion-offer.ts';
import type { ItemId } from '../../ids.ts';
import type { Item } from '../item.ts';
import type { ItemState } from '../item-state.ts';

export type ConvertedHappening =
  /** The user has seen what was made from it, and wants that sent. `twin`: the same content is known as the other type. */
  | {
      readonly kind: 'sent-converted';
      readonly as: { readonly conversion: Conversion; readonly sentName: string };
      readonly twin: { readonly itemId: ItemId | null } | null;
    }
  /**
   * What the user agreed to is not there any more, and cannot be made again. `mayBeThere`: an upload of it was begun, and no answer says what
   * became of that.
   */
  | { readonly kind: 'conversion-lost'; readonly mayBeThere: boolean }
  /** What the folder's setting asks for was made. */
  | { readonly kind: 'converted'; readonly as: { readonly conversion: Conversion; readonly sentName: string } }
  /** Nothing can be made of it, or the folder's setting is not for it any more; or these remarks speak against sending what was made. */
  | { readonly kind: 'not-converted'; readonly withheld?: readonly Remark[] };

const KINDS = {
  'sent-converted': true,
  'conversion-lost': true,
  converted: true,
  'not-converted': true,
} as const satisfies Record<ConvertedHappening['kind'], true>;

export function isOfConversion(happening: { readonly kind: string }): happening is ConvertedHappening {
  return Object.hasOwn(KINDS, happening.kind);
}

/** Hash and size of the bytes that are sent; the hash is null for a file that was never read whole. */
export function sentBytesOf({ conversion, sha256, bytes }: Pick<Item, 'conversion' | 'sha256' | 'bytes'>): Pick<Item, 'sha256' | 'bytes'> {
  return conversion === undefined ? { sha256, bytes } : { sha256: conversion.sha256, bytes: conversion.bytes };
}

/** As it was before anything was made from it; another item stays as it is. */
export function withoutConversion(item: Item): Item {
  if (item.conversion === undefined) return withoutOrder(item);
  const { conversion: _, ...bare } = item;
  return { ...bare, mediaType: null, sentName: item.name };
}

/** Without the order to make a version of it. */
export function withoutOrder(item: Item): Item {
  if (item.toConvert === undefined) return item;
  const { toConvert: _, ...bare } = item;
  return bare;
}

/** With the order to make a version of it, or without one; what has a version needs none. */
export function withOrder(item: Item, toConvert: ConvertedKind | undefined): Item {
  return toConvert === undefined || item.conversion !== undefined ? withoutOrder(item) : { ...item, toConvert };
}

export function withConversion(item: Item, happening: ConvertedHappening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'sent-converted':
      return sentConverted(item, happening, now);
    case 'conversion-lost':
      return afterLostConversion(item, happening.mayBeThere, now);
    case 'converted':
      return converted(item, happening.as, now);
    case 'not-converted':
      return notConverted(item, happening.withheld ?? [], now);
    default:
      return unreachable(happening);
  }
}

function sentConverted(item: Item, { as, twin }: Extract<ConvertedHappening, { kind: 'sent-converted' }>, now: WallMs): Advance {
  const { conversion, sentName } = as;
  if (versionSourceOf(item) !== conversion.from) return unchanged(item);
  const state: ItemState =
    twin === null ? { kind: 'waiting', dueAt: now, last: null } : { kind: 'held', question: { kind: 'other-type', itemId: twin.itemId } };
  // Uploads are counted by what is sent: an answer that the service has it already is about an upload of the file itself, if there was one.
  return to({ ...item, mediaType: conversion.mediaType, sentName, conversion, attempts: 0 }, now, state);
}

/** It waits as before, and from now on it can be sent; unless a user has to see first what was remarked on. */
function converted(item: Item, { conversion, sentName }: Extract<ConvertedHappening, { kind: 'converted' }>['as'], now: WallMs): Advance {
  if (item.state.kind !== 'waiting' || item.toConvert !== conversion.from) return unchanged(item);
  const withheld = remarksAgainst(conversion.remarks);
  if (withheld.length > 0) return notConverted(item, withheld, now);
  const made = { ...withoutOrder(item), mediaType: conversion.mediaType, sentName, conversion, attempts: 0 };
  return to(made, item.stateSince, { kind: 'waiting', dueAt: now, last: null });
}

/** From now on it is a document like any other that is unfit: a user decides. */
function notConverted(item: Item, withheld: readonly Remark[], now: WallMs): Advance {
  const { toConvert, bytes, state } = item;
  if (state.kind !== 'waiting' || toConvert === undefined) return unchanged(item);
  const problem = problemBefore({ from: toConvert, bytes });
  const unfit: ItemState = { kind: 'unfit', by: 'intray', problem, ...(withheld.length === 0 ? {} : { withheld }) };
  return to(withoutOrder(item), now, unfit, ['drop-spool', 'tell-unfit']);
}

/**
 * A user agrees to what they have seen, a folder's setting to whatever is made. What may have arrived is asked about first: a second version would
 * arrive under the same reference.
 */
function afterLostConversion(item: Item, mayBeThere: boolean, now: WallMs): Advance {
  const { conversion, state } = item;
  if (conversion === undefined || state.kind !== 'waiting') return unchanged(item);
  if (mayBeThere) return to(item, now, { kind: 'held', question: { kind: 'maybe-received' } }, ['drop-spool', 'tell-question']);
  if (conversion.by === 'folder' && conversion.from !== 'joined') {
    const again = withOrder({ ...withoutConversion(item), attempts: 0 }, conversion.from);
    return to(again, item.stateSince, { kind: 'waiting', dueAt: now, last: null }, ['drop-spool']);
  }
  const problem = problemBefore({ from: conversion.from, bytes: item.bytes });
  // Uploads are counted by what was sent: an answer about the next version that the service has it already is not about that version.
  return to({ ...withoutConversion(item), attempts: 0 }, now, { kind: 'unfit', by: 'intray', problem }, ['drop-spool', 'tell-unfit']);
}
