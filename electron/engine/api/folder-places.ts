import { join } from 'node:path';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { FolderPlace, SuggestedFolders } from '#shared/app-api/folder-places.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { Company } from '#shared/domain/company.ts';
import { shownName } from '#shared/lib/disk-name.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ApiParts } from './parts.ts';
import { isInside, isWithin } from '#shared/node/is-inside.ts';
import { folderFault, folderStat } from './folder-rules.ts';

type By = Pick<ApiParts, 'files' | 'folders' | 'home' | 'profile' | 'countFiles' | 'folderNames'>;

/** Of a name on the disk: shorter than every system's limit, with room for what is added. */
const NAME_MAX = 60;
const ROOT = 'Intray';

/** `~/Intray/Purchases` and `~/Intray/Sales`; with the company's name between them where those are somebody else's. */
export async function suggestFolders(by: By, company: Company): Promise<SuggestedFolders> {
  const names = by.folderNames();
  const roots = [join(by.home, ROOT), join(by.home, ROOT, diskName(company.name))];
  const isFree = (path: string): boolean =>
    by.folders.folders().every((folder) => !isWithin(path, folder.path) && !isWithin(folder.path, path));
  const root = roots.find((one) => Object.values(names).every((name) => isFree(join(one, name)))) ?? join(roots[1] ?? '', company.id);
  const place = (type: InvoiceType): Promise<FolderPlace> => placeAt(by, join(root, names[type]));
  return { 'purchase-invoices': await place('purchase-invoices'), 'sales-invoices': await place('sales-invoices') };
}

/** What lies in a folder that is there. `clean`: by CleanPlaces. */
export async function lookAt(by: By, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  const stat = await folderStat(by.files, clean);
  return stat.ok ? ok(await placeAt(by, clean)) : stat;
}

/** Below the home alone: whoever wants a folder elsewhere makes it there. */
export async function makePlace(by: By, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  if (!isInside(clean, by.home)) return fail({ kind: 'denied' });
  if (isWithin(clean, by.profile)) return fail({ kind: 'own-files' });
  const made = await by.files.makeFolder(clean, 'person');
  return made.ok ? lookAt(by, clean) : fail(folderFault(made.failure));
}

async function placeAt({ files, countFiles }: By, path: string): Promise<FolderPlace> {
  const stat = await files.stat(path);
  if (!stat.ok || stat.value.kind !== 'folder') return { path, exists: false, files: 0, more: false };
  return { path, exists: true, ...(await countFiles(path)) };
}

/** A company's name as a folder on any system: neither a path nor a device of Windows, nor what it ends names with. */
function diskName(name: string): string {
  const plain = shownName(name)
    // oxlint-disable-next-line no-control-regex -- No system takes these in a name.
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*\u007f]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, NAME_MAX)
    .replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `${ROOT} ${plain}`.trim() : plain;
}
