import { EVENT_TYPES } from '#shared/contract/events.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { compactJws } from '#shared/service-client/compact-jws.ts';
import { type ReadEvent, readEvent } from '#shared/service-client/read-event.ts';
import { newEvent } from '../ingest/new-event.ts';
import { unpack } from '../ingest/read-webhook.ts';
import type { Appended, NewQuarantined, QuarantinedRow, Store, StoreRing } from '../store/store.ts';

/** What became of one. `stays`: it cannot be read now either, and `code` says why. */
export type Replayed = { readonly row: QuarantinedRow; readonly became: Appended | { readonly kind: 'stays'; readonly code: string } };

export type ReplayStore = Pick<Store, 'quarantined' | 'quarantinedOne' | 'release' | 'append' | 'nodes'>;

/** Rows of one look; the whole is bounded by how much a quarantine may hold. */
const ROWS_MAX = 200;

/**
 * Judges again, by the code of this version, what lies in quarantine and whose digest begins so: what can be read now becomes an event like any
 * other, at the end of its log, and the desktops are told. It was verified before it was kept, so its key is not asked for again. Stopped in the
 * middle it is begun again: an event that was appended is known.
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

/** Nothing where it went meanwhile. */
async function replayed(store: ReplayStore, row: QuarantinedRow): Promise<readonly Replayed[]> {
  const kept = await store.quarantinedOne(row.bodyDigest);
  if (kept === null) return [];
  const read = readAgain(kept);
  if (typeof read === 'string') return [{ row, became: { kind: 'stays', code: read } }];
  const [became] = await store.append([newEvent(read.envelope, kept)]);
  if (became === undefined) throw new Error('an event that was appended has a place');
  await store.release(row.bodyDigest);
  const ring = ringOf(became, read);
  // Lost is no harm: desktops sweep.
  if (ring !== null) await store.nodes?.announce([ring]).catch(() => undefined);
  return [{ row, became }];
}

/** The event, or why it cannot be read. */
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
