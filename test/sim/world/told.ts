import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { z } from 'zod';
import type { HttpAnswer } from '#shared/ports/http.ts';
import type { SentDocument, Told } from '../invariants/evidence.ts';
import type { Computer } from './computer.ts';
import { copyJournal } from './disk/profile-files.ts';
import { scratch } from './disk/scratch.ts';

/** Length of the number at a reference's end (C10). */
const REFERENCE_DIGITS = 2;

const eventSchema = z.object({ document_id: z.string(), reference: z.string().nullable(), result: z.string() });
const resultSchema = z.object({ kind: z.enum(['accepted', 'refused']) });

/** The results of documents that this computer has verified and stored, read from a copy of its journal. */
export function toldByEvents(one: Computer, documents: readonly SentDocument[]): readonly Told[] {
  const known = new Map(documents.map((document) => [document.documentId, document]));
  return eventsOf(one).flatMap(({ document_id: documentId, reference, result }): Told[] => {
    const document = known.get(documentId);
    if (document === undefined || document.sha256 === null) return [];
    const { importType, sha256, externalReference } = document;
    const says = resultSchema.parse(JSON.parse(result)).kind;
    return [{ by: one.name, importType, sha256, number: numberOf(externalReference), documentId, reference, says }];
  });
}

/**
 * Whether this answer to an import says that the service has the document (§ Import routes, § Errors): a 200 that names its document, or a 409
 * with the code of a duplicate. Under the same status codes a proxy or a failing service may answer something else, which says nothing.
 */
export function saysReceived({ status, body }: HttpAnswer): boolean {
  const text = Buffer.from(body).toString('utf8');
  if (status === 409) return text.includes('"DUPLICATE_EXTERNAL_REFERENCE"');
  return status === 200 && /"documentId":"[0-9a-f-]{36}"/.test(text);
}

/** How often the content was sent again, by the reference that it was sent with. */
export function numberOf(reference: string | null): number {
  return reference === null ? 0 : Number(reference.slice(-REFERENCE_DIGITS));
}

function eventsOf(one: Computer): readonly z.infer<typeof eventSchema>[] {
  const folder = mkdtempSync(join(scratch(), 'told-'));
  try {
    copyJournal(one.profile, folder);
    const database = new DatabaseSync(join(folder, 'journal.sqlite'));
    const rows = database.prepare('SELECT document_id, reference, result FROM events WHERE verified = 1 AND result IS NOT NULL').all();
    database.close();
    return rows.map((row) => eventSchema.parse(row));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
