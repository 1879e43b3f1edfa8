import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { implement } from '@orpc/server';
import { itemBytes } from '#electron/delivery/item-bytes.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { ConversionNews, JoinNews, SendConversion } from '#shared/app-api/conversion.ts';
import type { Conversion, VersionSource } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { joinedNote, withNote } from '#shared/domain/item/note.ts';
import { fail, ok } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Story, WindowState } from './window-state.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { itemIdSchema } from '#shared/domain/ids.ts';
import { advance } from '#shared/domain/item/advance.ts';
import { besideIn } from '#shared/domain/item/pair.ts';
import { joinedInto, mayUndoJoin, pictureKindOf } from '#shared/domain/item/joining/joining.ts';
import { joinedName } from '#shared/domain/item/joining/parts.ts';

/** Versions that are ready to be sent: a scan of several pages becomes a PDF, a photo a JPEG. */
export function conversionAnswers({ state, ring }: Pick<Story, 'state' | 'ring'>) {
  const api = implement(appContract).items;
  const joins = new Map<string, readonly Item[]>();
  /** Of what was made last. */
  const made = new Map<string, Conversion>();
  const found = (itemId: string) => state.items.find(({ id }) => id === itemId);
  const pieces = itemBytes(async (itemId) => {
    const item = found(itemId);
    const kind =
      made.get(itemId)?.allPictures === true
        ? 'joined'
        : joins.has(itemId)
          ? 'joined'
          : item === undefined
            ? null
            : item.parts === undefined
              ? versionSourceOf(item)
              : keptOf(item);
    return kind === null ? fail('not-found') : ok(bytesOfKind(kind));
  });
  return {
    convert: api.convert.handler(({ input, signal }) => {
      const item = found(input.itemId);
      const isClosed = item?.state.kind === 'unfit' && item.state.problem.kind === 'password' && input.password !== PDF_PASSWORD;
      const conversion = item === undefined ? null : versionOf(state, item, input.allPictures === true);
      if (conversion !== null) made.set(input.itemId, conversion);
      return isClosed ? closed() : news(state, conversion, signal);
    }),
    ...joiningAnswers({ state, ring }, joins),
    conversionBytes: api.conversionBytes.handler(({ input, signal }) => pieces(input.itemId, signal)),
    sendConversion: api.sendConversion.handler(({ input }) => {
      const became = state.sendConversion ?? 'sent';
      const parts = joins.get(input.itemId);
      if (parts !== undefined && became === 'sent') return { became: sendJoined({ state, ring }, input, parts) };
      if (parts !== undefined) return { became };
      const item = found(input.itemId);
      const kind = item === undefined ? null : versionSourceOf(item);
      if (item === undefined || kind === null) return { became: 'not-offered' as const };
      if (became !== 'sent') return { became };
      const conversion = made.get(input.itemId) ?? conversionOf(kind);
      if (conversion.sha256 !== input.sha256) return { became: 'lost' as const };
      const noted = input.note === undefined ? item : withNote(item, input.note);
      state.items = state.items.map((one) => (one === item ? sent(noted, conversion, state) : one));
      ring();
      return { became };
    }),
  };
}

async function* closed(): AsyncGenerator<ConversionNews, void, void> {
  yield { kind: 'fault', fault: 'password-wrong' };
}

/** All pictures of a file become a PDF, like those of several files. */
function versionOf({ remarks = [] }: WindowState, item: Item, allPictures: boolean): Conversion | null {
  const kind = versionSourceOf(item);
  if (kind === null) return null;
  const left = allPictures ? remarks.filter((remark) => remark.kind !== 'one-of') : remarks;
  return {
    ...conversionOf(allPictures ? 'joined' : kind),
    from: kind,
    ...(allPictures ? { allPictures } : {}),
    ...(left.length === 0 ? {} : { remarks: left }),
  };
}

async function* news(
  state: WindowState,
  conversion: Conversion | null,
  signal: Stop | undefined,
): AsyncGenerator<ConversionNews, void, void> {
  if (conversion === null) {
    yield { kind: 'fault', fault: 'not-offered' };
  } else if (state.conversion === 'slow') {
    yield { kind: 'page', page: 3, pages: 12 };
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    state.conversionsStopped = (state.conversionsStopped ?? 0) + 1;
  } else if (state.conversion !== undefined) {
    yield { kind: 'fault', fault: state.conversion };
  } else {
    yield { kind: 'page', page: 1, pages: conversion.pages };
    yield { kind: 'made', conversion };
  }
}

function sent(item: Item, conversion: Conversion, { overview }: WindowState): Item {
  const sentName = item.name.replace(/\.[^.]+$/, conversion.mediaType === 'application/pdf' ? '.pdf' : '.jpg');
  const { now } = overview;
  return { ...item, conversion, sentName, state: { kind: 'waiting', dueAt: now, last: null }, stateSince: now };
}

