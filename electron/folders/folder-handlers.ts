import type { AppHandlers } from '#shared/app-api/handlers.ts';
import {
  type FolderChange,
  type FolderFigures,
  type FolderPlace,
  NO_FIGURES,
  type SuggestedFolders,
} from '#shared/app-api/folder-places.ts';
import { type FolderFault, needsConsent } from '#shared/app-api/faults.ts';
import type { ImportType, InvoiceType } from '#shared/contract/import-types.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';
import type { AsItIs } from '#shared/domain/folder/unfinished.ts';
import type { CompanyId, FolderId } from '#shared/domain/ids.ts';
import { engineWords } from '#shared/i18n/engine-words.ts';
import type { Language } from '#shared/i18n/language.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type CleanPlaces, cleanPlaces, type CleanPlacesDeps } from './clean-places.ts';
import { browse, checkFolder, folderFault, folderStat, ownFilesFault } from './folder-rules.ts';
import { join } from 'node:path';
import { shownName } from '#shared/lib/file-names.ts';
import { isInside, isWithin } from '#shared/node/is-inside.ts';
import { placeKind, whereabouts, type WhereaboutsDeps } from './whereabouts.ts';

export type NewFolder = {
  readonly companyId: CompanyId;
  readonly importType: ImportType;
  readonly path: string;
  readonly settleMs?: number | undefined;
  readonly existing: ExistingFiles;
  readonly subfolders?: boolean | undefined;
};

/** The folders in the journal. Every call is durable when it returns. */
export type FolderStore = {
  folders(): readonly Folder[];
  add(folder: NewFolder): Folder;
  accept(folderId: FolderId): Folder | null;
  change(folderId: FolderId, change: FolderChange & { readonly resultFolders: { accepted: string; refused: string } }): Folder | null;
  remove(folderId: FolderId): boolean;
};

/** What the loops that watch the folders can do on request. */
export type FolderWatchers = {
  /** Null when the file is not an unfinished one of that folder. */
  sendAsItIs(folderId: FolderId, path: string): Promise<AsItIs | null>;
  /** How many files are fetched because of it; null when nobody watches the folder. */
  fetchFromCloud(folderId: FolderId): number | null;
  /** Null when nothing of that path can go into the folder. */
  takeMisplaced(path: string, folder: Folder): Promise<{ readonly moved: number; readonly stay: readonly string[] } | null>;
  /** Null when nothing lies there. */
  ignoreMisplaced(path: string): Promise<number | null>;
  askAboutMisplaced(path: string): Promise<number>;
};

export type FolderHandlersDeps = CleanPlacesDeps &
  Pick<FolderPlacesDeps, 'files' | 'countFiles' | 'surroundings'> & {
    readonly store: FolderStore;
    readonly companies: () => readonly Company[];
    readonly watchers: FolderWatchers;
    readonly language: () => Language;
    /** After each change of what is watched, and in which way. */
    readonly changed: (what: 'watched' | 'after-result') => void;
  };

/** The folders as a user changes them: the journal first, then another look at once. */
export function folderHandlers(deps: FolderHandlersDeps) {
  const { files, store, companies, watchers, profile } = deps;
  const places = cleanPlaces(deps);
  const looking = <T>(done: T): T => {
    deps.changed('watched');
    return done;
  };
  return {
    ...placeHandlers(deps, places),
    takeMisplaced: async ({ path, folderId }) => {
      const folder = store.folders().find(({ id }) => id === folderId);
      const taken = folder === undefined ? null : looking(await watchers.takeMisplaced(path, folder));
      return foundOrNot(taken === null ? null : { moved: taken.moved, stay: [...taken.stay] });
    },
    ...ignoringHandlers(watchers),
    sendAsItIs: async ({ folderId, path }) => {
      const became = await watchers.sendAsItIs(folderId, path);
      return foundOrNot(became === null ? null : { became });
    },
    fetchFromCloud: ({ folderId }) => {
      const count = watchers.fetchFromCloud(folderId);
      return foundOrNot(count === null ? null : { files: count });
    },
    add: async ({ knownHost, confirmed = false, ...input }) => {
      if (!companies().some((company) => company.id === input.companyId)) return fail({ kind: 'no-such-company' });
      const clean = places.clean(input.path, knownHost);
      if (!clean.ok) return clean;
      const seen = await placeAt(placesDeps(deps), clean.value);
      // After the look, which takes its time: another folder may have been added meanwhile.
      const path = await checkFolder(clean.value, { files, watched: () => store.folders(), profile });
      if (!path.ok) return path;
      const asks = needsConsent(seen);
      if (asks && !confirmed) return fail({ kind: 'needs-consent', place: seen });
      const { subfolders = !asks } = input;
      return ok(looking(store.add({ ...input, path: path.value, subfolders })));
    },
    change: ({ folderId, ...change }) => {
      const t = engineWords(deps.language());
      // In the user's language on the day they are first needed, and never renamed.
      const resultFolders = { accepted: t('tidy.folder.accepted'), refused: t('tidy.folder.refused') };
      const changed = looking(store.change(folderId, { ...change, resultFolders }));
      deps.changed('after-result');
      return foundOrNot(changed);
    },
    remove: ({ folderId }) => foundOrNot(looking(store.remove(folderId)) ? { removed: true } : null),
    accept: ({ folderId }) => foundOrNot(looking(store.accept(folderId))),
  } satisfies Partial<AppHandlers['folders']>;
}

