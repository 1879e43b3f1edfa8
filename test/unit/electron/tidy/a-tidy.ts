import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asSeen } from '#electron/intake/folder/sweep.ts';
import { createTidy, type Tidy } from '#electron/tidy/create-tidy.ts';
import type { TidyFile } from '#electron/tidy/store.ts';
import { fileStat } from '#electron/platform/files/file-stat.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { FolderChange } from '#shared/app-api/folder-places.ts';
import type { DocumentId } from '#shared/contract/ids.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { DAY_MS, wallMs } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import { below } from '#test/support/project-text.ts';
import { untilDisk } from '#test/support/disks/until-disk.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, anEvent, anOpenJournal, begun, ended, INTEGRATION, item, page } from '#test/unit/electron/journal/an-open-journal.ts';

const NAMES = { accepted: 'Sent', refused: 'Refused' };

/** A real folder, a real journal and the module that tidies; the test gives the results. */
export function aTidy(change: FolderChange = { after: 'move' }) {
  const open = anOpenJournal();
  const root = tempFolder();
  // Not in its first week, in which a file of a new sub-folder is asked about before it is sent.
  const company = aCompany(open, INTEGRATION, wallMs(open.clock.wallMs() - 8 * DAY_MS));
  const { id } = open.journal.folders.add({ companyId: company.id, importType: 'purchase-invoices', path: root, settleMs: 50 });
  const set = (to: FolderChange) => open.journal.folders.change(id, { ...to, resultFolders: NAMES });
  set(change);
  let documents = 0;
  const scanned = (relativePath: string, content: string): ItemId => {
    const path = join(root, relativePath);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const bytes = Buffer.from(content);
    const inspected = { kind: 'fit', mediaType: 'application/pdf', sentName: 'scan.pdf', sha256: hex(nodeSha256([bytes])) } as const;
    const known = asSeen(fileStat(statSync(path, { bigint: true })));
    return open.journal.intake.enqueue({ folderId: id, relativePath, known, inspected, bulkArrival: false }).itemId;
  };
  /** Sends it, and gives it a document. */
  const sent = (itemId: ItemId): DocumentId => {
    documents += 1;
    const documentId = `dddddddd-0000-4000-8000-${String(documents).padStart(12, '0')}` as DocumentId;
    begun(open, itemId);
    ended(open, itemId, { kind: 'received', documentId });
    return documentId;
  };
  let events = 0;
  const decided = (documentId: DocumentId, documentState: 'Accepted' | 'Refused', time = '2026-01-05T09:00:00Z') => {
    events += 1;
    page(open, [
      anEvent({
        seq: events,
        time,
        data: { documentId, documentState, rejectionReason: documentState === 'Refused' ? 'Illisible' : null },
      }),
    ]);
  };
  const came = (relativePath: string, content: string, documentState: 'Accepted' | 'Refused'): ItemId => {
    const itemId = scanned(relativePath, content);
    decided(sent(itemId), documentState);
    return itemId;
  };
  const places = (itemId: ItemId) =>
    open.journal.list.detail(itemId)?.places.map(({ path, present, stays }) => ({ path: below(root, path), present, stays }));
  return { ...open, root, id, set, scanned, sent, decided, came, places, state: (itemId: ItemId) => item(open, itemId).state };
}

export type ATidy = ReturnType<typeof aTidy>;

const noteText = (file: TidyFile): string => `refused: ${file.result.reason ?? ''} ${file.result.documentId}`;

export function tidying(all: Pick<ATidy, 'journal' | 'clock'>, files: Files = nodeFiles()): Tidy {
  return createTidy({ clock: all.clock, files, log: recordingLog(), sha256: nodeSha256, store: all.journal.tidy, noteText });
}

/** One process that tidies until it has nothing more to do. */
export async function tidied(all: ATidy, files: Files = nodeFiles()): Promise<void> {
  const tidy = tidying(all, files);
  tidy.start();
  await atRest(all);
  await tidy.close();
}

/** Real files take real time while the clock stands still; a module with nothing left to do sleeps. */
export async function atRest({ clock }: Pick<ATidy, 'clock'>, given: () => boolean = () => false): Promise<void> {
  if (!(await untilDisk(() => clock.sleepers > 0 || given()))) throw new Error('tidying never comes to rest');
}

/** Every file below the folder with its content, sorted. */
export function filesIn(root: string): Record<string, string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const rows = found
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [below(root, path), readFileSync(path, 'utf8')] as const);
  return Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1)));
}
