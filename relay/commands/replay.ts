import { EVENT_TYPES } from '#shared/contract/events.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { compactJws } from '#shared/service-client/compact-jws.ts';
import { type ReadEvent, readEvent } from '#shared/service-client/read-event.ts';
import { newEvent } from '../ingest/new-event.ts';
import { unpack } from '../ingest/read-webhook.ts';
import type { Appended, NewQuarantined, QuarantinedRow, Store, StoreRing } from '../store/store.ts';

/** What became of one webhook. `stays`: it still cannot be read, and `code` says why. */
export type Replayed = { readonly row: QuarantinedRow; readonly became: Appended | { readonly kind: 'stays'; readonly code: string } };

export type ReplayStore = Pick<Store, 'quarantined' | 'quarantinedOne' | 'release' | 'append' | 'nodes'>;

/** Rows per page. The total is bounded by the size of the quarantine. */
const ROWS_MAX = 200;

/**
 * Judges again, with the code of this version, the quarantined webhooks whose digest begins with `prefix`. Those that can be read now become
 * events like any others, at the end of their logs, and the desktops are told. They were verified before they were kept, so their keys are not
 * checked again. After an interruption it can be run again: an event that was appended is recognised.
 */
export async function replay(store: ReplayStore, prefix: string): Promise<readonly Replayed[]> {
  const done: Replayed[] = [];
  for (let after: QuarantinedRow | null = null; ; ) {
    const rows: readonly QuarantinedRow[] = await store.quarantined({ prefix, after, rowsMax: ROWS_MAX });
    for (const row of rows) done.push(...(await replayed(store, row)));
    after = rows.at(-1) ?? null;
    if (after === null) return done;
  }
}

/** Empty if the row has disappeared meanwhile. */
async function replayed(store: ReplayStore, row: QuarantinedRow): Promise<readonly Replayed[]> {
  const kept = await store.quarantinedOne(row.bodyDigest);
  if (kept === null) return [];
  const read = readAgain(kept);
  if (typeof read === 'string') return [{ row, became: { kind: 'stays', code: read } }];
  const [became] = await store.append([newEvent(read.envelope, kept)]);
  if (became === undefined) throw new Error('an event that was appended has a place');
  await store.release(row.bodyDigest);
  const ring = ringOf(became, read);
  // A lost announcement does no harm: desktops sweep.
  if (ring !== null) await store.nodes?.announce([ring]).catch(() => undefined);
  return [{ row, became }];
}

/** The event, or the code of the reason why it cannot be read. */
function readAgain({ jwt, body, bodyDigest }: NewQuarantined): ReadEvent | string {
  const jws = compactJws(jwt);
  if (!jws.ok) return jws.failure.code;
  const read = readEvent({ claims: jsonOf(jws.value.payload), body, bodyDigest }, unpack);
  return read.ok ? read.value : read.failure;
}

function ringOf(became: Appended, { envelope }: ReadEvent): StoreRing | null {
  if (became.kind === 'stored') return { kind: 'seq', integrationId: became.integrationId, seq: became.seq };
  return became.kind === 'apart' && envelope.type === EVENT_TYPES.revocation ? { kind: 'revocation' } : null;
}
