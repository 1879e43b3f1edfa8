import type { Trouble } from '#shared/app-api/diagnostics.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

export type TroubleRows = {
  /** Uploads that fail now, by kind and code, most frequent first. */
  failures(): readonly Trouble[];
  /** Files that cannot be sent as they are. */
  problems(): readonly Trouble[];
  sqlite(): string;
};

/** The most kinds that are reported: a person has to read the report. */
const SHOWN_MAX = 50;

/** Figures about documents, without any document names. */
export function troubleRows({ database }: JournalContext): TroubleRows {
  // The first condition repeats the index of migration "failing" word for word.
  const failures = database.prepare(`SELECT json_extract(state, '$.last.kind') AS kind,
    coalesce(json_extract(state, '$.last.code'), json_extract(state, '$.last.status')) AS code,
    count(*) AS count, min(json_extract(state, '$.failingSince')) AS since
    FROM items WHERE json_extract(state, '$.failingSince') IS NOT NULL GROUP BY 1, 2 ORDER BY count DESC LIMIT ${SHOWN_MAX}`);
  const problems = database.prepare(`SELECT json_extract(state, '$.problem.kind') AS kind,
    coalesce(json_extract(state, '$.problem.code'), json_extract(state, '$.problem.errorCode'), json_extract(state, '$.problem.found')) AS code,
    count(*) AS count, min(state_since) AS since FROM items WHERE kind = 'unfit' GROUP BY 1, 2 ORDER BY count DESC LIMIT ${SHOWN_MAX}`);
  return {
    failures: () => failures.all().map(troubleOf),
    problems: () => problems.all().map(troubleOf),
    sqlite: () => String(database.prepare('SELECT sqlite_version() AS version').get()?.['version']),
  };
}

function troubleOf(row: Row): Trouble {
  const { kind, code, count, since } = row;
  return {
    kind: String(kind),
    code: typeof code === 'string' || typeof code === 'number' ? safeCode(String(code)) : null,
    count: Number(count),
    since: typeof since === 'number' ? wallMs(since) : null,
  };
}

/** Passes a code of the system or the service. Anything that does not look like a code may be arbitrary text and is replaced. */
function safeCode(code: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : 'other';
}
