import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type DeliverItemDeps, postpone, written } from '../deliver-item.ts';
import { makeVersion, noCopyOf } from './find-version.ts';
import type { Version } from './make-of-file.ts';

export type ConversionLoopDeps = Pick<
  DeliverItemDeps,
  'clock' | 'random' | 'log' | 'reader' | 'converter' | 'noRoom' | 'store' | 'spool' | 'room' | 'join' | 'tell' | 'cut' | 'isClosed'
> & {
  /** How many uploads at a time; while that is none, nothing is converted either. */
  readonly parallel: () => number;
  /** The program ends. */
  readonly closing: Stop;
};

/** The sweep behind the wake-up. */
const LOOK_EVERY_MS = MINUTE_MS;
/** No wait that we write is longer than an hour: a later time was written before the clock was set back. */
const AHEAD_MAX_MS = 2 * HOUR_MS;

/**
 * Converts what a folder's setting has converted without asking (ADR-72), one document at a time. Such documents wait like those that are to be sent,
 * so that one is tried again, paused, asked about and counted like any other; nothing is sent of it before its version is in the journal.
 */
export function conversionLoop(by: ConversionLoopDeps): SweepLoop {
  const { clock, log } = by;
  return new SweepLoop({
    clock,
    stop: by.closing,
    look: async ({ stop }) => {
      while (!stop.aborted && by.parallel() > 0) {
        const item = dueNow(by);
        if (item === null) return pauseMs(by);
        await convertWaiting(item, by);
      }
      return LOOK_EVERY_MS;
    },
    failed: { log: (fields) => log.error('converting failed', fields), restMs: LOOK_EVERY_MS },
  });
}

function dueNow({ store, clock }: ConversionLoopDeps): Item | null {
  const now = clock.wallMs();
  const due = store.toConvert(now);
  const next = due === null ? store.nextToConvertAt() : null;
  return next !== null && next - now > AHEAD_MAX_MS ? store.toConvert(next) : due;
}

function pauseMs({ store, clock }: ConversionLoopDeps): number {
  const next = store.nextToConvertAt();
  return next === null ? LOOK_EVERY_MS : Math.min(Math.max(next - clock.wallMs(), 0), LOOK_EVERY_MS);
}

/** Its state is another one afterwards, or it is due later, unless the program ends. */
async function convertWaiting(item: Item, by: ConversionLoopDeps): Promise<void> {
  if (!by.store.mayConvert(item.id)) return giveUp(item, by);
  const made = await madeFrom(item, by);
  if (made.ok) return keepOrWithhold(item, made.value, by);
  const failure = noCopyOf(made.failure);
  if (failure.kind === 'stopped') return;
  by.log.info('not converted', { itemId: item.id, fault: made.failure });
  if (failure.kind === 'conversion-lost') return giveUp(item, by);
  await postpone(item, failure, by);
}

async function madeFrom(item: Item, by: ConversionLoopDeps): Promise<Result<Version, ConvertFault>> {
  const { toConvert: kind } = item;
  if (kind === undefined) throw new Error('nothing is to be converted');
  const of = { kind, password: null, allPictures: false, bytes: FILE_BYTES_SAFE, fetch: true, progress: () => undefined, stop: by.closing };
  const made = await makeVersion(item, of, by);
  // The process may have been ended from outside: that says nothing about the file.
  return made.ok || made.failure !== 'broken' || by.converter === null ? made : makeVersion(item, of, by);
}

/** What a person has to see first is not kept: the dialog makes it again. */
async function keepOrWithhold(item: Item, version: Version, by: ConversionLoopDeps): Promise<void> {
  const withheld = remarksAgainst(version.conversion.remarks);
  if (withheld.length === 0) return keep(item, version, by);
  await by.spool.giveBack(version.path, 'free');
  by.log.info('converted, but not sent', { itemId: item.id, remarks: withheld.map(({ kind }) => kind).join(' ') });
  await giveUp(item, by, withheld);
}

/** The copy first, so that delivery finds it as soon as the journal says that it is to be sent. */
async function keep({ id }: Item, { path, conversion }: Version, by: ConversionLoopDeps): Promise<void> {
  if (by.isClosed()) return;
  await by.spool.keep(id, { path, bytes: conversion.bytes });
  const converted = await written(() => by.store.converted(id, { ...conversion, by: 'folder' }, by.clock.wallMs()), by);
  if (converted !== null) by.log.info('converted by the folder’s setting', { itemId: id });
  else if (!by.isClosed()) await by.spool.drop(id);
}

/** A person decides about it, and is told. */
async function giveUp({ id }: Item, by: ConversionLoopDeps, withheld: readonly Remark[] = []): Promise<void> {
  const told = await written(() => by.store.notConverted(id, withheld, by.clock.wallMs()), by);
  if (told !== null) by.tell(told.item, told.chores);
}