/** What was joined can be looked at for as long as it is on its way, and once it was made again. */
function keptOf({ state }: Item): 'joined' | null {
  return state.kind === 'waiting' || state.kind === 'unfit' ? 'joined' : null;
}

/** Opens the protected PDFs. */
export const PDF_PASSWORD = 'Été 2026';

type Told = Pick<Story, 'state' | 'ring'>;

/** The id of the first document that is joined; the next ones count on. */
const FIRST = 7_000;

/** Pictures that a user joins; `joins` has what was made and not sent yet. */
function joiningAnswers({ state, ring }: Told, joins: Map<string, readonly Item[]>) {
  const api = implement(appContract).items;
  return {
    join: api.join.handler(({ input, signal }) => {
      const parts = input.itemIds.flatMap((itemId) => state.items.find(({ id }) => id === itemId) ?? []);
      const itemId = itemIdSchema.parse(`00000000-0000-4000-8000-00000000${FIRST + joins.size}`);
      joins.set(itemId, parts);
      return joiningNews(state, { itemId, parts }, signal);
    }),
    undoJoin: api.undoJoin.handler(({ input }) => {
      const item = state.items.find(({ id }) => id === input.itemId);
      if (item === undefined || !mayUndoJoin(item)) return { undone: false };
      const { now } = state.overview;
      state.items = state.items.map((one) => advance(one, { kind: 'join-undone', into: item.id }, now).item);
      ring();
      return { undone: true };
    }),
  };
}

type Making = { readonly itemId: Item['id']; readonly parts: readonly Item[] };

async function* joiningNews(state: WindowState, { itemId, parts }: Making, signal: Stop | undefined): AsyncGenerator<JoinNews, void, void> {
  yield { kind: 'page', page: 1, pages: parts.length };
  if (state.conversion === 'slow') {
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    state.conversionsStopped = (state.conversionsStopped ?? 0) + 1;
  } else if (state.conversion !== undefined) yield { kind: 'fault', fault: state.conversion, part: parts[1]?.id ?? null };
  else yield { kind: 'made', itemId, conversion: conversionOf('joined') };
}

/** As the engine does it: another document, and its parts are aside. */
function sendJoined(
  { state, ring }: Told,
  { itemId, sha256, note }: { itemId: Item['id']; sha256: string; note?: string | undefined },
  parts: readonly Item[],
): SendConversion {
  const [first] = parts;
  const conversion = conversionOf('joined');
  if (first === undefined || conversion.sha256 !== sha256) return 'lost';
  const { now } = state.overview;
  const name = joinedName(first.name, parts.length);
  const of = parts.flatMap((part) => {
    const kind = pictureKindOf(part);
    return kind === null || part.sha256 === null ? [] : [{ itemId: part.id, sha256: part.sha256, kind }];
  });
  const joined: Item = {
    ...first,
    id: itemId,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    mediaType: 'application/pdf',
    name,
    sentName: name,
    parts: of,
    conversion,
    foundAt: now,
    state: { kind: 'waiting', dueAt: now, last: null },
    stateSince: now,
  };
  const joinedParts = state.items.map((item) => (parts.includes(item) ? advance(item, { kind: 'joined', into: itemId }, now).item : item));
  state.items = [withNote(joined, note ?? joinedNote(parts)), ...joinedParts];
  ring();
  return 'sent';
}

/** What it was joined from, and what it is a part of; and of a pair the other half. */
export function joinedLinks(items: readonly Item[], item: Item): Pick<ItemDetail, 'parts' | 'into' | 'beside'> {
  const named = (itemId: Item['id']) => items.filter(({ id }) => id === itemId).map(({ id, name }) => ({ itemId: id, name }));
  const whole = joinedInto(item);
  const [into] = whole === null ? [] : named(whole);
  return {
    ...(item.parts === undefined ? {} : { parts: item.parts.flatMap(({ itemId }) => named(itemId)) }),
    ...(into === undefined ? {} : { into }),
    beside: besideIn(item).flatMap(named),
  };
}

const PDF = { file: 'facture-trois-feuilles.pdf', mediaType: 'application/pdf', pages: 3 } as const;
const JPEG = { file: 'ticket-de-parking.jpg', mediaType: 'image/jpeg', pages: 1 } as const;

function madeUpOf(kind: VersionSource): typeof PDF | typeof JPEG {
  return kind === 'tiff' || kind === 'pdf' || kind === 'joined' ? PDF : JPEG;
}

function bytesOfKind(kind: VersionSource): Uint8Array {
  return readFileSync(`${import.meta.dirname}/../files/${madeUpOf(kind).file}`);
}

/** What comes of a file of this kind. */
export function conversionOf(kind: VersionSource): Conversion {
  const bytes = bytesOfKind(kind);
  const { mediaType, pages } = madeUpOf(kind);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.length, mediaType, pages, from: kind, tools: 'made up 1' };
}
