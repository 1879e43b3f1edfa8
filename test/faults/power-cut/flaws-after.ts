import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '#electron/journal/open-journal.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';

type Told = Readonly<Record<'queued' | 'sent' | 'ended' | 'set' | 'other-bytes', string[]>>;

/** What the program told, line by line. */
export function toldIn(said: string): Told {
  const told: Told = { queued: [], sent: [], ended: [], set: [], 'other-bytes': [] };
  for (const line of said.split('\n')) {
    const [what = '', id = ''] = line.split(' ');
    if (what in told) told[what as keyof Told].push(id);
  }
  return told;
}

/** What a start finds wrong in a profile: a journal that does not open, and promises of `said` that it does not know of. */
export function flawsAfter(place: string, said: string): readonly string[] {
  const told = toldIn(said);
  const file = join(place, 'journal.sqlite');
  if (!existsSync(file)) return told.queued.length > 0 ? ['the journal is gone'] : [];
  const opened = openJournal(file, { clock: nodeClock(), random: nodeRandom() });
  if (!opened.ok) return [`the journal does not open: ${opened.failure.kind} ${opened.failure.detail}`];
  opened.value.close();
  const journal = new DatabaseSync(file);
  try {
    const idsOf = (sql: string): ReadonlySet<unknown> =>
      new Set(
        journal
          .prepare(sql)
          .all()
          .map((row) => row['id']),
      );
    const settings = String(journal.prepare('SELECT json FROM settings').get()?.['json'] ?? '{}');
    const set = (JSON.parse(settings) as { count?: number }).count ?? -1;
    return [
      ...(String(Object.values(journal.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]) === 'ok' ? [] : ['the journal is damaged']),
      ...told['other-bytes'].map((reference) => `${reference} was sent with other bytes`),
      ...missing('queued', told.queued, idsOf('SELECT id FROM items')),
      ...missing('sent', told.sent, idsOf('SELECT reference AS id FROM intents')),
      ...missing('ended', told.ended, idsOf("SELECT id FROM items WHERE kind = 'awaiting'")),
      ...(Number(told.set.at(-1) ?? -1) > set ? [`the setting is ${set}, and ${told.set.at(-1)} was told`] : []),
      ...copiesMissing(join(place, 'spool'), journal),
    ];
  } finally {
    journal.close();
  }
}

/** Every document with an intent has its whole copy: its reference must not lose its bytes. */
function copiesMissing(folder: string, journal: DatabaseSync): readonly string[] {
  const copies = new Map<string, string[]>();
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const bytes = readFileSync(join(folder, name));
    const [, itemId = '', length = '0'] = bytes.toString('latin1', 0, COPY_HEADER_BYTES).split(' ');
    const content = bytes.subarray(COPY_HEADER_BYTES, COPY_HEADER_BYTES + Number(length));
    copies.set(itemId, [...(copies.get(itemId) ?? []), createHash('sha256').update(content).digest('hex')]);
  }
  const underWay = journal.prepare("SELECT id, sha256 FROM items WHERE kind = 'uploading'").all();
  return underWay.flatMap(({ id, sha256 }) =>
    copies.get(String(id))?.includes(String(sha256)) === true ? [] : [`the copy of ${String(id)} is not whole`],
  );
}

function missing(what: string, ids: readonly string[], known: ReadonlySet<unknown>): readonly string[] {
  return ids.filter((id) => !known.has(id)).map((id) => `${what} ${id} is not in the journal`);
}
