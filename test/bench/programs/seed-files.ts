import type { KnownFile } from '#electron/intake/store.ts';
import type { Journal } from '#electron/journal/open-journal.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

const AT_ONCE = 1_000;

/** Makes the journal know held files without sending or even reading them: an item and a row for each. */
export async function seedFiles(
  journal: Journal,
  folder: Folder,
  files: readonly { readonly place: string; readonly pair: KnownFile }[],
): Promise<void> {
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE);
    await Promise.all(some.map((file) => journal.join(() => journal.intake.enqueue(foundOf(folder, file)))));
  }
}

function foundOf(folder: Folder, { place, pair }: { readonly place: string; readonly pair: KnownFile }) {
  const sha256 = hex(nodeSha256([utf8(`${folder.id}/${place}`)]));
  const inspected = { kind: 'fit', mediaType: 'application/pdf', sentName: 'scan.pdf', sha256 } as const;
  return { folderId: folder.id, relativePath: place, known: pair, inspected, bulkArrival: true };
}
