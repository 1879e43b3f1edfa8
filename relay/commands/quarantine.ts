import { unreachable } from '#shared/lib/unreachable.ts';
import type { QuarantinedRow } from '../store/store.ts';
import type { CommandOutput } from './said.ts';
import { replay, type Replayed, type ReplayStore } from './replay.ts';

export type QuarantineAsked = {
  /** The words after `quarantine` on the command line. */
  readonly words: readonly string[];
  readonly json: boolean;
};

/** The list is for a person, who would not read a longer one. */
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
