import { unreachable } from '#shared/lib/unreachable.ts';
import type { Doing } from '../plan/deed.ts';
import type { Paper } from '../plan/papers.ts';
import type { Office } from '../world/office.ts';

export type AtDisk = Extract<Doing, { kind: 'put' | 'rename' | 'remove' | 'flood' | 'file-held' | 'share-gone' | 'other-disk' }>;

/** What persons, scanners and disks do to the two folders. */
export function atDisk(office: Office, doing: AtDisk): void {
  const { disk, ledger } = office;
  switch (doing.kind) {
    case 'put':
      return put(office, doing.path, doing.paper);
    case 'rename':
      disk.move(doing.from, doing.to);
      return ledger.rename(doing.from, doing.to, office.clock.monotonicMs());
    case 'remove':
      disk.take(doing.path);
      return ledger.remove(doing.path);
    case 'flood':
      for (const [at, sheet] of doing.papers.entries()) {
        const path = `${doing.folder}/flood-${at}.pdf`;
        ledger.askFirst(path, sheet);
        put(office, path, sheet);
      }
      return;
    case 'file-held':
      disk.setHeld(doing.path, true);
      return office.later(doing.lengthMs, () => disk.setHeld(doing.path, false));
    case 'share-gone':
      disk.setAway(doing.folder, true);
      return office.later(doing.lengthMs, () => disk.setAway(doing.folder, false));
    case 'other-disk':
      return otherDisk(office, doing);
    default:
      return unreachable(doing);
  }
}

function put(office: Office, path: string, sheet: Paper): void {
  const modifiedAt = office.clock.wallMs();
  office.disk.put(path, sheet.bytes, modifiedAt);
  office.ledger.put(path, sheet, { modifiedAt, atMs: office.clock.monotonicMs() });
}

function otherDisk(office: Office, { folder, papers, lengthMs }: Extract<Doing, { kind: 'other-disk' }>): void {
  const inode = office.disk.folders.get(folder) ?? 'none';
  const modifiedAt = office.clock.wallMs();
  const foreign = papers.map((sheet, at) => [`${folder}/other-${at}.pdf`, { bytes: sheet.bytes, modifiedAt, inode: `o${at}` }] as const);
  for (const [at, sheet] of papers.entries()) office.ledger.askFirst(`${folder}/other-${at}.pdf`, sheet);
  const before = office.disk.swap(folder, new Map(foreign));
  const away = office.ledger.takeAway(folder);
  office.later(lengthMs, () => {
    office.disk.swap(folder, before, inode);
    office.ledger.putBack(folder, away);
  });
}
