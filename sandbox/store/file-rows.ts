import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DocumentId, documentIdSchema } from '#shared/contract/ids.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

const known = z.enum(Object.keys(MEDIA_TYPES) as MediaType[]);
const kept = z.object({ documentId: documentIdSchema, mediaType: known });
const blob = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const row = z.object({ mediaType: known, content: blob });

export type FileRow = Readonly<z.infer<typeof row>>;
export type FileRows = ReturnType<typeof fileRows>;

/** A user looks at the newest; the others are known by their digest or the number of their lines. */
const KEPT_MAX = 200;
/** On disk, or in memory without a data file: twenty of the largest files, or entries, that are accepted. */
const BYTES_MAX = 100_000_000;
/** Nobody looks at so many at once, and a load test would otherwise measure the writing of files. */
const PER_SECOND_MAX = 20;

/** The newest uploaded files, for a user to look at. Call `put` in the transaction that records the document. */
export function fileRows(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO files (document_id, media_type, bytes, content) VALUES (?, ?, ?, ?)');
  const get = database.prepare('SELECT media_type AS mediaType, content FROM files WHERE document_id = ?');
  // The content is the last column, so it is not read here.
  const all = database.prepare('SELECT document_id AS documentId, media_type AS mediaType FROM files ORDER BY n');
  const dropOld = dropper(database, 'files');
  const isRush = rush();
  return {
    /** In a rush, most files are left out. */
    put(documentId: DocumentId, file: FileRow, now: number): void {
      if (isRush(now)) return;
      put.run(documentId, file.mediaType, file.content.byteLength, file.content);
      dropOld();
    },
    get: (documentId: DocumentId): FileRow | null => {
      const found = get.get(documentId);
      return found === undefined ? null : row.parse(found);
    },
    /** The documents whose files are kept, with their media types. */
    kept: (): ReadonlyMap<DocumentId, FileRow['mediaType']> =>
      new Map(
        z
          .array(kept)
          .parse(all.all())
          .map(({ documentId, mediaType }) => [documentId, mediaType]),
      ),
  };
}

function rush(): (now: number) => boolean {
  let second = 0;
  let count = 0;
  return (now) => {
    const current = Math.floor(now / SECOND_MS);
    count = current === second ? count + 1 : 1;
    second = current;
    return count > PER_SECOND_MAX;
  };
}

const receivedRow = z.object({ entries: blob, metadata: blob.nullable() });

/** The bytes of `entries`, and of `metadata` if the member was there, as they were received. */
export type ReceivedText = Readonly<z.infer<typeof receivedRow>>;
export type ReceivedRows = ReturnType<typeof receivedRows>;

/**
 * The entries of the newest documents that have any. Call `put` in the transaction that records the document. None is left out in a rush:
 * whoever compares what was sent with what was received needs each of them.
 */
export function receivedRows(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO received (document_id, bytes, entries, metadata) VALUES (?, ?, ?, ?)');
  const get = database.prepare('SELECT entries, metadata FROM received WHERE document_id = ?');
  const all = database.prepare('SELECT document_id AS documentId FROM received ORDER BY n');
  const keys = z.array(z.object({ documentId: documentIdSchema }));
  const dropOld = dropper(database, 'received');
  return {
    put(documentId: DocumentId, { entries, metadata }: ReceivedText): void {
      put.run(documentId, entries.byteLength + (metadata?.byteLength ?? 0), entries, metadata);
      dropOld();
    },
    get: (documentId: DocumentId): ReceivedText | null => {
      const found = get.get(documentId);
      return found === undefined ? null : receivedRow.parse(found);
    },
    /** The documents whose entries are kept. */
    kept: (): ReadonlySet<DocumentId> => new Set(keys.parse(all.all()).map(({ documentId }) => documentId)),
  };
}

const sizes = z.array(z.object({ n: z.number(), bytes: z.number() }));

/** Deletes what is not among the newest, or over the limit of bytes together with them. */
function dropper(database: DatabaseSync, table: 'files' | 'received'): () => void {
  const total = database.prepare(`SELECT n, bytes FROM ${table} ORDER BY n DESC`);
  const drop = database.prepare(`DELETE FROM ${table} WHERE n <= ?`);
  return () => {
    let bytes = 0;
    const first = sizes.parse(total.all()).find((one, place) => {
      bytes += one.bytes;
      return place >= KEPT_MAX || bytes > BYTES_MAX;
    });
    if (first !== undefined) drop.run(first.n);
  };
}
