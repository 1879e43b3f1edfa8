import type { BytesFault } from '#shared/app-api/preview.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { ConvertedKind, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { versionSourceOf } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Stop } from '#shared/ports/stop.ts';
import type { Spool } from '../spool.ts';
import type { DeliveryStore } from '../store.ts';
import { type MakeVersionDeps, makeOfFile } from './make-of-file.ts';
import { conversionBytes, type SendConversionDeps } from './send-conversion.ts';

export type ShownVersionDeps = Omit<MakeVersionDeps, 'store' | 'spool'> &
  SendConversionDeps & {
    readonly store: Pick<DeliveryStore, 'places'>;
    readonly spool: Pick<Spool, 'take' | 'readTaken'>;
  };

/** `mediaType`: of the bytes, which are not the file's. */
export type ShownVersion = { readonly bytes: Uint8Array; readonly mediaType: string };

/**
 * What a file is looked at by that no browser draws: the version of it that was made already, or one that is made for this and forgotten. Nothing
 * leaves, and nothing is written to the journal.
 */
export async function shownVersion(itemId: ItemId, by: ShownVersionDeps, stop: Stop): Promise<Result<ShownVersion, BytesFault>> {
  const item = by.store.get(itemId);
  if (item === null) return fail('not-found');
  const known = by.prepared.get(itemId)?.conversion ?? item.conversion;
  const there = known === undefined ? null : await conversionBytes(itemId, by);
  if (known !== undefined && there?.ok === true) return ok({ bytes: there.value, mediaType: known.mediaType });
  const kind = kindOf(item);
  return kind === null ? fail('not-found') : madeToShow(item, kind, by, stop);
}

async function madeToShow(item: Item, kind: ConvertedKind, by: ShownVersionDeps, stop: Stop): Promise<Result<ShownVersion, BytesFault>> {
  const of = {
    kind,
    password: null,
    allPictures: item.conversion?.allPictures === true,
    bytes: FILE_BYTES_SAFE,
    fetch: false,
    progress: () => undefined,
    stop,
  };
  const made = await makeOfFile(item, of, by);
  if (!made.ok) return fail(faultOf(made.failure));
  const { path, conversion } = made.value;
  const bytes = await by.spool.readTaken({ path, bytes: conversion.bytes });
  await by.spool.giveBack(path, 'free');
  return bytes === null ? fail('no-room') : ok({ bytes, mediaType: conversion.mediaType });
}

function kindOf(item: Item): ConvertedKind | null {
  const kind = item.conversion?.from ?? item.toConvert ?? versionSourceOf(item);
  return kind === 'joined' ? null : kind;
}

function faultOf(fault: ConvertFault): BytesFault {
  switch (fault) {
    case 'gone':
    case 'changed':
    case 'in-cloud':
    case 'no-room':
    case 'too-many-pages':
      return fault;
    case 'unreadable':
      return 'unread';
    case 'not-understood':
      return 'damaged';
    case 'too-many-pixels':
    case 'too-much-memory':
    case 'still-too-large':
      return 'too-large';
    case 'password-wrong':
    case 'signed':
    case 'has-attachments':
    case 'too-slow':
    case 'stopped':
    case 'broken':
      return 'failed';
    default:
      return unreachable(fault);
  }
}
