import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DocumentId, documentIdSchema } from '#shared/contract/ids.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

const known = z.enum(Object.keys(MEDIA_TYPES) as MediaType[]);
const kept = z.object({ documentId: documentIdSchema, mediaType: known });
const row = z.object({ mediaType: known, content: z.custom<Uint8Array>((value) => value instanceof Uint8Array) });

export type FileRow = Readonly<z.infer<typeof row>>;
export type FileRows = ReturnType<typeof fileRows>;

/** A user looks at the newest; the others are known by their digest. */
const FILES_MAX = 200;
/** On disk, or in memory without a data file: twenty of the largest files that are accepted. */
const BYTES_MAX = 100_000_000;
/** Nobody looks at so many at once, and a load test would otherwise measure the writing of files. */
const PER_SECOND_MAX = 20;

/** The newest uploaded files, for a user to look at. Call `put` in the transaction that records the document. */
export function fileRows(database: DatabaseSync) {
  const put = database.prepare('INSERT INTO files (document_id, media_type, bytes, content) VALUES (?, ?, ?, ?)');
  const get = database.prepare('SELECT media_type AS mediaType, content FROM files WHERE document_id = ?');
  // The content is the last column, so it is not read here.
  const all = database.prepare('SELECT document_id AS documentId, media_type AS mediaType FROM files ORDER BY n');
  const sizes = z.object({ n: z.number(), bytes: z.number() });
  const total = database.prepare('SELECT n, bytes FROM files ORDER BY n DESC');
  const drop = database.prepare('DELETE FROM files WHERE n <= ?');
  const isRush = rush();
  return {
    /** In a rush, most files are left out. */
    put(documentId: DocumentId, file: FileRow, now: number): void {
      if (isRush(now)) return;
      put.run(documentId, file.mediaType, file.content.byteLength, file.content);
      const last = tooOld(z.array(sizes).parse(total.all()));
      if (last !== null) drop.run(last);
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

/** The newest file that must go; null if all may stay. */
function tooOld(newestFirst: readonly { readonly n: number; readonly bytes: number }[]): number | null {
  let bytes = 0;
  const first = newestFirst.find((file, place) => {
    bytes += file.bytes;
    return place >= FILES_MAX || bytes > BYTES_MAX;
  });
  return first?.n ?? null;
}
