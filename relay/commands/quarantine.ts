import { unreachable } from '#shared/lib/unreachable.ts';
import type { Appended, NewQuarantined, QuarantinedRow, Store, StoreRing } from '../store/store.ts';
import type { CommandOutput } from './said.ts';
import { EVENT_TYPES } from '#shared/contract/events.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { compactJws } from '#shared/service-client/compact-jws.ts';
import { type ReadEvent, readEvent } from '#shared/service-client/read-event.ts';
import { newEvent, unpack } from '../ingest/read-webhook.ts';

export type QuarantineAsked = {
  /** The words after `quarantine` on the command line. */
  readonly words: readonly string[];
  readonly json: boolean;
};

/** The list is for a reader, who would not read a longer one. */
const LISTED_MAX = 1_000;
/** How many characters of a digest are shown: enough to be unique, few enough to be typed. */
const ID_CHARACTERS = 16;
const ID = /^[0-9a-f]{8,64}$/;

const WHY: Readonly<Record<string, string>> = {
  claims: 'its signature lacks claims, or has them of another type',
  json: 'its body is no JSON object',
  envelope: 'members of the event are missing, or of another type',
  'ce-type': 'signature and body name different types of event',
};

/**
 * `quarantine`: lists what the service signed and the relay could not read. `quarantine replay [ID]`: judges it again. Null if the command line
 * is wrong; exit code 1 if nothing has that id.
 */
export async function quarantineCommand(store: ReplayStore, { words, json }: QuarantineAsked): Promise<CommandOutput | null> {
  const [verb, id, ...more] = words;
  if (more.length > 0) return null;
  if (verb === undefined) return list(store, json);
  if (verb !== 'replay' || (id !== undefined && !ID.test(id))) return null;
  const done = await replay(store, id ?? '');
  if (id !== undefined && done.length === 0) return { text: `There is none with the id ${id} in quarantine.`, code: 1 };
  return { text: json ? JSON.stringify(done.map(replayedJson)) : replayedText(done), code: 0 };
}

async function list(store: ReplayStore, json: boolean): Promise<CommandOutput> {
  const rows = await store.quarantined({ prefix: '', after: null, rowsMax: LISTED_MAX + 1 });
  const listed = rows.slice(0, LISTED_MAX);
  if (json) return { text: JSON.stringify(listed.map(rowJson)), code: 0 };
  if (rows.length === 0) return { text: NONE, code: 0 };
  const lines = listed.map((row) => [idOf(row), iso(row), `${row.bytes} bytes`.padStart(14), why(row.code)].join('  '));
  const rest = rows.length > LISTED_MAX ? [`… and more than these ${LISTED_MAX}, which are the oldest.`] : [];
  return { text: [...lines, ...rest, '', HINT].join('\n'), code: 0 };
}

const NONE = 'Nothing is in quarantine: all that the service signed could be read.';
const HINT =
  'The service signed these and they are kept, but no desktop can be given them. After an upgrade of the relay, `quarantine replay` reads them again.';

function replayedText(done: readonly Replayed[]): string {
  if (done.length === 0) return NONE;
  const staying = done.filter(({ became }) => became.kind === 'stays').length;
  const lines = done.map(({ row, became }) => `${idOf(row)}  ${became.kind === 'stays' ? 'stays' : 'read '}  ${becameText(became)}`);
  return [...lines, '', `${done.length - staying} of ${done.length} could be read now, ${staying} stay in quarantine.`].join('\n');
}

function becameText(became: Replayed['became']): string {
  switch (became.kind) {
    case 'stored':
      return `place ${became.seq} in the log of ${became.integrationId}${became.known ? '' : ', which no device has proved yet'}`;
    case 'apart':
      return 'it names no integration, and waits until a device claims it by its document';
    case 'duplicate':
      return 'it had come in a readable form as well, and was there already';
    case 'conflict':
      return 'another event with the same id came before it; both are kept, the first counts';
    case 'stays':
      return why(became.code);
    default:
      return unreachable(became);
  }
}

function replayedJson({ row, became }: Replayed): object {
  return { ...rowJson(row), became };
}

function rowJson(row: QuarantinedRow): object {
  return { id: row.bodyDigest, receivedAt: iso(row), bytes: row.bytes, code: row.code };
}

function idOf({ bodyDigest }: QuarantinedRow): string {
  return bodyDigest.slice(0, ID_CHARACTERS);
}

function iso({ receivedAt }: QuarantinedRow): string {
  return new Date(receivedAt).toISOString();
}

function why(code: string): string {
  return WHY[code] ?? code;
}

/** What became of one webhook. `stays`: it still cannot be read, and `code` says why. */
type Replayed = { readonly row: QuarantinedRow; readonly became: Appended | { readonly kind: 'stays'; readonly code: string } };

type ReplayStore = Pick<Store, 'quarantined' | 'quarantinedOne' | 'release' | 'append' | 'nodes'>;

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