/** Files beside the watched folders, about which nothing more is to be said. */
function ignoringHandlers(watchers: FolderWatchers) {
  return {
    ignoreMisplaced: async ({ path }) => {
      const ignored = await watchers.ignoreMisplaced(path);
      return foundOrNot(ignored === null ? null : { ignored });
    },
    askAboutMisplaced: async ({ path }) => ({ noLongerIgnored: await watchers.askAboutMisplaced(path) }),
  } satisfies Partial<AppHandlers['folders']>;
}

/** What a user goes through before a folder is watched. They name places, so each is judged by its text first. */
function placeHandlers(deps: FolderHandlersDeps, places: CleanPlaces) {
  const { files, companies, home, chooseFolder } = deps;
  const by = placesDeps(deps);
  return {
    suggest: async ({ companyId }) => {
      const company = companies().find(({ id }) => id === companyId);
      return company === undefined ? fail({ kind: 'not-found' }) : ok(await suggestFolders(by, company));
    },
    make: async (input) => {
      const path = places.clean(input.path);
      return path.ok ? makePlace(by, path.value) : fail({ kind: 'denied' });
    },
    look: async (input) => {
      const path = places.clean(input.path, input.knownHost);
      return path.ok ? lookAt(by, path.value) : path;
    },
    choose: async () => {
      if (chooseFolder === null) return { available: false };
      const path = await chooseFolder();
      if (path !== null) places.chose(path);
      return { available: true, path };
    },
    browse: async (input) => {
      const path = places.clean(input.path ?? home, input.knownHost);
      return path.ok ? browse(files, path.value, places.above(path.value)) : path;
    },
  } satisfies Partial<AppHandlers['folders']>;
}

function placesDeps(deps: FolderHandlersDeps): FolderPlacesDeps {
  return { ...deps, folders: () => deps.store.folders(), names: () => folderNames(deps.language()) };
}

/** What the two folders of a company are called where Intray makes them; it makes none for entries. */
function folderNames(language: Language): Readonly<Record<InvoiceType, string>> {
  const t = engineWords(language);
  return { 'purchase-invoices': t('import-type.folder.purchase-invoices'), 'sales-invoices': t('import-type.folder.sales-invoices') };
}

function foundOrNot<T>(value: T | null): Result<T, { readonly kind: 'not-found' }> {
  return value === null ? fail({ kind: 'not-found' }) : ok(value);
}

type FolderPlacesDeps = WhereaboutsDeps & {
  readonly folders: () => readonly Folder[];
  readonly profile: string;
  /** What is in a folder, counted up to a bound. */
  readonly countFiles: (path: string) => Promise<FolderFigures>;
  /** What the two folders of a company are called, in the user's language. */
  readonly names: () => Readonly<Record<InvoiceType, string>>;
};

/** Length of a file name: below every system's limit, with room for a suffix. */
const NAME_MAX = 60;
const ROOT = 'Intray';

/** `~/Intray/Purchases` and `~/Intray/Sales`; with the company's name in between if another company uses those. */
async function suggestFolders(deps: FolderPlacesDeps, company: Company): Promise<SuggestedFolders> {
  const names = deps.names();
  const roots = [join(deps.home, ROOT), join(deps.home, ROOT, diskName(company.name))];
  const isFree = (path: string): boolean => deps.folders().every((folder) => !isWithin(path, folder.path) && !isWithin(folder.path, path));
  const root = roots.find((one) => Object.values(names).every((name) => isFree(join(one, name)))) ?? join(roots[1] ?? '', company.id);
  const place = (type: InvoiceType): Promise<FolderPlace> => placeAt(deps, join(root, names[type]));
  return { 'purchase-invoices': await place('purchase-invoices'), 'sales-invoices': await place('sales-invoices') };
}

/** What an existing folder contains. `clean`: a path from CleanPlaces. */
async function lookAt(deps: FolderPlacesDeps, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  const stat = await folderStat(deps.files, clean);
  if (!stat.ok) return stat;
  const own = await ownFilesFault(deps.files, clean, deps.profile);
  return own === null ? ok(await placeAt(deps, clean)) : fail(own);
}

/** Only below the home folder; a folder elsewhere has to be made by the user. */
async function makePlace(deps: FolderPlacesDeps, clean: string): Promise<Result<FolderPlace, FolderFault>> {
  if (!isInside(clean, deps.home)) return fail({ kind: 'denied' });
  if (isWithin(clean, deps.profile)) return fail({ kind: 'own-files' });
  const made = await deps.files.makeFolder(clean, 'user');
  return made.ok ? lookAt(deps, clean) : fail(folderFault(made.failure));
}

/** A place that may not exist yet. `path`: from CleanPlaces. */
async function placeAt(deps: FolderPlacesDeps, path: string): Promise<FolderPlace> {
  const stat = await deps.files.stat(path);
  const kind = await kindAt(deps, path);
  if (!stat.ok || stat.value.kind !== 'folder') return { path, exists: false, kind, ...NO_FIGURES };
  return { path, exists: true, kind, ...(await deps.countFiles(path)) };
}

/** A link to a special place counts as that place. */
async function kindAt(deps: FolderPlacesDeps, path: string): Promise<PlaceKind> {
  const where = await whereabouts(deps);
  const kind = placeKind(path, where);
  if (kind !== 'ordinary') return kind;
  const real = await deps.files.realPath(path);
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
