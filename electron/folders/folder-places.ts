import { join } from 'node:path';
import type { FolderFault } from '#shared/app-api/faults.ts';
import { type FolderFigures, type FolderPlace, NO_FIGURES, type SuggestedFolders } from '#shared/app-api/folder-places.ts';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';
import { shownName } from '#shared/lib/disk-name.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { isInside, isWithin } from '#shared/node/is-inside.ts';
import { folderFault, folderStat, ownFilesFault } from './folder-rules.ts';
import { placeKind } from './place-kind.ts';
import { whereabouts, type WhereaboutsDeps } from './whereabouts.ts';

export type FolderPlacesDeps = WhereaboutsDeps & {
  readonly folders: () => readonly Folder[];
  readonly profile: string;
  /** What is in a folder, counted up to a bound. */
  readonly countFiles: (path: string) => Promise<FolderFigures>;
  /** What the two folders of a company are called, in the person's language. */
  readonly names: () => Readonly<Record<InvoiceType, string>>;
};

/** Length of a file name: below every system's limit, with room for a suffix. */
const NAME_MAX = 60;
const ROOT = 'Intray';

/** `~/Intray/Purchases` and `~/Intray/Sales`; with the company's name in between if another company uses those. */
export async function suggestFolders(by: FolderPlacesDeps, company: Company): Promise<SuggestedFolders> {
  const names = by.names();
  const roots = [join(by.home, ROOT), join(by.home, ROOT, diskName(company.name))];
  const isFree = (path: string): boolean => by.folders().every((folder) => !isWithin(path, folder.path) && !isWithin(folder.path, path));
  const root = roots.find((one) => Object.values(names).every((name) => isFree(join(one, name)))) ?? join(roots[1] ?? '', company.id);
  const place = (type: InvoiceType): Promise<FolderPlace> => placeAt(by, join(root, names[type]));
  return { 'purchase-invoices': await place('purchase-invoices'), 'sales-invoices': await place('sales-invoices') };
}

/** What an existing folder contains. `clean`: a path from CleanPlaces. */
export async function lookAt(by: FolderPlacesDeps, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  const stat = await folderStat(by.files, clean);
  if (!stat.ok) return stat;
  const own = await ownFilesFault(by.files, clean, by.profile);
  return own === null ? ok(await placeAt(by, clean)) : fail(own);
}

/** Only below the home folder; a folder elsewhere has to be made by the person. */
export async function makePlace(by: FolderPlacesDeps, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  if (!isInside(clean, by.home)) return fail({ kind: 'denied' });
  if (isWithin(clean, by.profile)) return fail({ kind: 'own-files' });
  const made = await by.files.makeFolder(clean, 'person');
  return made.ok ? lookAt(by, clean) : fail(folderFault(made.failure));
}

/** A place that may not exist yet. `path`: from CleanPlaces. */
export async function placeAt(by: FolderPlacesDeps, path: string): Promise<FolderPlace> {
  const stat = await by.files.stat(path);
  const kind = await kindAt(by, path);
  if (!stat.ok || stat.value.kind !== 'folder') return { path, exists: false, kind, ...NO_FIGURES };
  return { path, exists: true, kind, ...(await by.countFiles(path)) };
}

/** A link to a special place counts as that place. */
async function kindAt(by: FolderPlacesDeps, path: string): Promise<PlaceKind> {
  const where = await whereabouts(by);
  const kind = placeKind(path, where);
  if (kind !== 'ordinary') return kind;
  const real = await by.files.realPath(path);
  return real.ok ? placeKind(real.value, where) : kind;
}

/** A company's name as a valid folder name on any system: no path, no Windows device name, no trailing dot or space. */
function diskName(name: string): string {
  const plain = shownName(name)
    // oxlint-disable-next-line no-control-regex -- No system takes these in a name.
    .replaceAll(/[\u0000-\u001f<>:"/\\|?*\u007f]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, NAME_MAX)
    .replace(/^[. ]+|[. ]+$/g, '');
  return plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(plain) ? `${ROOT} ${plain}`.trim() : plain;
}
