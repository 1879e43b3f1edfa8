import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { type Remark, remarksAgainst } from '#shared/domain/item/conversion/remark.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type DeliverItemDeps, postpone, writeWithRetries } from '../deliver-item.ts';
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
export function conversionLoop(deps: ConversionLoopDeps): SweepLoop {
  const { clock, log } = deps;
  return new SweepLoop({
    clock,
    stop: deps.closing,
    look: async ({ stop }) => {
      while (!stop.aborted && deps.parallel() > 0) {
        const item = dueNow(deps);
        if (item === null) return pauseMs(deps);
        await convertWaiting(item, deps);
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
async function convertWaiting(item: Item, deps: ConversionLoopDeps): Promise<void> {
  if (!deps.store.mayConvert(item.id)) return giveUp(item, deps);
  const made = await madeFrom(item, deps);
  if (made.ok) return keepOrWithhold(item, made.value, deps);
  const failure = noCopyOf(made.failure);
  if (failure.kind === 'stopped') return;
  deps.log.info('not converted', { itemId: item.id, fault: made.failure });
  if (failure.kind === 'conversion-lost') return giveUp(item, deps);
  await postpone(item, failure, deps);
}

async function madeFrom(item: Item, deps: ConversionLoopDeps): Promise<Result<Version, ConvertFault>> {
  const { toConvert: kind } = item;
  if (kind === undefined) throw new Error('nothing is to be converted');
  const of = {
    kind,
    password: null,
    allPictures: false,
    bytes: FILE_BYTES_SAFE,
    fetch: true,
    progress: () => undefined,
    stop: deps.closing,
  };
  const made = await makeVersion(item, of, deps);
  // The process may have been ended from outside: that says nothing about the file.
  return made.ok || made.failure !== 'broken' || deps.converter === null ? made : makeVersion(item, of, deps);
}

/** What a user has to see first is not kept: the dialog makes it again. */
async function keepOrWithhold(item: Item, version: Version, deps: ConversionLoopDeps): Promise<void> {
  const withheld = remarksAgainst(version.conversion.remarks);
  if (withheld.length === 0) return keep(item, version, deps);
  await deps.spool.giveBack(version.path, 'free');
  deps.log.info('converted, but not sent', { itemId: item.id, remarks: withheld.map(({ kind }) => kind).join(' ') });
  await giveUp(item, deps, withheld);
}

/** The copy first, so that delivery finds it as soon as the journal says that it is to be sent. */
async function keep({ id }: Item, { path, conversion }: Version, deps: ConversionLoopDeps): Promise<void> {
  if (deps.isClosed()) return;
  await deps.spool.keep(id, { path, bytes: conversion.bytes });
  const converted = await writeWithRetries(() => deps.store.converted(id, { ...conversion, by: 'folder' }, deps.clock.wallMs()), deps);
  if (converted !== null) deps.log.info('converted by the folder’s setting', { itemId: id });
  else if (!deps.isClosed()) await deps.spool.drop(id);
}

/** A user decides about it, and is told. */
async function giveUp({ id }: Item, deps: ConversionLoopDeps, withheld: readonly Remark[] = []): Promise<void> {
  const told = await writeWithRetries(() => deps.store.notConverted(id, withheld, deps.clock.wallMs()), deps);
  if (told !== null) deps.tell(told.item, told.chores);
}
