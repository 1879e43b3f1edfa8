import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DocumentId, documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';

const row = z.object({
  id: documentIdSchema,
  integrationId: integrationIdSchema,
  importType: z.enum(IMPORT_TYPES),
  reference: z.string().nullable(),
  filename: z.string().nullable(),
  /** The SHA-256 of the file's bytes, hexadecimal. */
  sha256: z.string().nullable(),
  bytes: z.number().nullable(),
  userEmail: z.string().nullable(),
  comment: z.string().nullable(),
  entryLines: z.number().nullable(),
  /** JSON. */
  organization: z.string().nullable(),
  /** JSON. */
  metadata: z.string().nullable(),
  /** JSON; null if the file was not decoded. */
  decoded: z.string().nullable(),
  receivedAt: wallMsSchema,
  decideAt: wallMsSchema.nullable(),
  /** What is decided then, by the rules at the time it was received; null if nothing is. */
  dueState: z.string().nullable(),
  dueReason: z.string().nullable(),
  state: z.string().nullable(),
  decidedAt: wallMsSchema.nullable(),
  rejectionReason: z.string().nullable(),
});

// Created once: a schema compiles itself at its first parse.
const rows = z.array(row);
const nextRow = z.object({ at: wallMsSchema.nullable() });

export type DocumentRow = Readonly<z.infer<typeof row>>;
export type NewDocument = Omit<DocumentRow, 'state' | 'decidedAt' | 'rejectionReason'>;
export type Decision = { readonly state: string; readonly rejectionReason: string | null };
export type DocumentRows = ReturnType<typeof documentRows>;

const COLUMNS = `id, integration_id AS integrationId, import_type AS importType, reference, filename, sha256, bytes, user_email AS userEmail,
  comment, entry_lines AS entryLines, organization, metadata, decoded, received_at AS receivedAt, decide_at AS decideAt, due_state AS dueState,
  due_reason AS dueReason, state,
  decided_at AS decidedAt, rejection_reason AS rejectionReason`;

/** More than anybody looks at in one answer; the newest matter. */
const LISTED_MAX = 10_000;
/** Decided in one round; the rest in the next one. */
const DUE_MAX = 100;

export function documentRows(database: DatabaseSync) {
  const put = database.prepare(
    `INSERT INTO documents (id, integration_id, import_type, reference, filename, sha256, bytes, user_email, comment, entry_lines,
       organization, metadata, decoded, received_at, decide_at, due_state, due_reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (integration_id, import_type, reference) WHERE unbound = 0 DO NOTHING`,
  );
  const putUnbound = database.prepare(
    `INSERT INTO documents (id, integration_id, import_type, reference, filename, sha256, bytes, user_email, comment, entry_lines,
       organization, metadata, decoded, received_at, decide_at, due_state, due_reason, unbound) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
  );
  const get = database.prepare(`SELECT ${COLUMNS} FROM documents WHERE id = ?`);
  const named = database.prepare(`SELECT ${COLUMNS} FROM documents WHERE integration_id = ? AND import_type = ? AND reference = ?
    AND unbound = 0`);
  const all = database.prepare(`SELECT ${COLUMNS} FROM (SELECT rowid AS n, * FROM documents ORDER BY rowid DESC LIMIT ?) ORDER BY n`);
  const undecided = `FROM documents WHERE state IS NULL AND decide_at IS NOT NULL`;
  const due = database.prepare(`SELECT ${COLUMNS} ${undecided} AND decide_at <= ? ORDER BY decide_at, rowid LIMIT ${DUE_MAX}`);
  const next = database.prepare(`SELECT MIN(decide_at) AS at ${undecided}`);
  const decide = database.prepare('UPDATE documents SET state = ?, rejection_reason = ?, decided_at = ? WHERE id = ?');
  const unbind = database.prepare('UPDATE documents SET unbound = 1 WHERE id = ?');
  return {
    /** The unique index decides: null if recorded, otherwise the document that already has the reference. Unchecked, it is always recorded. */
    put(document: NewDocument, how: { readonly checked: boolean } = { checked: true }): DocumentRow | null {
      const { id, integrationId, importType, reference, filename, sha256, bytes, userEmail, comment } = document;
      const { entryLines, organization, metadata, decoded, receivedAt, decideAt, dueState, dueReason } = document;
      const values = [id, integrationId, importType, reference, filename, sha256, bytes, userEmail, comment];
      const columns = [...values, entryLines, organization, metadata, decoded, receivedAt, decideAt, dueState, dueReason];
      if (put.run(...columns).changes === 1) return null;
      if (how.checked) return row.parse(named.get(integrationId, importType, reference));
      putUnbound.run(...columns);
      return null;
    },
    /** The document that has this reference. Null means no reference, and matches no document. */
    named: (by: Pick<DocumentRow, 'integrationId' | 'importType' | 'reference'>): DocumentRow | null => {
      const found = by.reference === null ? undefined : named.get(by.integrationId, by.importType, by.reference);
      return found === undefined ? null : row.parse(found);
    },
    /** Makes its reference available again. */
    unbind: (id: DocumentId): void => void unbind.run(id),
    get: (id: DocumentId): DocumentRow | null => {
      const found = get.get(id);
      return found === undefined ? null : row.parse(found);
    },
    /** The newest, up to the given number or the limit, in the order received. */
    all: (newest = LISTED_MAX): readonly DocumentRow[] => rows.parse(all.all(Math.min(newest, LISTED_MAX))),
    due: (now: number): readonly DocumentRow[] => rows.parse(due.all(now)),
    nextDueAt: (): WallMs | null => nextRow.parse(next.get()).at,
    decide: (id: DocumentId, decision: Decision, now: number): void => void decide.run(decision.state, decision.rejectionReason, now, id),
  };
}
